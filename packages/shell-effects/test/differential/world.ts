import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { effectsOf, type ShellContext } from '../../src/index.js';

/*
 * Carries command lines out with the real shell, each in a small world of its own, and says what ran and what was written.
 * The programs of that world are stand-ins that note their name, folder and words and do nothing else.
 */

/** A program that was started: its name, the folder it was started in below the world, and its words. */
export interface Started {
  readonly program: string;
  readonly directory: string;
  readonly words: readonly string[];
}

export interface Happened {
  /** The folder of the world, and in it `there` and `home`. */
  readonly root: string;
  readonly started: readonly Started[];
  /** Absolute paths that were made, changed or deleted. */
  readonly written: readonly string[];
}

export const STAND_INS = ['rec', 'tool', 'git'];

/** What lies in a world before the command; a path that ends in a slash is a folder. */
const FILES: Readonly<Record<string, string>> = {
  'there/one.txt': 'text of it\nsecond line\n',
  'there/b.txt': 'k=v\n',
  'there/none': '',
  'there/names': 'a b\nc\n',
  'there/lib.sh': 'rec from-lib "$@"\nlibvar=set\nlibf() { rec libf "$@"; }\n',
  'there/run.sh': '#!/bin/bash\nrec script "$@"\ncd sub && tool inside\n',
  'there/sub/in.txt': 'inner\n',
  'there/sub/deep/z.txt': 'z\n',
  'home/h.txt': 'at home\n',
};

const DRIVER = `
for world in "$1"/*/; do
  world=\${world%/}
  cd "$world/there" || exit 1
  IFS= read -r -d '' command < "$world/command"
  env -i PATH="$world/bin:/usr/bin:/bin" HOME="$world/home" LC_ALL=C timeout -k 1 5 bash --norc -c "$command" \\
    </dev/null >"$world/output" 2>&1
done
`;

export const hasBash = spawnSync('bash', ['--version']).status === 0;

/** Runs each command in a fresh world; one process of the shell leads them all. */
export function carryOut(commands: readonly string[]): Happened[] {
  const base = mkdtempSync(join(tmpdir(), 'shell-'));
  try {
    writeStandIns(join(base, '..stand-in'));
    const roots = commands.map((command, index) => makeWorld(base, index, command));
    const before = roots.map(look);
    spawnSync('bash', ['--norc', '-c', DRIVER, 'driver', base], { timeout: 600_000, stdio: 'ignore' });
    return roots.map((root, index) => ({
      root,
      started: readLog(root),
      written: changes(before[index] as Look, look(root)).map((path) => join(root, path)),
    }));
  } finally {
    spawnSync('chmod', ['-R', 'u+rwx', base]);
    rmSync(base, { recursive: true, force: true });
  }
}

function writeStandIns(path: string): void {
  // The program is told by its path what world it is in, so that an emptied environment hides nothing.
  const log = `printf '%s\\0' "\${0##*/}" "$PWD" "$#" "$@" >> "\${0%/bin/*}/log"`;
  writeFileSync(path, `#!/bin/sh\n${log}\n`);
  chmodSync(path, 0o755);
}

function makeWorld(base: string, index: number, command: string): string {
  const root = join(base, String(index).padStart(6, '0'));
  mkdirSync(join(root, 'bin'), { recursive: true });
  for (const name of STAND_INS) linkSync(join(base, '..stand-in'), join(root, 'bin', name));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  chmodSync(join(root, 'there/run.sh'), 0o755);
  writeFileSync(join(root, 'command'), `${command}\0`);
  return root;
}

function readLog(root: string): Started[] {
  if (!existsSync(join(root, 'log'))) return [];
  const fields = readFileSync(join(root, 'log'), 'utf8').split('\0');
  const started: Started[] = [];
  for (let at = 0; at + 2 < fields.length; ) {
    const [program = '', directory = '', count = '0'] = fields.slice(at, at + 3);
    started.push({ program, directory, words: fields.slice(at + 3, at + 3 + Number(count)) });
    at += 3 + Number(count);
  }
  return started;
}

type Look = ReadonlyMap<string, string>;

/** Every path of the world's work and home folder, with what tells a change. */
function look(root: string): Look {
  const seen = new Map<string, string>();
  const visit = (path: string) => {
    for (const name of readdirSync(join(root, path))) {
      const one = `${path}/${name}`;
      const stat = lstatSync(join(root, one));
      if (stat.isDirectory()) {
        seen.set(one, `folder ${stat.mode}`);
        visit(one);
      } else if (stat.isSymbolicLink()) seen.set(one, `link ${readlinkSync(join(root, one))}`);
      else seen.set(one, stat.isFile() ? `${stat.mode} ${readFileSync(join(root, one), 'latin1')}` : 'other');
    }
  };
  visit('there');
  visit('home');
  return seen;
}

function changes(before: Look, after: Look): string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .sort();
}

/** The world as the analysis may look at it, before anything ran. */
export function contextOf(root: string): ShellContext {
  const folders = new Map<string, Set<string>>();
  for (const path of Object.keys(FILES)) {
    for (let one = path; one !== '.'; one = dirname(one)) {
      const folder = join(root, dirname(one));
      folders.set(folder, (folders.get(folder) ?? new Set()).add(one.slice(one.lastIndexOf('/') + 1)));
    }
  }
  return {
    cwd: join(root, 'there'),
    home: join(root, 'home'),
    env: { PATH: `${root}/bin:/usr/bin:/bin`, HOME: join(root, 'home'), LC_ALL: 'C' },
    readFile: (path) => (path.startsWith(`${root}/`) ? FILES[path.slice(root.length + 1)] : undefined),
    listDirectory: (path) => {
      const names = folders.get(path);
      return names === undefined ? undefined : [...names];
    },
  };
}

/** How a command's prediction stood up to what happened. */
export interface Verdict {
  readonly command: string;
  /** What happened and was not predicted, in words; empty when all was. */
  readonly missed: readonly string[];
  /** Runs that were said to be certain and known, and did not happen. */
  readonly ghosts: readonly string[];
  /** All that happened was predicted word for word, without any help of what is unknown. */
  readonly exact: boolean;
}

interface Predicted {
  readonly program: string;
  readonly argv: readonly (string | undefined)[];
  readonly directory: string | undefined;
  readonly certain: boolean;
  readonly shadowed: boolean;
}

/** Holds what happened against what the analysis says. */
export function compare(command: string, happened: Happened, ordered: boolean): Verdict {
  const { effects, readable } = effectsOf(command, contextOf(happened.root));
  const isCovered = !readable || effects.some((one) => one.kind === 'opaque' && one.what !== 'destination');
  const runs = effects.filter((one): one is Extract<typeof one, { kind: 'run' }> => one.kind === 'run');
  const predicted = runs.filter((run) => STAND_INS.includes(run.program));
  const { unmatched, used, wild } = match(happened.started, predicted, ordered);
  const unwritten = happened.written.filter((path) => !isWriteKnown(path));
  const unplaced = unwritten.filter((path) => !isWriteUnknown(path));
  const missed = [
    ...unmatched.map((one) => `ran ${JSON.stringify([one.program, ...one.words])} in ${one.directory}`),
    ...unplaced.map((path) => `wrote ${path}`),
  ].map((text) => text.replaceAll(happened.root, '@'));
  const ghosts = predicted
    .filter((run, index) => !used.has(index) && run.certain && !run.shadowed && !run.argv.includes(undefined))
    .map((run) => JSON.stringify(run.argv));
  return {
    command,
    missed: isCovered ? [] : missed,
    ghosts: isCovered ? [] : ghosts,
    exact: missed.length === 0 && unwritten.length === 0 && !wild,
  };

  function isWriteKnown(path: string): boolean {
    return effects.some(
      (one) =>
        one.kind === 'write' &&
        // A folder on the way to what is written is made with it.
        (one.path === path ||
          one.path.startsWith(`${path}/`) ||
          (one.reach !== 'exact' && path.startsWith(`${one.path}/`))),
    );
  }

  function isWriteUnknown(path: string): boolean {
    return effects.some((one) => {
      if (one.kind !== 'opaque' || one.what !== 'destination') return false;
      const pattern = one.pattern?.replace(/[.+^${}()|[\]\\?]/g, '\\$&').replace(/\*+/g, '.*');
      return pattern === undefined || new RegExp(`^(?:${pattern})(?:/.*)?$`, 's').test(path);
    });
  }
}

/**
 * Finds each started program among those predicted; in order, where the line has but one thread. A word that is unknown
 * fits anything, so those without one are tried first; where that leaves a run over, the next that fits is.
 */
function match(started: readonly Started[], predicted: readonly Predicted[], ordered: boolean): Matched {
  const byWord = matchOne(started, predicted, ordered, true);
  if (byWord.unmatched.length === 0) return byWord;
  const byOrder = matchOne(started, predicted, ordered, false);
  return byOrder.unmatched.length === 0 ? byOrder : byWord;
}

interface Matched {
  readonly unmatched: readonly Started[];
  readonly used: ReadonlySet<number>;
  readonly wild: boolean;
}

function matchOne(
  started: readonly Started[],
  predicted: readonly Predicted[],
  ordered: boolean,
  prefersKnown: boolean,
): Matched {
  const used = new Set<number>();
  const unmatched: Started[] = [];
  let wild = false;
  let from = 0;
  for (const one of started) {
    const isHit = (run: Predicted, index: number) => index >= from && !used.has(index) && isSame(one, run);
    const isKnownHit = (run: Predicted, index: number) => isHit(run, index) && !run.argv.includes(undefined);
    const known = prefersKnown ? predicted.findIndex(isKnownHit) : -1;
    const at = known >= 0 ? known : predicted.findIndex(isHit);
    if (at < 0) {
      unmatched.push(one);
      continue;
    }
    // A run in a loop that is followed once stands for each turn.
    if (predicted[at]?.certain) used.add(at);
    if (ordered && predicted[at]?.certain) from = at + 1;
    wild ||= predicted[at]?.argv.includes(undefined) === true;
  }
  return { unmatched, used, wild };
}

function isSame(one: Started, run: Predicted): boolean {
  if (one.program !== run.program) return false;
  if (run.directory !== undefined && run.directory !== one.directory) return false;
  return fits(one.words, run.argv.slice(1));
}

/** Words against predicted ones; an unknown word stands for any number of them, and where it stands in a sorted list is not told. */
function fits(words: readonly string[], predicted: readonly (string | undefined)[]): boolean {
  if (predicted.includes(undefined) && predicted.length > 6)
    return predicted.every((one) => one === undefined || words.includes(one));
  const [first, ...rest] = predicted;
  if (predicted.length === 0) return words.length === 0;
  if (first !== undefined) return words[0] === first && fits(words.slice(1), rest);
  return words.some((_, at) => fits(words.slice(at), rest)) || fits([], rest);
}
