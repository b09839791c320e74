import { appendFileSync, statSync } from 'node:fs';
import { FlowError } from '../commands/command.js';
import { textOf } from '../report/markdown-text.js';
import type { ReportModel } from '../report/model.js';
import { figuresMarkdown } from './markdown.js';

/** Bytes that GitHub takes of the summary of one step. */
const MOST = 1024 * 1024;

/**
 * Finds the file that a GitHub job reads the summary of the present step from.
 * @throws FlowError SUMMARY_MISSING
 */
export function summaryFile(environment: NodeJS.ProcessEnv, program: string): string {
  if (environment.GITHUB_STEP_SUMMARY) return environment.GITHUB_STEP_SUMMARY;
  throw new FlowError(
    'finding',
    'SUMMARY_MISSING',
    'GITHUB_STEP_SUMMARY names no file: a GitHub job sets it for each step.',
    `${program} metrics`,
  );
}

/**
 * Appends the figures of a run to the summary of a GitHub job.
 * @returns the file
 * @throws FlowError SUMMARY_FULL, FILE_UNWRITABLE
 */
export function appendSummary(model: ReportModel, file: string, program: string): string {
  const remedy = `${program} metrics`;
  const title = `## What the run on ${textOf(model.content.branch)} cost\n\n${textOf(model.verdict.line)}`;
  const text = `${[title, ...figuresMarkdown(model)].join('\n\n')}\n\n`;
  const before = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  // Above that GitHub shows nothing of the step's summary, and what others wrote would be lost with it.
  if (before + Buffer.byteLength(text) > MOST)
    throw new FlowError(
      'finding',
      'SUMMARY_FULL',
      'the summary of this step has no room left: GitHub takes one mebibyte. Ask for it in a step of its own.',
      `${remedy} --summary`,
    );
  try {
    appendFileSync(file, text);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new FlowError('broken', 'FILE_UNWRITABLE', `the summary cannot be written (${why}).`, remedy);
  }
  return file;
}
