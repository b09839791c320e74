import path from 'node:path';
import type { Part, PartFront } from '@flow/shell-effects/effects';

/** A portion is the output of one of several packages. */
export interface Portion {
  text: string;
  /** Of its script; undefined where the output does not say it. */
  exit: number | undefined;
}

/**
 * `NoPortion` tells why there is none: `part-absent`: its script was not started; `part-replayed`: what was printed is
 * an earlier run's; `part-unnamed`: the output does not say who printed what; `part-mixed`: it does not say it beyond
 * doubt.
 */
export type NoPortion = 'part-absent' | 'part-replayed' | 'part-unnamed' | 'part-mixed';

/** The lines of an output without their colours, and with all that a terminal would hide. */
const linesOf = (text: string): string[] =>
  text.split('\n').map((line) => line.replace(COLOURS, '').replace(/\r$/, ''));

const COLOURS = /\x1b\[[0-9;]*m/g;

type Divided = ReadonlyMap<string, Portion | NoPortion> | NoPortion;

/**
 * Splits the output of a command into the portions of its parts. Only the tool's own prefix at the beginning of a line
 * decides which part the line belongs to: tests print what they like, but not there. So the whole is refused as soon as one
 * line between them has no such beginning, or something comes twice.
 * @param exit of the command; undefined where it is not known
 */
export function portionsOf(
  parts: readonly Part[],
  text: string,
  exit: number | undefined,
): (part: Part) => Portion | NoPortion {
  const front = parts[0]!.front;
  const { divide, keyOf } = DIVIDERS[front];
  const divided = divide(linesOf(text), exit, parts);
  const places = new Map<string, Set<string>>();
  for (const part of parts) {
    const key = keyOf(part);
    places.set(key, (places.get(key) ?? new Set()).add(part.folder));
  }
  return (part) => {
    if (typeof divided === 'string') return divided;
    const key = keyOf(part);
    return places.get(key)!.size > 1 ? 'part-unnamed' : (divided.get(key) ?? 'part-absent');
  };
}

interface Divider {
  /** Name that the tool gives a script of a package. */
  keyOf(part: Part): string;
  divide(lines: readonly string[], exit: number | undefined, parts: readonly Part[]): Divided;
}

const DIVIDERS: Readonly<Record<PartFront, Divider>> = {
  pnpm: {
    keyOf: ({ from, folder, script }) => `${shortened(path.posix.relative(from, folder))} ${script}`,
    divide: byPnpm,
  },
  turbo: { keyOf: ({ name, task }) => `${name}:${task}`, divide: byTurbo },
  npm: { keyOf: ({ name, script }) => `${name} ${script}`, divide: byNpm },
};

/** Shortens a folder's name as pnpm does: of a long name pnpm shows the end, as far as whole folders go. */
function shortened(folder: string): string {
  if (folder.length <= 40) return folder || '.';
  const end = folder.slice(-37);
  return `...${end.slice(Math.max(end.indexOf('/'), 0))}`;
}

/** Pushes a line to the text of a key. */
function add(lanes: Map<string, string[]>, key: string, line: string): void {
  const lane = lanes.get(key);
  if (lane) lane.push(line);
  else lanes.set(key, [line]);
}

/** `packages/a test$ vitest run`, `packages/a test: ✓ one`, `packages/a test: Done`. */
function byPnpm(lines: readonly string[], _exit: number | undefined, parts: readonly Part[]): Divided {
  const scopes = lines.filter((line) => PNPM_SCOPE.test(line));
  if (scopes.length > 1) return 'part-mixed';
  // Of a single package pnpm tells no scope: what stands before its script is pnpm's own, and nobody else prints.
  const [only, ...others] = parts.map(DIVIDERS.pnpm.keyOf);
  const begin =
    scopes.length === 1
      ? lines.findIndex((one) => PNPM_SCOPE.test(one)) + 1
      : lines.findIndex((one) => others.length === 0 && one.startsWith(`${only}$ `));
  if (begin < 0) return 'part-unnamed';
  const lanes = new Map<string, string[]>();
  let isStrayed = false;
  for (const line of lines.slice(begin)) {
    const [, key, mark, text = ''] = /^(\S+ [^\s$]+?)(?:(\$) |:(?: |$))(.*)$/s.exec(line) ?? [];
    if (key === undefined) {
      isStrayed ||= line.trim() !== '' && !/^\s*\[?(?:WARN|ELIFECYCLE)\b/.test(line);
      continue;
    }
    // A line that only looks like one of pnpm's stands among others that do not.
    if (isStrayed || (mark === '$') === lanes.has(key)) return 'part-mixed';
    add(lanes, key, mark === '$' ? `$ ${text}` : text);
  }
  if (lanes.size === 0) return 'part-unnamed';
  return new Map(
    [...lanes].map(([key, lane]) => {
      const last = lane.at(-1);
      // Those that pnpm ends behind the first failure are `Failed`, too: red is what says so itself.
      const isEnded = last === 'Done' || last === 'Failed';
      return [key, { text: lane.slice(0, isEnded ? -1 : undefined).join('\n'), exit: last === 'Done' ? 0 : undefined }];
    }),
  );
}

const PNPM_SCOPE = /^Scope: (?:all \d+|\d+ of \d+) workspace projects$/;

/**
 * `byTurbo` splits what turbo prints by package: `@acme/a:test: cache miss, executing 2b50a4b3c0cb013d`, `@acme/a:test: ✓
 * one`.
 */
function byTurbo(lines: readonly string[], exit: number | undefined): Divided {
  const begins = lines.flatMap((line, at) => (/^\s*• Running \S.* in \d+ packages?$/.test(line) ? [at] : []));
  const end = lines.findIndex((line) => TURBO_END.test(line));
  if (begins.length !== 1 || end < begins[0]!) return begins.length === 0 ? 'part-unnamed' : 'part-mixed';
  const lanes = new Map<string, string[]>();
  for (const line of lines.slice(begins[0]! + 1, end)) {
    const [, key, text = ''] = /^(\S+?):(?: |$)(.*)$/s.exec(line) ?? [];
    if (key !== undefined) add(lanes, key, text);
    else if (line.trim() !== '' && !/^\s*(?:•|WARNING\b|ERROR\b)/.test(line)) return 'part-mixed';
  }
  const [, successful, total] = TURBO_END.exec(lines[end]!)!.map(Number);
  const failed = lines.slice(end).flatMap((line) => /^Failed: +(.+)$/.exec(line)?.[1]?.split(', ') ?? []);
  const isEachTold = successful! + failed.length === total;
  return new Map(
    [...lanes].map(([key, [status = '', ...lane]]): [string, Portion | NoPortion] => {
      if (status.startsWith('cache hit, ')) return [key, 'part-replayed'];
      // Of others nobody knows whether they ran now.
      if (!/^cache (?:miss, executing|bypass, force executing) \w+$/.test(status)) return [key, 'part-mixed'];
      const hasFailed = failed.some((one) => one.replace('#', ':') === key);
      const own = exit === 0 ? 0 : hasFailed ? 1 : isEachTold ? 0 : undefined;
      return [key, { text: lane.join('\n'), exit: own }];
    }),
  );
}

const TURBO_END = /^ *Tasks: +(\d+) successful, (\d+) total$/;

/**
 * `byNpm` splits what npm prints below `> @acme/a@1.0.0 test` and `> vitest run`, one package after the other: nothing
 * stands in front of their lines.
 */
function byNpm(lines: readonly string[], exit: number | undefined, parts: readonly Part[]): Divided {
  const expected = new Map(
    parts.flatMap(({ name, task }) => [`pre${task}`, task, `post${task}`].map((one) => [`${name} ${one}`, task])),
  );
  const lanes = new Map<string, string[]>();
  let now: string | undefined;
  for (const [at, line] of lines.entries()) {
    const [, name, script] = /^> ((?:@[^\s/@]+\/)?[^\s@]+)(?:@\S+)? (\S+)$/.exec(line) ?? [];
    const isHead = script !== undefined && lines[at + 1]?.startsWith('> ') === true;
    const key = `${name} ${script}`;
    if (isHead && expected.has(key)) {
      if (lanes.has(key)) return 'part-mixed';
      now = key;
    } else if (isHead && now !== undefined && !now.startsWith(`${name} `)) return 'part-mixed';
    if (now !== undefined) add(lanes, now, line);
  }
  if (lanes.size === 0) return 'part-unnamed';
  // npm goes through all of them: where one is missing, what stands for another may stand for it, too.
  if (exit === 0 && parts.some(({ name, task }) => !lanes.has(`${name} ${task}`))) return 'part-mixed';
  return new Map([...lanes].map(([key, lane]) => [key, { text: lane.join('\n'), exit: exit === 0 ? 0 : undefined }]));
}
