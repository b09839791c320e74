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
export type Asked = readonly [words: readonly string[], input: string];

/** Loads bundles with the code that V8 kept of them. Whoever loads them keeps it at the end, with all that was called. */
const LOAD = `
const { Script } = require('node:vm');
const { dirname, basename } = require('node:path');
const fs = require('node:fs');
const unkept = [];
function load(file) {
  const kept = __filename + '.' + basename(file) + '.kept';
  const cachedData = fs.existsSync(kept) ? fs.readFileSync(kept) : undefined;
  const text = '(function(exports,require,module,__filename,__dirname){' + fs.readFileSync(file, 'utf8') + '\\n})';
  const script = new Script(text, { filename: file, ...(cachedData && { cachedData }) });
  const own = { exports: {} };
  script.runInThisContext()(own.exports, require, own, file, dirname(file));
  if (!cachedData) unkept.push(() => fs.writeFileSync(kept, script.createCachedData()));
  return own.exports;
}
`;
const KEEP = 'for (const keep of unkept) keep();\n';

/** Asks git, with a copy of the index. */
const asking = (gits: readonly Asked[]) => `
const index = __filename + '.index';
require('node:fs').copyFileSync('.git/index', index);
const env = { ...process.env, GIT_INDEX_FILE: index };
for (const [words, input] of ${JSON.stringify(gits)}) {
  const run = require('node:child_process').spawnSync('git', words, { input, env, maxBuffer: 1 << 28 });
  if (run.status !== 0) process.exit(5);
}
`;

/**
 * What an event cannot do without for as long as an engine of this size answers it: beside the floor of a push, the bundles are
 * loaded, and git is asked as often as here. Not a guard is asked.
 */
const loaded = (bundles: readonly string[], gits: readonly Asked[]) =>
  `${LOAD}for (const file of ${JSON.stringify(bundles)}) load(file);\n${asking(gits)}${KEEP}`;

/**
 * What the record of a run cannot do without: the event is read and the command's output, the bundles are loaded, the last of
 * them reads the output, git is asked for the content, and one receipt is signed and written to disk, with a line of the journal.
 * Nothing is compared, and nobody is told anything.
 */
const recording = (bundles: readonly string[], key: string, gits: readonly Asked[]) => `${LOAD}
const event = JSON.parse(fs.readFileSync(0, 'utf8'));
const { stdout, persistedOutputPath } = event.tool_response;
const output = persistedOutputPath ? fs.readFileSync(persistedOutputPath, 'utf8') : stdout;
const [{ parse }] = ${JSON.stringify(bundles)}.map(load).reverse();
const [report] = parse({ command: event.tool_input.command, output, exitCode: 0 });
if (!report.green) process.exit(6);
${gits.length > 0 ? asking(gits) : ''}
const { createHash, createPrivateKey, sign } = require('node:crypto');
const receipt = JSON.stringify({ ...report, tests: report.tests.slice(0, 2000) });
const digest = createHash('sha256').update(receipt).digest();
const key = createPrivateKey({ key: Buffer.from('${key}', 'hex'), format: 'der', type: 'pkcs8' });
const line = sign(null, digest, key).toString('hex');
const write = (name, flag, text) => {
  const file = fs.openSync(__filename + name, flag);
  fs.writeSync(file, text);
  fs.fsyncSync(file);
  fs.closeSync(file);
};
write('.receipt', 'w', receipt + line);
write('.journal', 'a', line + '\\n');
${KEEP}`;

const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** What git is asked for a push of few files, beside the question of every floor: what there is, and what differs. */
export const PUSH_GITS: readonly Asked[] = [
  [['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames', EMPTY_TREE, 'HEAD'], ''],
];

/** What git is asked for a content, where one file has changed. */
export const contentGits = (changed: string): readonly Asked[] => [
  [['ls-files', '-v', '-z', '--cached', '--others', '--modified', '--deleted', '--exclude-standard'], ''],
  [['update-index', '--add', '-z', '--stdin'], `${changed}\0`],
  [['write-tree'], ''],
];

/**
 * Writes floors as programs, beside the empty file of the same depth: of any push, of a push and an edit in a run as the
 * engine of `dist` is built, and of the record of a run: with the parsers of `dist` alone, with git as well, and with the engine,
 * too. A program fails where one of its parts does.
 * @param changed the file that was edited before the edit or the run, relative to the repository
 */
export function floorFiles(
  empty: string,
  dist: string,
  changed: string,
): Record<'push' | 'engine' | 'edit' | 'record' | 'recordGit' | 'recordEngine', string> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('hex');
  const least = floor(key, sign(null, Buffer.from('text'), privateKey).toString('hex'));
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('hex');
  const bundles = (...names: string[]) => names.map((name) => path.join(dist, `${name}.cjs`));
  const written = (name: string, text: string) => {
    const file = path.join(path.dirname(empty), `${name}.cjs`);
    // V8 compares no more of a text than its length, so code of an earlier build goes.
    for (const bundle of ['engine', 'run', 'parsers']) rmSync(`${file}.${bundle}.cjs.kept`, { force: true });
    writeFileSync(file, text);
    return file;
  };
  return {
    push: written('floor', least),
    engine: written('floor-engine', least + loaded(bundles('engine'), PUSH_GITS)),
    edit: written('floor-edit', least + loaded(bundles('engine', 'run'), contentGits(changed))),
    record: written('floor-record', recording(bundles('parsers'), secret, [])),
    recordGit: written('floor-record-git', recording(bundles('parsers'), secret, contentGits(changed))),
    recordEngine: written('floor-record-engine', recording(bundles('engine', 'parsers'), secret, contentGits(changed))),
  };
}
