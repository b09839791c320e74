import { generateKeyPairSync, sign } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What no push can do without: the event is read, one signature is verified, and one git is asked for the commit. */
const floor = (key: string, signature: string) => `const { readFileSync } = require('node:fs');
JSON.parse(readFileSync(0, 'utf8'));
const { createPublicKey, verify } = require('node:crypto');
const key = createPublicKey({ key: Buffer.from('${key}', 'hex'), format: 'der', type: 'spki' });
if (!verify(null, Buffer.from('text'), key, Buffer.from('${signature}', 'hex'))) process.exit(3);
const git = require('node:child_process').spawnSync('git', ['cat-file', '--batch'], { input: 'HEAD\\n' });
if (git.status !== 0 || !git.stdout.includes('tree ')) process.exit(4);
`;

/** A question to git: its words, and its standard input. */
type Asked = readonly [words: readonly string[], input: string];

/**
 * What an event cannot do without for as long as an engine of this size answers it: beside the floor of a push, the bundles are
 * loaded with the code that V8 kept of them, and git is asked as often as here, with a copy of the index. Not a guard is asked.
 */
const loaded = (bundles: readonly string[], gits: readonly Asked[]) => `
const { Script } = require('node:vm');
const { dirname, basename } = require('node:path');
const fs = require('node:fs');
for (const file of ${JSON.stringify(bundles)}) {
  const kept = __filename + '.' + basename(file) + '.kept';
  const cachedData = fs.existsSync(kept) ? fs.readFileSync(kept) : undefined;
  const text = '(function(exports,require,module,__filename,__dirname){' + fs.readFileSync(file, 'utf8') + '\\n})';
  const script = new Script(text, { filename: file, ...(cachedData && { cachedData }) });
  const own = { exports: {} };
  script.runInThisContext()(own.exports, require, own, file, dirname(file));
  if (!cachedData) fs.writeFileSync(kept, script.createCachedData());
}
const index = __filename + '.index';
fs.copyFileSync('.git/index', index);
const env = { ...process.env, GIT_INDEX_FILE: index };
for (const [words, input] of ${JSON.stringify(gits)}) {
  const run = require('node:child_process').spawnSync('git', words, { input, env, maxBuffer: 1 << 28 });
  if (run.status !== 0) process.exit(5);
}
`;

/** What git is asked for a push, beside the question of every floor. */
const PUSH_GITS: readonly Asked[] = [
  [['ls-tree', '-r', '-z', '--name-only', '--full-tree', 'HEAD'], ''],
  [['diff-tree', '-r', '-z', '--raw', '--no-renames', 'HEAD'], ''],
];

/** What git is asked for an edit in a run, where one file has changed. */
const editGits = (changed: string): readonly Asked[] => [
  [['ls-files', '-v', '-z', '--cached', '--others', '--modified', '--deleted', '--exclude-standard'], ''],
  [['update-index', '--add', '-z', '--stdin'], `${changed}\0`],
  [['write-tree'], ''],
];

/**
 * Writes floors as programs, beside the empty file of the same depth: of any push, and of a push and an edit in a run as the
 * engine of `dist` is built. A program fails where one of its parts does.
 * @param changed the file that was edited before the edit, relative to the repository
 */
export function floorFiles(empty: string, dist: string, changed: string): Record<'push' | 'engine' | 'edit', string> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('hex');
  const least = floor(key, sign(null, Buffer.from('text'), privateKey).toString('hex'));
  const bundles = (...names: string[]) => names.map((name) => path.join(dist, `${name}.cjs`));
  const written = (name: string, text: string) => {
    const file = path.join(path.dirname(empty), `${name}.cjs`);
    // V8 compares no more of a text than its length, so code of an earlier build goes.
    for (const bundle of ['engine', 'run']) rmSync(`${file}.${bundle}.cjs.kept`, { force: true });
    writeFileSync(file, text);
    return file;
  };
  return {
    push: written('floor', least),
    engine: written('floor-engine', least + loaded(bundles('engine'), PUSH_GITS)),
    edit: written('floor-edit', least + loaded(bundles('engine', 'run'), editGits(changed))),
  };
}
