import { CHECKLIST, checklistOf } from '../checklist/checklist-of.js';
import type { Checklist, Entry, EntryKind } from '../checklist/model.js';
import { hooks } from '../evidence.js';
import { paint } from '../paint.js';
import { readReport } from '../report/read.js';
import { count, shortId, tidyText } from '../report/words.js';
import { here } from '../workflow/here.js';
import { refuseInTree } from '../workflow/record.js';
import { type Command, EXIT } from './command.js';
import { asksFor } from './submit.js';

export const checklist: Command = {
  name: 'checklist',
  group: 'workflow',
  summary: 'show what is verified and what is missing for the next gate; leaves a receipt for this content',
  examples: [
    ['checklist', 'run it before asking a person'],
    ['checklist --json', 'for scripts'],
  ],
  async run(call) {
    const place = await here(call);
    await refuseInTree(call, { ...place, run: place.standing.run });
    const { standing, room, around } = place;
    const list = checklistOf(standing, await readReport(place), room, await tidyText());
    const { counts } = list;
    const isAsked = asksFor(standing, CHECKLIST);
    if (isAsked) {
      const note = `${counts.verified} verified, ${counts.missing} missing, ${count(counts.warning, 'warning')}`;
      const { missing } = counts;
      room.recordDeed(around, standing.run, { type: 'submission', name: CHECKLIST, note, missing });
      (await hooks()).writeChecklistView(around, standing.run.branch, { ...list });
    }
    const exit = counts.missing === 0 ? EXIT.ok : EXIT.finding;
    return { exit, data: { ...list, receipt: isAsked }, text: textOf(list, isAsked) };
  },
};

const TITLES: Readonly<Record<EntryKind, string>> = {
  document: 'Documents',
  claim: 'Claims',
  suite: 'Suites',
  lint: 'Lint, types and builds',
  review: 'Reviews',
  approval: 'Approvals',
  work: 'Work',
  shipping: 'Shipping',
  debt: 'Debts',
};

function textOf(list: Checklist, isReceipt: boolean): string {
  const { branch, phase, gate, head, tree, entries, counts } = list;
  const lines = [
    `${branch} at ${phase}, ${gate === null ? 'after the last gate' : `before gate ${gate}`}: commit ${shortId(head) || 'none'}, content ${shortId(tree) || 'unknown'}`,
  ];
  for (const [kind, title] of Object.entries(TITLES)) {
    const own = entries.filter((entry) => entry.kind === kind);
    if (own.length > 0) lines.push('', title, ...own.map(lineOf));
  }
  const waits = counts.waits > 0 ? `, ${counts.waits} ${counts.waits === 1 ? 'waits' : 'wait'} for others` : '';
  const warnings = counts.warning > 0 ? `, ${count(counts.warning, 'warning')}` : '';
  lines.push('', `${counts.verified} verified, ${counts.missing} missing${waits}${warnings}.`);
  if (isReceipt) lines.push('The receipt of this checklist is valid until the change itself is modified.');
  return `${lines.join('\n')}\n`;
}

const MARKS: Readonly<Record<Entry['state'], string>> = {
  verified: '[x]',
  missing: '[ ]',
  waits: '[~]',
  warning: '[!]',
  later: ' - ',
};

function lineOf({ what, state, because }: Entry): string {
  const mark = state === 'missing' ? paint('red', MARKS[state]) : MARKS[state];
  const isTold = because && because !== 'holds';
  // A claim is a sentence of its own.
  return `  ${mark} ${what}${isTold ? (what.endsWith('.') ? ` (${because})` : `: ${because}`) : ''}`;
}
