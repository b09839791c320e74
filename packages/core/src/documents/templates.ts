import type { GoalSpec, RunGoal } from '../goal/goal.js';
import { oneLine } from './text.js';

/** A document subject tells what a new document is about. */
export interface DocumentSubject {
  title: string;
  /** The goal of the run, where that said one. */
  goal?: RunGoal;
  /** How the workflow reads goals: its interview asks by the kind of work. */
  goals?: GoalSpec;
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
  return template.replace(/\{(title|goal|questions)\}/g, (_, name: string) => values[name]!());
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
function questionLines({ goal, goals }: DocumentSubject): string {
  const kind = goal?.read?.kind ?? goals?.otherwise;
  const spec = kind !== undefined && goals && Object.hasOwn(goals.kinds, kind) ? goals.kinds[kind] : undefined;
  if (!goals || !spec) return '';
  const { min, max } = spec.questions;
  const count = min === max ? `${min} questions` : `${min} to ${max} questions`;
  const asked = spec.asks
    ? spec.asks.map(({ text, isCommand }) => `- ${text}\n  - Looked up:\n  - ${isCommand ? 'Command' : 'Answer'}:`)
    : [(goals.areas ?? []).map((area) => `### ${area}`).join('\n\n')];
  return `<!-- ${count} for this kind of work (${kind}). -->\n\n${asked.join('\n')}`;
}
