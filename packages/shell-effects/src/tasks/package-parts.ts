import { posix } from 'node:path';
import { speculate } from '../bash/speculate.js';
import type { PartFront, Run } from '../effects.js';
import { baseName, type Call, type Frame, isKnown, type Session, spell, under } from '../state.js';
import { scriptArguments, takeOptions } from './package-call.js';
import { runScript } from './package-scripts.js';
import { type Manifest, workspacePackages, workspaceRoot } from './workspaces.js';

/**
 * Words by which a tool is asked to run one script of several packages. Words that are not listed may mean anything: such a
 * call is left.
 */
interface Front {
  /** Options that say how the tool runs, and leave it to the output which packages ran. */
  readonly flags: RegExp;
  /** Options that say how the tool runs and have a value, in the word or in the next one. */
  readonly valued: RegExp;
  /** Options without which it speaks of one package only; left out where it always speaks of all. */
  readonly many?: RegExp;
  /** Verbs in front of the script's name. */
  readonly verbs: RegExp;
}

const FRONTS: Readonly<Record<PartFront, Front>> = {
  pnpm: {
    flags:
      /^(?:-r|--recursive|--stream|--aggregate-output|--(?:no-)?bail|--parallel|--(?:no-)?sort|--reverse|--if-present|--(?:no-)?color|--fail-if-no-match|--include-workspace-root|--no-reporter-hide-prefix)$/,
    valued: /^(?:--filter|-F|--filter-prod|--workspace-concurrency|--resume-from|--changed-files-ignore-pattern)$/,
    many: /^(?:-r|--recursive|--filter|-F|--filter-prod|recursive|multi|m)$/,
    verbs: /^(?:run|run-script|recursive|multi|m)$/,
  },
  npm: {
    flags: /^(?:-ws|--workspaces(?:=true)?|--if-present|--no-color|--no-audit|--no-fund)$/,
    valued: /^(?:-w|--workspace)$/,
    many: /^(?:-ws|--workspaces(?:=true)?|-w|--workspace)$/,
    verbs: /^(?:run|run-script|rum|urn)$/,
  },
  turbo: {
    flags:
      /^(?:--force|--continue(?:=[\w-]+)?|--no-cache|--no-daemon|--affected|--only|--parallel|--(?:no-)?color|--summarize|--ui=stream|--log-order=\w+|--output-logs=full|--log-prefix=task|--env-mode=\w+)$/,
    valued: /^(?:--filter|-F|--concurrency)$/,
    verbs: /^run$/,
  },
};

interface AskedParts {
  readonly front: PartFront;
  readonly tasks: readonly string[];
  /** Words for the scripts. */
  readonly handed: readonly string[];
  /** The values of options that choose packages by their names. */
  readonly chosen: readonly string[];
}

/** Tells what a call asks for; undefined where it is of one package, or not understood word by word. */
function readParts(program: string, words: readonly string[]): AskedParts | undefined {
  const name = Object.keys(FRONTS).find((one): one is PartFront => one === program);
  if (name === undefined) return undefined;
  const front = FRONTS[name];
  const chosen: string[] = [];
  const tasks: string[] = [];
  let isOfMany = front.many === undefined;
  const read = (handed: readonly string[]) =>
    isOfMany && tasks.length > 0 && handed.every(isKnown)
      ? { front: name, tasks, handed: scriptArguments(name, handed), chosen }
      : undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (!isKnown(word)) return undefined;
    // Behind the name of a script, pnpm hands everything on to it.
    if (tasks.length > 0 && (name === 'pnpm' || word === '--')) return read(words.slice(at));
    const [option = '', value] = /^(-[^=]*)=(.*)$/s.exec(word)?.slice(1) ?? [word];
    isOfMany ||= front.many?.test(option) === true;
    if (front.valued.test(option)) chosen.push(value ?? words[++at] ?? '');
    else if (front.flags.test(word)) continue;
    else if (word.startsWith('-') || !/^[\w:.-]+$/.test(word)) return undefined;
    else if (tasks.length === 0 && front.verbs.test(word)) continue;
    // Another word is another task for turbo alone.
    else if (tasks.length === 0 || name === 'turbo') tasks.push(word === 't' && name === 'npm' ? 'test' : word);
    else return undefined;
  }
  return read([]);
}

/** npm tells nothing of a word that names no package, so only names and folders as they are written choose one. */
function namedExactly(names: readonly string[], all: readonly Manifest[], from: string): Manifest[] | undefined {
  const found = names.map((name) =>
    all.filter((one) => one.name === name || one.directory === posix.resolve(from, name)),
  );
  return found.every((ones) => ones.length === 1) ? [...new Set(found.flat())] : undefined;
}

/**
 * Notes what the scripts of several packages would run that one command starts: whether each was started, and what it showed,
 * its output tells. The package at the top is none of them: its script is what usually starts the command.
 */
export function noteParts({ argv, words, session, shell, frame }: Call): void {
  const [path = ''] = argv;
  const { cwd: from } = shell;
  const isInside = frame.via.some((step, at) => step in FRONTS && frame.via[at + 1]?.startsWith(`${step} script `));
  if (isInside || !isKnown(from)) return;
  // Another program of that name would print what it likes.
  if (path.includes('/') && !/(?:^|\/)node_modules\/\.bin\/[^/]+$/.test(path)) return;
  const program = baseName(path);
  const asked = readParts(program, words);
  const top = workspaceTop(from, session);
  // One package alone is followed as if the command stood there.
  const isOne = program !== 'turbo' && takeOptions(program, words, session, shell).directory !== undefined;
  if (asked === undefined || top === undefined || isOne) return;
  const all = workspacePackages(top, session).filter(({ directory }) => directory !== top);
  const named = asked.front === 'npm' && asked.chosen.length > 0 ? namedExactly(asked.chosen, all, top) : all;
  const inner: Frame = { ...under(frame, asked.front), certain: false };
  const { front } = asked;
  for (const task of asked.tasks) {
    for (const { directory, name, scripts } of named ?? []) {
      if (scripts[task] === undefined) continue;
      const part = { front, from, folder: directory, name, task, spelled: spell(argv) };
      speculate(session, () => {
        const start = session.effects.length;
        runScript(front, task, asked.handed, { words: [], directory }, session.at(shell, inner));
        const runs = session.effects.slice(start).filter((effect) => effect.kind === 'run');
        session.parts.push(...runs.map((run) => ({ ...run, part: { ...part, script: stepOf(run, inner) ?? task } })));
      });
    }
  }
}

/** Returns the script that a run is of, or one that comes before or after it. */
const stepOf = ({ via }: Run, { via: outer }: Frame) => / script (\S+)$/.exec(via[outer.length] ?? '')?.[1];

/** Returns the folder whose files say what belongs to the workspace. */
function workspaceTop(from: string, session: Session): string | undefined {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    if (isKnown(session.read(posix.join(folder, 'pnpm-workspace.yaml')))) return folder;
    if (folder === '/') break;
  }
  const root = workspaceRoot(from, session);
  return root && root.workspaces.length > 0 ? root.directory : undefined;
}
