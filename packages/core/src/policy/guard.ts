import type { Finding } from '../finding.js';
import { matchesAny } from '../paths.js';
import type { PathClass } from '../presets/path-class.js';
import type { EditRule } from './edit-rule.js';
import type { Severity } from './severity.js';

/**
 * The guards, in the order in which they are asked: what cannot be read, what would switch guards off, what only a person
 * says, secrets before phases (feature C28), and the push last, because it asks git most.
 */
export const GUARDS = ['unreadable', 'arming', 'approval', 'sensitive', 'protected', 'edits', 'push'] as const;
export type Guard = (typeof GUARDS)[number];

/** `monitor` decides and tells without refusing; `off` is not asked at all. */
export const GUARD_MODES = ['off', 'monitor', 'enforce'] as const;
export type GuardMode = (typeof GUARD_MODES)[number];

/**
 * An exception is something that a guard would refuse and the project allows, with who answers for it and until when.
 */
export interface Exception {
  guard: Guard;
  /** Glob of the files it is about, relative to the repository; left out where `command` is given. */
  path?: string;
  /**
   * The command line it is about, exactly; `*` stands for anything within one word or several, never for `;`, `&`, `|` or a
   * line's end.
   */
  command?: string;
  /** Names of tests that may be red, as refusals spell them; `*` stands for anything. The push guard's alone. */
  tests?: string[];
  reason: string;
  owner: string;
  /** First day on which it no longer holds, as epoch milliseconds; null where it never ends. */
  expires: number | null;
}

/** Sensitive rules tell what secrets are, beyond the built-in names, and what happens to a command that reads one. */
export interface SensitiveRules {
  /** Further globs that the agent may not write. */
  write: string[];
  /** Globs that are free again: examples, templates, fixtures. */
  allow: string[];
  read: Severity;
}

/** An edit policy says which files may change where no workflow runs; the phases of a run bring rules of their own. */
export interface EditPolicy {
  /** Rules in force without a phase. A class without a rule is free (feature C42). */
  withoutPhase: EditRule[];
  /** Globs that belong to a class here, before those of the presets. */
  classes: Partial<Record<PathClass, string[]>>;
}

/** `CLOSING_RULES` lists the rules that close source and tests (feature C39). */
export const CLOSING_RULES: readonly EditRule[] = [
  { class: 'source', answer: 'deny' },
  { class: 'test', answer: 'deny' },
];

/** The parts of the policy that speak of guards. */
export interface GuardPolicy {
  mode: 'enforce' | 'monitor';
  guards: Record<Guard, GuardMode>;
  /** Severity by code of a finding, in place of the guard's own. */
  rules: Record<string, Severity>;
  exceptions: Exception[];
}

/**
 * An answer tells what the policy makes of a finding: `refuse`, `monitor` (would be refused, and is only told), `tell`,
 * `note` (told where it is not a nuisance), `excepted`, `off`.
 */
export type Answer = 'refuse' | 'monitor' | 'tell' | 'note' | 'excepted' | 'off';

/** A finding with what the policy makes of it. */
export interface Ruling {
  guard: Guard;
  finding: Finding;
  answer: Answer;
  /** The exception by which the call is allowed; there with `excepted` alone. */
  exception?: Exception;
}

/**
 * Holds one finding against the policy.
 * @param command the command line it comes from, null for a file tool or a git hook
 * @param now epoch milliseconds
 */
export function rule(guard: Guard, found: Finding, policy: GuardPolicy, command: string | null, now: number): Ruling {
  const severity = policy.rules[found.code];
  const finding: Finding = severity && severity !== 'off' ? { ...found, level: severity } : found;
  if (policy.guards[guard] === 'off' || severity === 'off') return { guard, finding, answer: 'off' };
  if (finding.level === 'note') return { guard, finding, answer: 'note' };
  const fitting = policy.exceptions.filter((one) => fits(one, guard, finding, command));
  const exception = exceptedBy(
    fitting.filter((one) => !hasEnded(one, now)),
    finding,
  );
  if (exception) return { guard, finding, answer: 'excepted', exception };
  const ended = fitting.find((one) => hasEnded(one, now));
  const spoken = ended && exceptedBy(fitting, finding) ? withEnded(finding, ended) : finding;
  if (finding.level === 'warn') return { guard, finding: spoken, answer: 'tell' };
  const monitored = policy.mode === 'monitor' || policy.guards[guard] === 'monitor';
  return { guard, finding: spoken, answer: monitored ? 'monitor' : 'refuse' };
}

/** @param now epoch milliseconds */
export const hasEnded = ({ expires }: Exception, now: number): boolean => expires !== null && now >= expires;

/** Returns the last day on which an exception holds, or held. */
export const lastDayOf = ({ expires }: Exception): string =>
  expires === null ? '' : new Date(expires - 1).toISOString().slice(0, 10);

/** A finding that an exception covered until it ended says so: else nobody knows why the same call is refused today. */
function withEnded(finding: Finding, one: Exception): Finding {
  const { owner, reason } = one;
  return { ...finding, args: { ...finding.args, endedOwner: owner, endedReason: reason, endedDay: lastDayOf(one) } };
}

function fits(one: Exception, guard: Guard, finding: Finding, command: string | null): boolean {
  if (one.guard !== guard) return false;
  if (one.command !== undefined && (command === null || !matchesCommand(command, one.command))) return false;
  if (one.tests !== undefined && failedAlone(finding) === undefined) return false;
  return one.path === undefined || (finding.path !== undefined && matchesAny(finding.path, [one.path]));
}

/**
 * Picks the exception by which a finding is allowed, of those that fit it. Exceptions that name tests hold together, and only
 * where they name all that failed.
 */
function exceptedBy(fitting: readonly Exception[], finding: Finding): Exception | undefined {
  const whole = fitting.find(({ tests }) => tests === undefined);
  if (whole) return whole;
  const naming = failedAlone(finding)?.map((name) => fitting.find((one) => namesTest(one, name)));
  return naming?.every((one) => one !== undefined) ? naming[0] : undefined;
}

/** Returns the tests that failed, where nothing else is red and all of them are named. */
const failedAlone = ({ args }: Finding): string[] | undefined =>
  Array.isArray(args.onlyFailing) && args.onlyFailing.length > 0 ? args.onlyFailing : undefined;

/** Tells whether exceptions, ended ones as well, name all of some tests. */
export const areNamed = (tests: readonly string[], exceptions: readonly Exception[]): boolean =>
  tests.length > 0 && tests.every((test) => exceptions.some((one) => namesTest(one, test)));

const namesTest = ({ tests = [] }: Exception, name: string) => tests.some((pattern) => matchesStars(name, pattern));

/**
 * Tells whether a command line is the one that a pattern names: what a star stands for must not begin another command.
 */
const matchesCommand = (command: string, pattern: string) =>
  matchesStars(command.trim(), pattern.trim(), (between) => !/[;&|\n\r`$<>()]/.test(between));

/**
 * Tells whether a text is the one that a pattern names, in which `*` stands for anything that may. No expression is
 * made of it: a pattern is no code.
 */
function matchesStars(text: string, pattern: string, mayStand: (between: string) => boolean = () => true): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of rest.entries()) {
    const next = index === rest.length - 1 ? text.length - part.length : text.indexOf(part, at);
    if (next < at || !text.startsWith(part, next) || !mayStand(text.slice(at, next))) return false;
    at = next + part.length;
  }
  return at === text.length;
}
