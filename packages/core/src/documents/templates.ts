import type { GoalKind, GoalSpec, RunGoal } from '../goal/goal.js';
import { oneLine } from './text.js';

/** A document subject tells what a new document is about. */
export interface DocumentSubject {
  title: string;
  /** The goal of the run, where that said one. */
  goal?: RunGoal;
  /** How the workflow reads goals: its interview asks by the kind of work. */
  goals?: GoalSpec;
  /** The dials of the run: the kind of work that one of them says goes before what was read of the goal. */
  dials?: Readonly<Record<string, string>>;
}

/**
 * Returns the text of a new document: a template of a workflow under the title of the work, with the goal and what is
 * asked about it.
 */
export function documentTemplate(template: string, subject: DocumentSubject): string {
  const values: Readonly<Record<string, () => string>> = {
    title: () => titleOf(subject.title),
    goal: () => goalLines(subject.goal),
    questions: () => questionLines(subject),
  };
  const { without = [] } = kindOf(subject)?.spec ?? {};
  const form = without.reduce((text, title) => withoutSection(text, title), template);
  return form.replace(/\{(title|goal|questions)\}/g, (_, name: string) => values[name]!());
}

/** Returns a form without one of its sections, up to the next headline of the same depth. */
function withoutSection(form: string, title: string): string {
  const lines = form.split('\n');
  const from = lines.indexOf(`## ${title}`);
  if (from < 0) return form;
  const next = lines.findIndex((line, at) => at > from && line.startsWith('## '));
  return [...lines.slice(0, from), ...(next < 0 ? [] : lines.slice(next))].join('\n');
}

/** Returns the kind of work that a document is about, with what is asked about it; null where nobody says. */
function kindOf({ goal, goals, dials = {} }: DocumentSubject): { kind: string; spec: GoalKind } | null {
  if (!goals) return null;
  const isKnown = (kind: string | undefined) => kind !== undefined && Object.hasOwn(goals.kinds, kind);
  const kind = [dials[goals.dial], goal?.read?.kind, goals.otherwise].find(isKnown);
  return kind === undefined ? null : { kind, spec: goals.kinds[kind]! };
}

/** Returns the text of a new document without a template, whose form nobody knows but the project: its headline. */
export const plainTemplate = (what: string, { title }: { title: string }): string =>
  `# ${titleOf(what)}: ${titleOf(title)}\n`;

const titleOf = (title: string) => plainLine(title) || 'untitled';

const plainLine = (text: string) => oneLine(text).replaceAll('<!--', '').replaceAll('-->', '').trim();

/** The goal as it was said, with what its words say of the kind of work. */
function goalLines(goal: RunGoal | undefined): string {
  if (!goal) return '<!-- What is to be reached, in one sentence. -->';
  const { text, read } = goal;
  const said = `> ${plainLine(text)}`;
  if (!read) return said;
  const { kind, confidence, words } = read;
  const why = words.length === 0 ? '' : `: ${words.join(', ')}`;
  return `${said}\n\n<!-- Read as ${kind} (${confidence} confidence${why}). -->`;
}

/**
 * Returns the questions that are always asked about this kind of work, else a heading for each area that is asked
 * about.
 */
function questionLines(subject: DocumentSubject): string {
  const found = kindOf(subject);
  if (!found) return '';
  const { kind, spec } = found;
  const { min, max } = spec.questions;
  const count = min === max ? `${min} questions` : `${min} to ${max} questions`;
  const asked = spec.asks
    ? spec.asks.map(({ text, isCommand }) => `- ${text}\n  - Looked up:\n  - ${isCommand ? 'Command' : 'Answer'}:`)
    : [(subject.goals?.areas ?? []).map((area) => `### ${area}`).join('\n\n')];
  return `<!-- ${count} for this kind of work (${kind}). -->\n\n${asked.join('\n')}`;
}
