import type { ListItem } from 'mdast';
import type { Finding } from '../finding.js';
import { findingAt, type Interview, type InterviewEntry, type Section } from './document.js';
import { FORM_LINE, INTERVIEW_FORM } from './interview-form.js';
import { type EntryLine, linesOf } from './item-lines.js';
import { lineOf, type Outline } from './outline.js';
import { slugOf } from './sections.js';
import { isPlaceholder, withoutTicks } from './text.js';

/*
 * An interview is what a person was asked and said. Its form has a version, since a program counts the answers: what is written
 * in a form that nobody here knows is not read at all.
 */

/** Sections whose entries are questions: "Answers", "Clarifications", and what is asked before something ("Before Planning"). */
const ASKED = /^(?:answers|clarifications|before-.+)$/;

/** What a question says of itself in lines of their own below it. */
const FIELDS = {
  lookedUp: /^looked up(?: first)?\s*:\s*/i,
  answer: /^answer\s*:\s*/i,
  assumed: /^(?:assumed|assumption)(?:\s*[([]?(A\d{1,4})[)\]]?)?\s*:\s*/i,
  command: /^command\s*:\s*/i,
} as const;

/**
 * Reads the questions of an interview with what was looked up, answered and assumed, and counts in its sections those alone
 * that have an answer.
 */
export function interviewOf(
  path: string,
  text: string,
  { blocks }: Outline,
  sections: Record<string, Section>,
): { interview: Interview; findings: Finding[] } {
  const version = FORM_LINE.exec(text)?.[1] ?? '';
  if (version !== INTERVIEW_FORM) {
    for (const name of Object.keys(sections)) sections[name] = { ...sections[name]!, items: [], empty: true };
    const finding = findingAt(path, 1, 'FORM_UNKNOWN', { version, known: INTERVIEW_FORM });
    return { interview: { entries: [] }, findings: [finding] };
  }
  const found = blocks.flatMap(({ node, under }) => {
    const within = under.map((title) => slugOf(title.text));
    if (node.type !== 'list' || !within.some((slug) => ASKED.test(slug))) return [];
    return node.children.map((entry) => ({ ...entryOf(entry), within }));
  });
  for (const [name, section] of Object.entries(sections)) {
    const own = found.filter(({ within }) => within.includes(name));
    if (own.length === 0) continue;
    section.items = own.filter(isAnswered).map(wordsOf);
    section.empty = section.items.length === 0;
  }
  const [command, second] = found.flatMap(({ command: named, line }) => (named === undefined ? [] : [{ named, line }]));
  const entries = found.map(({ within: _within, ...entry }): InterviewEntry => entry);
  return {
    interview: { entries, ...(command && { command: command.named }) },
    findings: [
      ...entries.flatMap((entry) => faultsOf(path, entry)),
      ...unnumbered(path, entries),
      ...(second ? [findingAt(path, second.line, 'COMMAND_TWICE', { command: command!.named })] : []),
      ...unknownApproach(path, sections),
    ],
  };
}

const isAnswered = ({ answer, assumed }: InterviewEntry) => answer !== undefined || assumed !== undefined;

const wordsOf = ({ question, answer, assumed }: InterviewEntry) =>
  answer === undefined ? `${question} Assumed: ${assumed!.text}` : `${question} ${answer}`;

function entryOf(entry: ListItem): InterviewEntry {
  const { head, rest } = linesOf(entry);
  const first = head.findIndex((line, at) => at > 0 && fieldOf(line) !== null);
  const titled = first < 0 ? head : head.slice(0, first);
  const lines = [...head.slice(titled.length), ...rest];
  const question = withoutTicks(titled.map(({ text }) => text).join(' ')).replace(/^question\s*:\s*/i, '');
  const lookedUp = saidIn(lines, 'lookedUp');
  const answer = saidIn(lines, 'answer');
  const assumed = saidIn(lines, 'assumed');
  const id = lines.map(({ text }) => FIELDS.assumed.exec(text)?.[1]).find((one) => one !== undefined);
  const command = commandOf(lines);
  return {
    question,
    line: lineOf(entry),
    ...(lookedUp !== undefined && { lookedUp }),
    // A command alone is an answer, too.
    ...((answer ?? command) !== undefined && { answer: answer ?? command! }),
    ...(assumed !== undefined && { assumed: { text: assumed, ...(id && { id: id.toUpperCase() }) } }),
    ...(command !== undefined && { command }),
  };
}

type Field = keyof typeof FIELDS;

const fieldOf = ({ text }: EntryLine): Field | null =>
  (Object.keys(FIELDS) as Field[]).find((name) => FIELDS[name].test(text)) ?? null;

/** There may be none of what was asked for; to look up nothing is not to look. */
const NONE = /^(?:none|nothing|n\/?a)\b/i;

/** Returns the words of a field with what follows it up to the next one; undefined where nothing is said yet. */
function saidIn(lines: readonly EntryLine[], field: Field): string | undefined {
  const from = lines.findIndex((line) => fieldOf(line) === field);
  if (from < 0) return undefined;
  const end = lines.findIndex((line, at) => at > from && fieldOf(line) !== null);
  const own = lines.slice(from, end < 0 ? lines.length : end);
  const words = own.flatMap((line, at) => [
    at === 0 ? line.text.replace(FIELDS[field], '') : line.text,
    ...line.below.map((one) => one.text),
  ]);
  const isSaid = (line: string) => line !== '' && (!isPlaceholder(line) || (field !== 'lookedUp' && NONE.test(line)));
  const said = words.filter(isSaid).join(' ');
  return said === '' ? undefined : said;
}

/** Characters of a command: half of one is another one. */
const LONGEST = 1000;

/** The command of a field, as code where it is written so. */
function commandOf(lines: readonly EntryLine[]): string | undefined {
  const line = lines.find((one) => fieldOf(one) === 'command');
  const command = line && (line.code[0] ?? line.text.replace(FIELDS.command, ''));
  return command === undefined || isPlaceholder(command) || command.length > LONGEST || command.includes('\n')
    ? undefined
    : command;
}

/** Tells what a question lacks: an answer, or what was looked up before it was asked (R72). */
function faultsOf(path: string, entry: InterviewEntry): Finding[] {
  const { question, lookedUp, line } = entry;
  const at = (code: string) => findingAt(path, line, code, { question: question.slice(0, 200) });
  if (!isAnswered(entry)) return [at('ANSWER_MISSING')];
  return lookedUp === undefined ? [at('LOOKUP_MISSING')] : [];
}

/** Assumptions without an id of their own: people are asked about them by id. */
function unnumbered(path: string, entries: readonly InterviewEntry[]): Finding[] {
  const lines = new Map<string, number>();
  let last = Math.max(0, ...entries.map(({ assumed }) => Number(assumed?.id?.slice(1) ?? 0)));
  return entries.flatMap(({ assumed, line }) => {
    if (!assumed) return [];
    const first = assumed.id === undefined ? undefined : lines.get(assumed.id);
    if (assumed.id !== undefined && first === undefined) {
      lines.set(assumed.id, line);
      return [];
    }
    last += 1;
    return [findingAt(path, line, 'ASSUMPTION_ID_MISSING', { write: `Assumed (A${last}):`, ...(first && { first }) })];
  });
}

const LABEL = /^(?:approach\s+)?([a-z]|\d{1,2})\s*[.:)–—-]\s/i;

/** Finds a choice that names none of the approaches that stand above it. */
function unknownApproach(path: string, sections: Record<string, Section>): Finding[] {
  const { approaches, approach } = sections;
  const labels = (approaches?.items ?? []).flatMap((one) => LABEL.exec(one)?.[1]?.toLowerCase() ?? []);
  const [chosen] = approach?.items ?? [];
  if (labels.length === 0 || chosen === undefined) return [];
  const named =
    LABEL.exec(`${chosen} `)?.[1]?.toLowerCase() ?? /^(?:approach\s+)?(\w{1,2})$/i.exec(chosen)?.[1]?.toLowerCase();
  if (named !== undefined && labels.includes(named)) return [];
  return [findingAt(path, approach!.line, 'APPROACH_UNKNOWN', { labels: labels.map((one) => one.toUpperCase()) })];
}
