import { readFileSync } from 'node:fs';
import path from 'node:path';
import { documentOfKind, documentTemplate, slugOf } from '@flow/core/documents';
import { writeInTree } from '@flow/evidence';
import type { Surroundings } from '../../places/surroundings.js';
import type { Standing } from '../status.js';
import { documentPaths, documentReader, pathsOnDisk } from './documents.js';
import { templatesOf } from './templates.js';
import { asCode, escaped } from './written.js';

/** A question with what is known of its answer, as it is written into an interview. */
export interface Clarification {
  question: string;
  lookedUp: string;
  /** The phase and the category that it belongs to. */
  phase: string;
  category: string;
  answer?: string;
  /** What is taken to be so in place of an answer. */
  assumed?: string;
  command?: string;
}

/** The interview of a run: where it lies, and its text; a text that begins with the template where nobody has written it. */
interface InterviewFile {
  path: string;
  text: string;
}

/** Finds the interview of a run; null where its workflow has none. */
export function interviewFile({ repository }: Surroundings, { workflow, run, status }: Standing): InterviewFile | null {
  const name = documentOfKind(workflow, 'interview');
  if (name === null) return null;
  const file = pathsOnDisk(documentPaths(workflow, run.names), repository.root)[name]!;
  try {
    return { path: file, text: readFileSync(path.join(repository.root, file), 'utf8') };
  } catch {
    const templates = templatesOf(workflow);
    const template = templates[workflow.documents[name]!.template ?? name] ?? templates.interview ?? '';
    const title = run.goal?.text ?? run.branch;
    const goals = { ...(run.goal && { goal: run.goal }), ...(workflow.goal && { goals: workflow.goal }) };
    const subject = { title, ...goals, dials: status.dials };
    return { path: file, text: documentTemplate(template, subject) };
  }
}

/** Ids of assumptions, as an interview writes them. */
const ASSUMED = /\b(?:assumed|assumption)\s*[([]?A(\d{1,4})\b/gi;

/** Returns the text line by line, with nothing where it explains itself. */
const withoutComments = (text: string) => text.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ''));

/**
 * Writes a question with its answer, or with what is assumed, into the interview of a run: below the heading of its phase and
 * category.
 * @returns the path, and the id of the assumption; null where the workflow has no interview, or its text cannot be read
 */
export function addClarification(
  around: Surroundings,
  standing: Standing,
  one: Clarification,
): { path: string; id: string | null } | null {
  const file = interviewFile(around, standing);
  if (file === null) return null;
  const last = Math.max(0, ...[...withoutComments(file.text).matchAll(ASSUMED)].map(([, number]) => Number(number)));
  const id = one.assumed === undefined ? null : `A${last + 1}`;
  const text = withEntry(file.text, `${one.phase}: ${one.category}`, entryOf(one, id));
  if (text === null) return null;
  writeInTree(around.repository, file.path, text);
  return { path: file.path, id };
}

function entryOf({ question, lookedUp, answer, assumed, command }: Clarification, id: string | null): string[] {
  return [
    `- ${escaped(question)}`,
    `  - Looked up: ${escaped(lookedUp)}`,
    ...(answer === undefined ? [] : [`  - Answer: ${escaped(answer)}`]),
    ...(assumed === undefined ? [] : [`  - Assumed (${id}): ${escaped(assumed)}`]),
    ...(command === undefined ? [] : [`  - Command: ${asCode(command)}`]),
  ];
}

function withEntry(text: string, heading: string, lines: readonly string[]): string | null {
  const { insertEntry } = documentReader();
  const below = insertEntry(text, { under: (slug) => slug === slugOf(heading) }, lines);
  if (below !== null) return below;
  const headed = [`### ${escaped(heading)}`, '', ...lines];
  const isLast = /^## Clarifications[ \t]*$(?![\s\S]*^##? )/m.test(text);
  if (isLast) return `${text.trimEnd()}\n\n${headed.join('\n')}\n`;
  const under = insertEntry(text, { under: (slug) => slug === 'clarifications' }, headed);
  return under ?? `${text.trimEnd()}\n\n## Clarifications\n\n${headed.join('\n')}\n`;
}

/**
 * Writes a person's answer below an assumption: the assumption is no debt any more.
 * @returns the path; null where no assumption has that id
 */
export function answerAssumption(around: Surroundings, standing: Standing, id: string, answer: string): string | null {
  const file = interviewFile(around, standing);
  if (file === null) return null;
  const lines = file.text.split('\n');
  const seen = withoutComments(file.text).split('\n');
  const at = seen.findIndex((line) => [...line.matchAll(ASSUMED)].some(([, number]) => `A${Number(number)}` === id));
  if (at < 0) return null;
  const indent = /^\s*(?:[-*+]\s+)?/.exec(lines[at]!)![0];
  lines.splice(at + 1, 0, `${indent}Answer: ${escaped(answer)}`);
  writeInTree(around.repository, file.path, lines.join('\n'));
  return file.path;
}
