import { canonical, sha256 } from '@flow/evidence';
import type { Analysis, ShellContext } from '@flow/shell-effects';
import { readerHere } from './reader.js';

/**
 * What a command line was read as when the call began, with all that the reading follows from, so that the call's end does
 * not load the parser to read it once more. It is kept among what is pending of the call, under this user's key.
 */
export interface KeptReading {
  reader: string;
  /** Digest of the line, the folders and the environment. */
  of: string;
  /** What the reader asked of the disk, with the digest of each answer. */
  asked: [what: Lookup, path: string, answer: string][];
  analysis: Analysis;
}

/** Questions that are asked again at the end; those that start git are none of them. */
const LOOKUPS = ['readFile', 'listDirectory', 'readLink', 'fileFacts', 'canMakeIn'] as const;
type Lookup = (typeof LOOKUPS)[number];

/** A line that asks for more is read again, and so is one whose reading is longer (characters of JSON). */
const MOST_ASKED = 40;
const LONGEST = 16_000;

/** Notes what a reader asks. */
export interface NotedContext {
  /** The context to read with. */
  context: ShellContext;
  /** What to keep of a reading with it; null where the end has to read the line again. */
  keep(command: string, analysis: Analysis): KeptReading | null;
}

/** Returns a context that notes what is asked of it. */
export function notedContext(context: ShellContext): NotedContext {
  const asked = new Map<string, [what: Lookup, path: string, answer: unknown]>();
  let isPlain = true;
  const noted: ShellContext = {
    ...context,
    isOver() {
      const isOver = context.isOver?.() === true;
      if (isOver) isPlain = false;
      return isOver;
    },
    gitAlias(folder, name) {
      isPlain = false;
      return context.gitAlias?.(folder, name);
    },
    gitNames(folder, question) {
      isPlain = false;
      return context.gitNames?.(folder, question);
    },
  };
  for (const what of LOOKUPS) {
    const ask = context[what] as ((path: string) => unknown) | undefined;
    if (!ask) continue;
    Object.assign(noted, {
      [what](path: string) {
        const answer = ask.call(context, path);
        if (asked.size <= MOST_ASKED && !asked.has(`${what} ${path}`))
          asked.set(`${what} ${path}`, [what, path, answer]);
        return answer;
      },
    });
  }
  return {
    context: noted,
    keep(command, analysis) {
      if (!isPlain || asked.size > MOST_ASKED || !analysis.readable || !isKeepable(analysis)) return null;
      const told = [...asked.values()].map(([what, path, answer]): KeptReading['asked'][number] => [
        what,
        path,
        digestOf(answer),
      ]);
      const kept = { reader: readerHere(), of: originOf(command, context), asked: told, analysis };
      return JSON.stringify(kept).length <= LONGEST ? kept : null;
    },
  };
}

/** Returns the reading of the call's beginning; undefined where anything that it follows from is otherwise now. */
export function readingAgain(
  kept: KeptReading | null | undefined,
  command: string,
  context: ShellContext,
): Analysis | undefined {
  if (!kept || kept.reader !== readerHere() || kept.of !== originOf(command, context)) return undefined;
  for (const [what, path, answer] of kept.asked) {
    const ask = context[what] as ((path: string) => unknown) | undefined;
    if (!ask || digestOf(ask.call(context, path)) !== answer) return undefined;
  }
  return revived(kept.analysis) as Analysis;
}

const originOf = (command: string, { cwd, home, env }: ShellContext) =>
  sha256(
    canonical({ command, cwd, home, env: Object.fromEntries(Object.entries(env ?? {}).filter(([, one]) => one)) }),
  );

const digestOf = (answer: unknown) => (answer === undefined ? '-' : sha256(JSON.stringify(answer)).slice(0, 32));

/** The key of objects that have variables for keys, and no prototype whose names could be taken for variables. */
const VARIABLES = 'environment';

/** Tells whether JSON brings a value back as it is. */
function isKeepable(value: unknown, key = ''): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (Array.isArray(value)) return value.every((one) => isKeepable(one));
  if (prototype !== (key === VARIABLES ? null : Object.prototype)) return false;
  return Object.entries(value).every(([name, one]) => isKeepable(one, name));
}

/** Gives objects of variables back what they were: without a prototype. */
function revived(value: unknown, key = ''): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((one) => revived(one));
  const entries = Object.entries(value).map(([name, one]) => [name, revived(one, name)] as const);
  const made: Record<string, unknown> = key === VARIABLES ? Object.create(null) : {};
  for (const [name, one] of entries) made[name] = one;
  return made;
}
