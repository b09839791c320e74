import { agentOf, agentTypeOf, taskOf } from '@flow/agents';
import { briefText } from '@flow/core/items';
import { type ItemFact, type Seat, writersFor } from '@flow/core/workflow';
import type { Surroundings } from '../../places/surroundings.js';
import { clean } from '../../text/clean.js';
import { briefFor } from '../brief.js';
import type { Standing } from '../index.js';
import { runContextOf } from '../moments/run-context.js';
import { lastWordOf, narrows } from './later-rounds.js';
import { type Asked, askedSeat, idsOf, PROBE, type Seated } from './seat.js';
import { criteriaToShow } from './whole.js';

/** Words for how a reviewer's answer has to end. */
export function verdictWords(judge: string, asked: Asked): string {
  const name = judge === PROBE ? '<the name of your probe>' : judge;
  return [
    `You review as ${name}. Change nothing, start no agents, and end your answer with one block:`,
    '```flow-verdict',
    `{"flow": "verdict", "judge": "${name}", ${itemField(asked)}"pass": true, "score": 5, "findings": []}`,
    '```',
    'Each finding has severity (must-fix, should-fix or note), title, claim or rule, file, line and quote (verbatim from the file). A must-fix also has reasoning, disproof (what would prove it wrong), instanceFix and classFix. pass is true if there is no must-fix. Text outside the block does not count.',
  ].join('\n');
}

/** Returns the field with which a verdict says its item. */
export function itemField(asked: Asked): string {
  if (asked.kind === 'run') return '';
  const id = asked.kind === 'item' ? clean(asked.item.id, 60) : '<the id of the item that you judge>';
  return `"item": ${JSON.stringify(id)}, `;
}

/** Returns words for the item to judge, for a reviewer that knows the judge's part and nothing of the run. */
function itemWords(asked: Asked): string {
  if (asked.kind !== 'item') return '';
  const { id, title, files } = asked.item;
  const own =
    files.length > 0
      ? ` Its files: ${files
          .slice(0, 40)
          .map((one) => clean(one, 200))
          .join(', ')}.`
      : '';
  return `Judge only this item: ${clean(id, 60)}, ${clean(title, 200)}.${own} Your verdict names it: \`${itemField(asked).slice(0, -2)}\`.`;
}

/**
 * Tells what is asked of the item, word for word and by id (R69): nobody who works on it tells a judge in other words.
 */
function criteriaWords(judge: string, asked: Asked, around: Surroundings, standing: Standing): string {
  if (asked.kind === 'untold') return '';
  const given = briefFor(
    around,
    standing,
    { name: judge, isJudge: true },
    asked.kind === 'item' ? asked.item.id : null,
  );
  // Of a run without items its documents say all.
  if (asked.kind === 'run' && given.criteria.length === 0) return '';
  return `\n\n${briefText(given)}`;
}

/** Says to a judge of work without tests what a pass has to name (feature V22). */
function evidenceWords(seat: Seat, asked: Asked, standing: Standing): string {
  if (asked.kind === 'untold') return '';
  const ids = criteriaToShow(seat, asked.kind === 'item' ? asked.item : null, standing);
  if (ids.length === 0) return '';
  const named = ids.slice(0, 40).map((id) => clean(id, 120));
  return `\n\nTests are off here. A pass answers each of these criteria in \`"criteria"\` of the verdict, with \`id\` and \`file\` and \`quote\` (verbatim), a \`file\` that is there, or the \`receipt\` of a recorded run: ${named.join(', ')}${ids.length > 40 ? ` and ${ids.length - 40} more` : ''}.`;
}

/** Says to a judge where it sends a fault of the documents: no work on the code answers that (feature X37). */
function writerWords(seat: Seat, { workflow, status }: Standing): string {
  const writers = writersFor(seat, workflow, status.dials);
  if (writers.length === 0) return '';
  return `\n\nWhere a document is at fault and not the work, the finding says so with \`"to"\`: ${writers.join(', ')}. Then that document is mended first.`;
}

/** Says to a judge in a later round what may block now (R77). */
function roundWords(seat: Seat, asked: Asked, standing: Standing): string {
  const item = asked.kind === 'item' ? asked.item.id : null;
  if (asked.kind === 'untold' || !narrows(seat) || lastWordOf(seat, item, standing) === null) return '';
  return '\n\nYou have judged this before. Only your open findings and lines that changed since may block; anything new elsewhere is a note.\n';
}

/** Tells why a judge cannot be started that may be meant for several items, and how it can. */
export function unsaidWords(judge: string, items: readonly ItemFact[]): string {
  const first = clean(items[0]?.id, 60);
  return `flow: ITEM_UNSAID: ${idsOf(items)} wait for ${clean(judge, 60)}, and each is judged separately. Start one agent per item, with the item in the prompt: \`Review ${first}\`.`;
}

/**
 * Writes all that a reviewer is told by whoever starts it, in place of what that wrote: what it receives of the run,
 * and nothing of the conversation (features D85, D87, D91).
 * @param given what was written: it says which probe is meant
 */
export function briefOf(seated: Seated, asked: Asked, around: Surroundings, standing: Standing, given: string): string {
  const judge = seated.judge === PROBE ? probeIn(seated, given) : seated.judge;
  const known = agentOf(judge);
  const context = runContextOf(around, standing, { diff: known?.receives.includes('diff') ?? false });
  const seat = askedSeat(seated.seats, standing);
  const item =
    itemWords(asked) +
    criteriaWords(judge, asked, around, standing) +
    evidenceWords(seat, asked, standing) +
    writerWords(seat, standing) +
    roundWords(seat, asked, standing);
  if (known) return [taskOf(known, judge, context), ...(item === '' ? [] : [`${item}\n`])].join('\n');
  return [
    `Review as \`${agentTypeOf(judge)}\`, following your own instructions. Begin now; nobody will answer questions.`,
    `Repository: ${clean(context.repository, 500)}`,
    `Base branch: ${clean(context.base ?? '(none)', 200)}`,
    ...Object.values(context.documents).map((one) => `Document: ${clean(one, 300)}`),
    ...(item === '' ? [] : [item]),
    '',
    verdictWords(judge, asked),
  ].join('\n');
}

/** Returns the probe that whoever starts the agent names; the first that is asked where none is named. */
function probeIn({ seats }: Seated, given: string): string {
  const named = seats.filter(({ judge }) => new RegExp(`\\b${judge}\\b`).test(given));
  return (named.at(-1) ?? seats[0]!).judge;
}
