import { type Answer, failed } from '../answer/answer.js';

/**
 * Whether a command works where a sandbox hides what signs: `works`, as it reads, or runs something and records nothing; else
 * the reason why it is refused there.
 */
export type Inside = 'works' | 'records' | 'person' | 'installs' | 'publishes';

const REASONS: Readonly<Record<Exclude<Inside, 'works'>, string>> = {
  records: 'what it records has to be signed, and nothing inside can sign',
  person: 'it is a decision of a person, who makes it in a terminal outside',
  installs: 'it writes what the seal protects',
  publishes: 'it records and publishes, which is done outside',
};

/** Every command of `flow-hooks`, by its name. */
export const INSIDE: Readonly<Record<string, Inside>> = {
  install: 'installs',
  uninstall: 'installs',
  doctor: 'works',
  status: 'works',
  explain: 'works',
  audit: 'works',
  replay: 'works',
  exec: 'works',
  'prove-red': 'records',
  approve: 'person',
  allow: 'person',
  attest: 'publishes',
  verify: 'works',
  apply: 'person',
  preset: 'works',
  'rotate-key': 'person',
  statusline: 'works',
  rules: 'works',
};

/** Tells whether a call of a command works there: a list of what persons have decided only reads. */
export const insideOf = (name: string, { list }: Readonly<Record<string, unknown>>): Inside =>
  list === true ? 'works' : (INSIDE[name] ?? 'works');

/** Answers a command that a sealed shell does not run. */
export function refusedInside(name: string, inside: Exclude<Inside, 'works'>): Answer {
  const where = inside === 'person' ? 'Ask the user to type it' : 'Run it outside of the sandbox';
  return failed(3, 'SEALED', `\`${name}\` does not run in a sealed shell: ${REASONS[inside]}. ${where}.`);
}
