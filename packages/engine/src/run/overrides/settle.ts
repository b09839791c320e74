import type { Finding, Ruling } from '@flow/core';
import { canonical, isHidden, keepRefusal, mayBeOverridden, type Override, recordOverrideUse } from '@flow/evidence';
import type { Surroundings } from '../../places/surroundings.js';
import { formatFinding } from '../../words/finding-words.js';
import type { Reader } from '../../words/reader.js';
import { PUSHED_OUTSIDE } from '../../words/sealed.js';
import { isCommitted } from '../moments/is-committed.js';
import { readOverrides, stageOf } from './overrides.js';
import { digestOf, GIT_HOOK, keyOf, type RefusedCall, readKey, showCall } from './refused-call.js';

/** The rest of a refusal, after the refusal was held against the overrides of persons. */
export interface Settled {
  rulings: Ruling[];
  /** The end of the refusal: how a person may let the call through; empty where no person may. */
  offer: string;
}

/**
 * Holds a refusal against what a person has let through; what is still refused gets a short code. Nothing here can turn
 * a refusal into a failure: without a journal nothing is let through, without a place to write no code is offered.
 * @param around whose journal it is; null outside of any repository, where nobody keeps anything
 * @param reader who is told, asked only where something is offered
 */
export function settle(
  rulings: Ruling[],
  call: RefusedCall,
  around: Surroundings | null,
  reader: () => Reader = () => 'agent',
): Settled {
  const refused = rulings.filter(({ answer }) => answer === 'refuse');
  if (refused.length === 0 || !around) return { rulings, offer: '' };
  const keys = refused.map(({ finding }) => keyOf(finding));
  const found = find(call, keys, around);
  if (found && found.missing.length === 0) {
    if (use(found.override, call, around))
      return { rulings: [...rulings.map(passed), told('OVERRIDE_USED', found.override, refused)], offer: '' };
    if (isHidden(around.start.environment))
      return {
        rulings,
        offer: `\nA person has let this through, which a sealed shell cannot note. ${PUSHED_OUTSIDE}.`,
      };
  }
  const others = refused.filter(({ finding }) => found?.missing.includes(keyOf(finding)));
  const remarks = others.length > 0 ? [told('OVERRIDE_VOID', found!.override, others)] : [];
  return { rulings: [...rulings, ...remarks], offer: offer(refused, call, around, reader) };
}

/**
 * Rulings about a push that a person has let through, as git's own hook takes them: nothing is used up, and what the hook
 * has used up for this content already counts, so that whoever only goes on behind the push is not held up.
 */
export function lookedThrough(rulings: Ruling[], push: RefusedCall, around: Surroundings): Ruling[] {
  const { repository, start } = around;
  const refused = rulings.filter(({ answer }) => answer === 'refuse');
  if (refused.length === 0 || !mayBeOverridden(repository, start.environment)) return rulings;
  const digest = digestOf(push);
  const found = readOverrides(repository).find((override) => {
    const { tool, used, isOver } = override;
    const was = (stage: string) => used.some((use) => use.stage === stage);
    const isAtGit = (tool === GIT_HOOK || was('call')) && !was('revoked') && !isOver;
    if (!isAtGit || (tool === GIT_HOOK && override.digest !== digest)) return false;
    return refused.every(({ finding }) => covers(override, keyOf(finding), push, around));
  });
  return found ? [...rulings.map(passed), told('OVERRIDE_USED', found, refused)] : rulings;
}

const passed = (ruling: Ruling): Ruling => (ruling.answer === 'refuse' ? { ...ruling, answer: 'excepted' } : ruling);

function told(code: string, override: Override, about: readonly Ruling[]): Ruling {
  const { person, reason, code: name } = override;
  const codes = [...new Set(about.map(({ finding }) => finding.code))];
  const finding: Finding = { code, level: 'warn', args: { name, person, reason, codes } };
  return { guard: about[0]!.guard, finding, answer: 'tell' };
}

/** Returns the override that is for this call, with what it was not given for; the one that lacks least. */
function find(call: RefusedCall, keys: readonly string[], around: Surroundings) {
  const { repository, start } = around;
  if (!mayBeOverridden(repository, start.environment)) return null;
  const digest = digestOf(call);
  return readOverrides(repository)
    .filter((override) => {
      if (stageOf(override) !== stageIn(call)) return false;
      // Behind a call that was let through, git's own hook sees the same content, in other words.
      return override.digest === digest || (override.tool !== GIT_HOOK && call.tool === GIT_HOOK);
    })
    .map((override) => ({ override, missing: keys.filter((key) => !covers(override, key, call, around)) }))
    .filter(({ override, missing }) => override.digest === digest || missing.length === 0)
    .sort((a, b) => a.missing.length - b.missing.length)[0];
}

const stageIn = ({ tool }: RefusedCall) => (tool === GIT_HOOK ? 'git' : 'call');

function covers({ findings, tool }: Override, key: string, call: RefusedCall, around: Surroundings): boolean {
  if (tool !== call.tool && readKey(key).tree === null) return false;
  return findings.includes(key) || findings.some((one) => isSameContent(one, key, around));
}

/**
 * Tells whether two contents are one to an override. A content that a command would commit is judged by the files on disk, and afterwards by the commit that holds the
 * content, with what an installation wrote.
 */
function isSameContent(one: string, other: string, around: Surroundings): boolean {
  const [mine, theirs] = [one, other].map((key) => JSON.parse(key) as unknown[]);
  const [had, has] = [mine![2], theirs![2]];
  if (!isObject(had) || !isObject(has)) return false;
  return canonical(mine!.with(2, null)) === canonical(theirs!.with(2, null)) && isCommitted(around, has, had) === true;
}

const isObject = (name: unknown): name is string => typeof name === 'string' && /^[0-9a-f]{40,64}$/.test(name);

function use({ id }: Override, call: RefusedCall, { repository }: Surroundings): boolean {
  try {
    return recordOverrideUse(repository, id, stageIn(call), call.id);
  } catch {
    // Where its use cannot be noted, it could be used again and again.
    return false;
  }
}

/** Nobody can let an agent be a person: what only a person does, they do themselves. */
const PERSONAL = new Set(['PERSON_ONLY', 'NOTIFICATION_FORGED']);

function offer(
  refused: readonly Ruling[],
  call: RefusedCall,
  { repository, start }: Surroundings,
  reader: () => Reader,
): string {
  if (refused.some(({ finding }) => PERSONAL.has(finding.code))) return '';
  const now = Date.now();
  const findings = refused.map(({ finding }) => ({
    key: keyOf(finding),
    // A person reads it before the call is let through.
    text: `${finding.code}: ${formatFinding(finding, now, 'person')}`,
  }));
  const { tool, directory, session } = call;
  try {
    const refusal = { v: 1 as const, tool, digest: digestOf(call), directory, ...showCall(call), findings, session };
    const code = keepRefusal(repository, { ...refusal, time: now }, start.environment);
    return `\n${reader() === 'person' ? 'To allow' : 'A person can allow'} exactly this once: npx flow-hooks allow ${code}`;
  } catch {
    // Nothing to offer, as it cannot be kept: the refusal stands without a code.
    return '';
  }
}
