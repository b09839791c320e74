import { existsSync } from 'node:fs';
import { inPlaceFolders, isSealedHere } from '@flow/engine/places/seal';
import { readSmall } from '@flow/evidence/disk/read-small';
import { type Environment, findRepository } from '@flow/evidence/fast';
import { type Answer, failed } from '../answer/answer.js';
import type { Call } from './command.js';

/**
 * What becomes of a command where a sandbox hides what signs: it `works`, as it reads, or runs something and records nothing;
 * the hook does it `outside`, in its place; else the reason why it is refused there.
 */
export type Inside = 'works' | 'outside' | 'records' | 'starts' | 'person' | 'installs' | 'publishes';

/** The same for a command of which an option makes another one. */
export interface InsideWith {
  usual: Inside;
  /** By the option's name. */
  options: Readonly<Record<string, Inside>>;
}

/** What is said of a refused command: the reason, and who does it how. */
const REASONS: Readonly<Record<Exclude<Inside, 'works'>, readonly [why: string, remedy: string]>> = {
  outside: [
    'what it records is signed outside, in its place',
    'Type it alone: one call with this one command, its words plain or in quotes; no pipe, list, redirection, variable or `-C`, and a file in the place of `-`.',
  ],
  records: [
    'what it records has to be signed, and nothing inside can sign',
    'Ask the user to run it outside of the sandbox.',
  ],
  starts: [
    'it starts programs of the project and records what they do',
    'Run the tests as they are typed, and the hook outside records them; or ask the user to run it outside of the sandbox.',
  ],
  person: ['it is a decision of a person, who makes it in a terminal outside', 'Ask the user to type it.'],
  installs: ['it writes what the seal protects', 'Ask the user to run it outside of the sandbox.'],
  publishes: ['it records and publishes, which is done outside', 'Ask the user to run it outside of the sandbox.'],
};

/** Every command of `flow-hooks`, by its name. */
export const INSIDE: Readonly<Record<string, Inside | InsideWith>> = {
  install: 'installs',
  uninstall: 'installs',
  doctor: 'works',
  status: 'works',
  explain: 'works',
  audit: 'works',
  replay: 'works',
  flaky: 'works',
  exec: 'works',
  'prove-red': 'starts',
  'prove-binding': 'starts',
  approve: { usual: 'person', options: { list: 'works' } },
  allow: { usual: 'person', options: { list: 'works' } },
  attest: 'publishes',
  verify: 'works',
  apply: 'person',
  preset: 'works',
  'rotate-key': 'person',
  statusline: 'works',
  rules: 'works',
};

/** Tells what becomes of a command with its options; one that is on no list is taken to record. */
export function insideOf(entry: Inside | InsideWith | undefined, options: Readonly<Record<string, unknown>>): Inside {
  if (entry === undefined) return 'records';
  if (typeof entry === 'string') return entry;
  const given = Object.keys(entry.options).find((name) => options[name] !== undefined && options[name] !== false);
  return given === undefined ? entry.usual : entry.options[given]!;
}

/** What is said of a command that would be done outside, where the seal has no program for that. */
const NOBODY_OUTSIDE = (name: string): readonly [why: string, remedy: string] => [
  'what it records is signed outside, and the seal of this project has no `flow` there',
  `Ask the user to run \`${name.replace(/ \S+$/, ' init')}\` outside of the sandbox, once; from then on type it alone, and it is done there.`,
];

/**
 * Answers a command that a sealed shell does not run, or that is not done in its place.
 * @param name program and command, as they are typed
 */
export function refusedInside(
  name: string,
  inside: Exclude<Inside, 'works'>,
  { directory, environment }: Pick<Call, 'directory' | 'environment'>,
): Answer {
  const [why, remedy] = inside === 'outside' ? wordsOutside(name, directory, environment) : REASONS[inside];
  return failed(3, 'SEALED', `\`${name}\` does not run in a sealed shell: ${why}. ${remedy}`);
}

/** Returns what is said of a command that the hook does, as far as it can here. */
function wordsOutside(
  name: string,
  directory: string,
  environment: Environment,
): readonly [why: string, remedy: string] {
  const repository = findRepository(directory);
  // A sandbox that nobody has made a seal of hides the key, too.
  if (!repository || !isSealedHere(repository, environment)) return REASONS.records;
  const program = readSmall(inPlaceFolders(repository, environment).program)?.trim();
  return program !== undefined && existsSync(program) ? REASONS.outside : NOBODY_OUTSIDE(name);
}
