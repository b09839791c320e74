import { type ClassGlobs, classOf } from '../paths.js';
import { PATH_CLASSES, type PathClass } from '../presets/path-class.js';
import type { Preset } from '../presets/preset.js';
import type { EditAnswer, EditRule } from './edit-rule.js';
import type { Policy } from './policy.js';

/**
 * An edit class tells what a file is to edit rules: `other` is neither source nor test nor anything that a preset
 * knows.
 */
export type EditClass = PathClass | 'other';

/** An edit of one file, as far as rules can speak of it. */
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

/** An edit verdict tells what the rules say of one changed file. */
export interface EditVerdict {
  class: EditClass;
  answer: EditAnswer;
  /** Why: the rule that fits; null where no rule speaks of such files. */
  rule: EditRule | null;
}

/** Returns the class of a path: the project's own globs come first, then the first preset that knows it. */
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
 * Holds one changed file against the rules in force (features C39 to C47). The first rule that fits decides; a class without a
 * rule is free.
 */
export function judgeEdit(
  edit: EditOf,
  policy: Pick<Policy, 'edits' | 'presets'>,
  rules: readonly EditRule[],
): EditVerdict {
  const named = editClass(edit.path, policy);
  const kind = named === 'source' && edit.testsOnly === true ? 'test' : named;
  const rule = rules.find((one) => one.class === kind && isFor(one, edit.role)) ?? null;
  const marked = rule?.marker !== undefined && edit.added?.includes(rule.marker) === true;
  return { class: kind, answer: rule === null || marked ? 'allow' : rule.answer, rule };
}

/** What rules call the session's own agent. */
const MAIN = 'main';

/** Tells whether a rule speaks of an agent; ours are known with and without what a host puts before their names. */
function isFor(rule: EditRule, role: string | null): boolean {
  if (rule.role === undefined) return true;
  if (role === null) return rule.role === MAIN;
  return rule.role === role || rule.role === role.replace(/^(?:flow:)?(?:flow-)?/, '');
}

/** Tells whether any edit can come to something else than `allow`, so that edits have to be looked at. */
export function restrictsEdits(rules: readonly EditRule[]): boolean {
  return rules.some(({ answer }) => answer !== 'allow');
}

/** Returns the classes of files that a role may edit, for the words of a refusal: those that the rules name. */
export function openClasses(rules: readonly EditRule[], role: string | null): PathClass[] {
  return PATH_CLASSES.filter((name) => {
    const answer = rules.find((one) => one.class === name && isFor(one, role))?.answer;
    return answer === 'allow' || answer === 'log';
  });
}
