import type { Section } from '../output/sections.js';
import type { Report } from '../report.js';
import { isHarmless } from './harmless.js';
import { endedWell } from './invocation.js';
import { chained, type Line } from './line.js';
import type { Step } from './shell-line.js';
import { baseName, isTask, ownWords, type Starts } from './words.js';

/** A part holds what was read of one section. */
export interface Part {
  readonly section: Section;
  readonly reports: readonly Report[];
  /** The places of the steps whose output is there. */
  readonly reached: readonly number[];
  /** What was read is the output of a task runner. */
  readonly isOfTask: boolean;
}

/**
 * The report on what nobody has read, of a line whose runs all look green: a command that no parser knows and that may have
 * run tests, unless it is known to have ended with 0; or a line that ended with a failure none of them tells of.
 */
export function unreadOf(line: Line, parts: readonly Part[], starts: Starts): Report | undefined {
  const typed = parts.filter(({ section }) => section.line === line);
  const announced = parts.filter(({ section }) => section.line !== line);
  const reached = typed.flatMap((part) => part.reached);
  // The output of a task runner is what was read; of two nobody knows whose it is.
  const isOfTask = announced.length > 0 || typed.some((part) => part.isOfTask);
  const tasks = isOfTask && line.steps.filter(({ words }) => isTask(words)).length < 2 ? 1 : 0;
  let step = unreadStep({ line, reached, tasks, starts });
  for (const { section, reached } of announced) step ??= unreadStep({ line: section.line, reached, starts });
  if (step) return unread(`The output of this command is not read, and its exit code is not known: ${wordsOf(step)}`);
  return line.exitCode ? unread(`The line ended with ${line.exitCode}, and nothing that was read failed`) : undefined;
}

interface Asked {
  readonly line: Line;
  readonly reached: readonly number[];
  /** Of so many task runners the output is what was read; of all that announce their commands where it is left out. */
  readonly tasks?: number;
  readonly starts: Starts;
}

function unreadStep({ line, reached, tasks, starts }: Asked): Step | undefined {
  if (line.given !== 'command') return undefined;
  let left = tasks ?? 0;
  return line.steps.find((step, at) => {
    const { words } = step;
    if (step.before === '|' || isHarmless(words) || ownWords(words, starts)) return false;
    const wentOn = reached.some((later) => later > at && chained(line, at, later));
    if (wentOn || endedWell(line, at)) return false;
    if (!isTask(words)) return true;
    return tasks === undefined ? !ANNOUNCES.test(baseName(words[0]!)) : --left < 0;
  });
}

/** Task runners that print each command before they run it. */
const ANNOUNCES =
  /^(?:npm|pnpm|yarn|bun|g?make|just|task|nx|turbo|lerna|tox|nox|rake|mage|invoke|inv|concurrently|npm-run-all2?|run-[sp]|wireit|rush|moon)$/;

const WORDS_CAP = 200;

const wordsOf = ({ words }: Step): string => words.join(' ').slice(0, WORDS_CAP);

function unread(message: string): Report {
  return {
    runner: 'unread',
    kind: 'unread',
    outcome: 'unknown',
    verdict: 'unknown',
    green: false,
    unsure: false,
    complete: false,
    reasons: ['exit-hidden', 'no-summary'],
    counts: { passed: 0, failed: 0, skipped: 0, errors: 0, total: 0 },
    packages: [],
    files: [],
    tests: [],
    testsCut: 0,
    problems: [{ message }],
    issues: [],
    issuesCut: 0,
    unparsed: 0,
  };
}
