import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import type { Fixture } from './row.js';

/** Puts a row's files, links, modes and git settings into place. */
export function furnish(fixture: Fixture, repo: TempRepo, temporary: string): void {
  const place = (name: string) => path.resolve(repo.root, name.replace(/^\/tmp(?=\/|$)/, temporary));
  for (const [name, text] of Object.entries(fixture.files ?? {})) {
    const file = repo.write(place(name), text);
    if (text.startsWith('#!')) chmodSync(file, 0o755);
  }
  for (const [link, target] of Object.entries(fixture.symlinks ?? {})) {
    mkdirSync(path.dirname(place(link)), { recursive: true });
    symlinkSync(target.replace(/^\/tmp(?=\/|$)/, temporary), place(link));
  }
  for (const [name, mode] of Object.entries(fixture.modes ?? {})) chmodSync(place(name), modeOf(mode));
  const { gitconfig } = fixture;
  if (typeof gitconfig === 'string') {
    const file = path.join(repo.home, '.gitconfig');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n${gitconfig}\n`);
  } else {
    for (const [key, value] of Object.entries(gitconfig ?? {})) repo.git('config', '--global', key, value);
  }
}

/** Modes are written the way people do, `755`, or as JSON numbers, 493. */
function modeOf(mode: string | number): number {
  return /^0?o?[0-7]{3,4}$/.test(String(mode)) ? Number.parseInt(String(mode).replace('o', ''), 8) : Number(mode);
}
