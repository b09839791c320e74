import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import type { TempRepo } from './temp-repo.js';

/**
 * Each way has git give one object under the id of another, as whoever may write into its store can. It takes the id that is to
 * be answered, and a name of what is given in its place; it returns a line for a shell that takes the forgery back.
 */
export const FORGED_BY = {
  /** gitformat-pack(5), an index of version 2 with one object. */
  'the index of a pack'(repo: TempRepo, id: string, given: string): string {
    const folder = repo.path('.git/objects/pack');
    mkdirSync(folder, { recursive: true });
    const made = spawnSync('git', ['pack-objects', '-q', path.join(folder, 'pack')], {
      ...{ cwd: repo.root, env: repo.environment, encoding: 'utf8', input: `${repo.git('rev-parse', given)}\n` },
    });
    if (made.status !== 0) throw new Error(`git pack-objects: ${made.stderr}`);
    const index = path.join(folder, `pack-${made.stdout.trim()}.idx`);
    const bytes = readFileSync(index);
    const first = Number.parseInt(id.slice(0, 2), 16);
    for (let at = 0; at < 256; at++) bytes.writeUInt32BE(at < first ? 0 : 1, 8 + 4 * at);
    bytes.write(id, 8 + 1024, 'hex');
    writeChecked(index, bytes);
    return `rm -f '${folder}'/pack-*`;
  },
  'a file in its place'(repo: TempRepo, id: string, given: string): string {
    const type = repo.git('cat-file', '-t', given);
    const content = spawnSync('git', ['cat-file', type, given], { cwd: repo.root, env: repo.environment }).stdout;
    const file = repo.path('.git/objects', id.slice(0, 2), id.slice(2));
    renameSync(file, `${file}.real`);
    writeFileSync(file, deflateSync(Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content])));
    return `mv -f '${file}.real' '${file}'`;
  },
} as const;

/** Writes a file of git's that ends with the SHA-1 of all that stands before, made anew. Git keeps such files read only. */
export function writeChecked(file: string, bytes: Buffer): void {
  const digest = createHash('sha1').update(bytes.subarray(0, -20)).digest();
  digest.copy(bytes, bytes.length - 20);
  chmodSync(file, 0o644);
  writeFileSync(file, bytes);
}
