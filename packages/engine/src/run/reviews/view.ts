import path from 'node:path';
import type { FlowDeed, RaisedFinding, Seat } from '@flow/core/workflow';
import { withLock, writeInTree } from '@flow/evidence';
import type { Surroundings } from '../../places/surroundings.js';
import { clean } from '../../text/clean.js';
import { workflowRoom } from '../door.js';
import type { Standing } from '../index.js';
import { type PanelRounds, panelsOf } from './rounds.js';

type VerdictDeed = Extract<FlowDeed, { type: 'verdict' }>;

/** Who waits longer for the others writes what it has seen. Milliseconds. */
const WAIT = 2000;

/**
 * Writes a verdict that is on record for people, by panel and round (feature D16):
 * `develop/<branch>/reviews/<panel>/round-<n>/<judge>.md`, and all rounds so far beside it, as Markdown for whoever decides
 * and as JSON for other tools (feature C61). Nothing is ever decided from it; a failure to write is no failure of the review.
 * @returns the run with this verdict and those that were given meanwhile; as it was before where it cannot be told
 */
export function writeReview(around: Surroundings, standing: Standing, seat: Seat, deed: VerdictDeed): Standing {
  const { repository, policy } = around;
  const item = deed.subject === undefined ? '' : `-${deed.subject.replace(/[^\w.-]/g, '_').slice(0, 60)}`;
  const folder = reviewsOf(standing.run.branch);
  const round = path.join(folder, seat.panel, `round-${deed.round ?? 1}`);
  const write = (name: string, content: string) => {
    if (!policy.views) return;
    try {
      writeInTree(repository, name, content);
    } catch {
      // The verdict is in the journal; the views are a convenience.
    }
  };
  // Reviewers that end at once have not seen each other's verdicts: each reads the run anew, one behind the other, so
  // that the last one writes them all.
  const writeRounds = (): Standing => {
    const now = workflowRoom().standingOf(around) ?? standing;
    const panels = panelsOf(now);
    const { workflow, branch } = now.run;
    write(path.join(folder, 'rounds.md'), roundsText(panels));
    write(path.join(folder, 'findings.json'), `${JSON.stringify({ version: 1, workflow, branch, panels }, null, 2)}\n`);
    return now;
  };
  write(path.join(round, `${seat.judge}${item}.md`), reviewText(deed));
  try {
    const done = withLock(path.join(repository.evidence, 'reviews.lock'), WAIT, writeRounds);
    return done.ok ? done.value : writeRounds();
  } catch {
    // The time is over.
    return standing;
  }
}

/** Returns the folder of a branch's reviews. */
export const reviewsOf = (branch: string) => path.join('develop', branch, 'reviews');

/** Writes all rounds for a person who has to decide: what was found in each, and what was done about it. */
export function roundsText(panels: readonly PanelRounds[]): string {
  const parts = panels.flatMap(({ panel, rounds }) => [
    `## Panel ${text(panel)}`,
    ...rounds.map(({ round, score, verdicts }) => {
      const found = verdicts.flatMap(({ judge, findings }) => findings.map((one) => ({ judge, ...one })));
      const lines = found.flatMap(({ judge, title, file, line, fate, answers }) => {
        const at = file === undefined ? '' : ` (${text(file)}${line === undefined ? '' : `:${line}`})`;
        return [`- ${fate}: ${text(title)}${at}, says ${text(judge)}`, ...answers.map((one) => `  - ${text(one)}`)];
      });
      const names = verdicts.map(({ judge, pass }) => `${text(judge)} ${pass ? 'passes' : 'blocks'}`);
      const mark = score === null ? '' : `, score ${score.toFixed(1)} of 5`;
      return [
        `### Round ${round}${mark}`,
        `${names.join(', ')}.`,
        ...(lines.length > 0 ? [lines.join('\n')] : []),
      ].join('\n\n');
    }),
  ]);
  const head = ['# Review rounds', 'Written by flow for people. Nothing is decided from this file.'];
  return `${[...head, ...parts].join('\n\n')}\n`;
}

/** Returns a verdict as Markdown: what a reviewer wrote is shown as text, whatever it looks like. */
export function reviewText(deed: VerdictDeed): string {
  const { judge, pass, score, findings, notes = [], round = 1 } = deed;
  const head = [
    `# ${text(judge)}, round ${round}: ${pass ? 'no must-fix' : `${findings.length} must-fix`}`,
    '',
    'Written by flow for people. Nothing is decided from this file.',
    ...(score === undefined ? [] : ['', `Score: ${score} of 5`]),
  ];
  return `${[...head, ...findings.flatMap((one) => lines(one, 'must-fix')), ...notes.flatMap((one) => lines(one, one.unverified ? 'must-fix that could not be verified, told as a note' : (one.severity ?? 'note')))].join('\n')}\n`;
}

function lines(one: RaisedFinding, kind: string): string[] {
  const at = one.file === undefined ? [] : [`\`${text(one.file)}${one.line === undefined ? '' : `:${one.line}`}\``];
  const about = [
    ...at,
    ...(one.claim === undefined ? [] : [text(one.claim)]),
    ...(one.rule === undefined ? [] : [text(one.rule)]),
  ];
  const fields: [string, string | undefined][] = [
    ['Why', one.reasoning],
    ['What would disprove it', one.disproof],
    ['Fix it here', one.instanceFix],
    ['Prevent it everywhere', one.classFix],
  ];
  return [
    '',
    `## ${text(one.title)}`,
    '',
    [kind, ...about].join(', '),
    ...(one.quote === undefined ? [] : ['', ...quoted(one.quote)]),
    ...fields.flatMap(([name, value]) => (value === undefined ? [] : ['', `${name}: ${text(value)}`])),
  ];
}

/** Makes an indented block of a text; nothing in the text can end the block. */
const quoted = (quote: string) => quote.split('\n').map((line) => `    ${clean(line, 400)}`);

const text = (value: string) => clean(value, 4000).replace(/[<>&]/g, (letter) => ENTITIES[letter]!);
const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };
