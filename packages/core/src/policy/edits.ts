import { type ClassGlobs, classOf } from '../paths.js';
import { PATH_CLASSES, type PathClass } from '../presets/path-class.js';
import type { Preset } from '../presets/preset.js';
import type { EditAnswer, EditRule } from './edit-rule.js';
import type { EditPolicy } from './guard.js';
import type { Policy } from './policy.js';

/** What a file is to the rules of a phase: `other` is neither source nor test nor anything that a preset knows. */
export type EditClass = PathClass | 'other';

/** One file that is changed, as far as rules can speak of it. */
export interface EditOf {
  /** Relative to the repository's root, with `/`. */
  path: string;
  /** Kind of the sub-agent that changes it, null for the session's own agent. */
  role: string | null;
  /** The text that the change brings; null where it is not shown. */
  added: string | null;
  /** Whether nothing but tests in a source file changes: then it is a change of tests. @default false */
  testsOnly?: boolean;
}

/** What the rules say of one changed file. */
export interface EditVerdict {
  class: EditClass;
  answer: EditAnswer;
  /** Why: the rule of the phase; null where no rule speaks of such files, or no phase is in force. */
  rule: EditRule | null;
}

const CLOSED: readonly PathClass[] = ['source', 'test'];

/** The class of a path: the project's own globs come first, then the first preset that knows it. */
export function editClass(path: string, policy: Pick<Policy, 'edits' | 'presets'>): EditClass {
  return classOf(path, policy.edits.classes, classesOf(policy.presets));
}

const layers = new WeakMap<readonly Preset[], readonly ClassGlobs[]>();

function classesOf(presets: readonly Preset[]): readonly ClassGlobs[] {
  const known = layers.get(presets) ?? presets.map(({ classes }) => classes);
  layers.set(presets, known);
  return known;
}

/**
 * Holds one changed file against the phase in force (features C39 to C47). Of the phase's rules the first that fits
 * decides; a class without a rule is free, and so is everything where a phase has no rules.
 * @param phase null where no phase is in force
 */
export function judgeEdit(edit: EditOf, policy: Pick<Policy, 'edits' | 'presets'>, phase: string | null): EditVerdict {
  const named = editClass(edit.path, policy);
  const kind = named === 'source' && edit.testsOnly === true ? 'test' : named;
  const rules = rulesOf(policy.edits, phase);
  if (rules === null) {
    const closed = policy.edits.withoutPhase === 'deny' && CLOSED.some((name) => name === kind);
    return { class: kind, answer: closed ? 'deny' : 'allow', rule: null };
  }
  const rule = rules.find((one) => one.class === kind && isFor(one, edit.role)) ?? null;
  const marked = rule?.marker !== undefined && edit.added?.includes(rule.marker) === true;
  return { class: kind, answer: rule === null || marked ? 'allow' : rule.answer, rule };
}

/** What rules call the session's own agent. */
const MAIN = 'main';

/** Whether a rule speaks of an agent; ours are known with and without what a host puts before their names. */
function isFor(rule: EditRule, role: string | null): boolean {
  if (rule.role === undefined) return true;
  if (role === null) return rule.role === MAIN;
  return rule.role === role || rule.role === role.replace(/^(?:flow:)?(?:flow-)?/, '');
}

/** Whether any edit can come to something else than `allow`, so that edits have to be looked at. */
export function restrictsEdits(edits: EditPolicy, phase: string | null): boolean {
  const rules = rulesOf(edits, phase);
  return rules === null ? edits.withoutPhase === 'deny' : rules.some(({ answer }) => answer !== 'allow');
}

/** The classes of files that a role may edit now, for the words of a refusal: those that the phase's rules name. */
export function openClasses(edits: EditPolicy, phase: string | null, role: string | null): PathClass[] {
  return PATH_CLASSES.filter((name) => {
    const answer = rulesOf(edits, phase)?.find((one) => one.class === name && isFor(one, role))?.answer;
    return answer === 'allow' || answer === 'log';
  });
}

/** A phase that has no rules here is no phase: it is another program's word, and closes what `withoutPhase` closes. */
function rulesOf({ phases }: EditPolicy, phase: string | null): readonly EditRule[] | null {
  return phase !== null && Object.hasOwn(phases, phase) ? phases[phase]! : null;
}
