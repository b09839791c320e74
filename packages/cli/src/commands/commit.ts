import type { ItemFact } from '@flow/core/workflow';
import { hooks } from '../evidence.js';
import { markIfGreen } from '../git/checkpoint.js';
import { chooseFiles, commitFiles, type Tree, treeToCommit } from '../git/item-commit.js';
import { shellWord } from '../shell-word.js';
import { refuseHeld } from '../workflow/begin-item.js';
import { here } from '../workflow/here.js';
import { knownItem } from '../workflow/items.js';
import type { Here } from '../workflow/place.js';
import { mustBeHeard } from '../workflow/record.js';
import { type Answer, type Call, type Command, FlowError } from './command.js';

export const commit: Command = {
  name: 'commit',
  group: 'workflow',
  arguments: '[files...]',
  summary: 'commit the files of one item with its own message, or without an item the documents of the run',
  flags: [
    { flags: '--item <id>', description: 'the item: its message, its files, its boxes and the learnings' },
    { flags: '--amend', description: 'add to the commit that was made for the item in this attempt' },
    { flags: '--message <text>', description: 'without an item: the message (default: how far the run is)' },
  ],
  examples: [
    ['commit --item S1', 'one item is one commit; what belongs to others stays as it is'],
    ['commit', 'the documents of the run: specification, lists, learnings'],
  ],
  async run(call) {
    const place = await here(call);
    // Boxes say how far the work is before they are committed.
    place.room.writeTicks(place.around, place.standing);
    const tree = await treeToCommit(call, place);
    const { item } = call.options;
    return typeof item === 'string' ? ofItem(call, place, tree, item) : ofDocuments(call, place, tree);
  },
};

async function ofItem(call: Call, place: Here, tree: Tree, id: string): Promise<Answer> {
  const { room, around, standing } = place;
  const { clean, commitMessage, recordCommit } = await hooks();
  await knownItem(call, place, id);
  const item = room.itemsOfRun(standing).find((one) => one.id === id);
  if (!item || call.options.message !== undefined)
    throw new FlowError(
      'usage',
      'USAGE',
      item ? `the message of ${clean(id, 60)} is its own.` : `nothing lists ${clean(id, 60)} any more.`,
      item ? `${call.program} commit --item ${shellWord(id)}` : `${call.program} item`,
    );
  await mustBeHeard(call, place, { type: 'item', item: id, state: 'running', reason: '' });
  await refuseHeld(call, place, id);
  const chosen = await chooseFiles(call, place, item, tree, call.words);
  const left = await leftLines(call, chosen.left, chosen.documents, id);
  const amend = call.options.amend === true;
  const lease = room.newestLease(standing, id)?.id ?? null;
  if (amend) await refuseForeign(call, place, tree, id, lease);
  if (chosen.files.length === 0) {
    const text = `Nothing to commit: no file of ${clean(id, 60)} differs from ${tree.head.slice(0, 10)}.`;
    const ticks = chosen.progress.length === 0 ? [] : [`Its boxes and learnings: ${call.program} commit`];
    return {
      exit: 0,
      data: { commit: null, item: id, files: [], left: chosen.left },
      text: said([text, ...ticks, ...left]),
    };
  }
  const files = [...chosen.files, ...chosen.progress];
  const message = commitMessage(item);
  const made = await commitFiles(call, place, tree, { files, message, amend });
  const { phase } = standing.status;
  recordCommit(around, standing.run, { item: id, commit: made, lease, phase, group: item.group ?? null });
  const checkpoint = await markIfGreen(call, made, id);
  const isDone = standing.status.over.includes(id);
  const text = said([
    `Committed ${made.slice(0, 10)}: ${clean(message, 200)} (${files.length} ${files.length === 1 ? 'file' : 'files'}).`,
    ...(isDone
      ? []
      : [`${clean(id, 60)} is not done yet: \`${call.program} item show ${shellWord(id)}\` says what is open.`]),
    ...(checkpoint === null ? [] : [`Checkpoint ${checkpoint}: the tests are green here.`]),
    ...left,
  ]);
  return { exit: 0, data: { commit: made, item: id, message, files, left: chosen.left, checkpoint }, text };
}

/** Commits the documents of the run by themselves; where none has changed, nothing (X52). */
async function ofDocuments(call: Call, place: Here, tree: Tree): Promise<Answer> {
  const { around, room, standing } = place;
  const { clean, documentPaths, recordCommit } = await hooks();
  if (call.options.amend === true || call.words.length > 0)
    throw new FlowError(
      'usage',
      'ITEM_MISSING',
      'files and --amend are of an item: name it.',
      `${call.program} commit --item ${shellWord(standing.status.current?.id ?? '<id>')}`,
    );
  const paths = new Set(Object.values(documentPaths(standing.workflow, standing.run.names)).flat());
  const files = tree.changes.map((one) => one.path).filter((file) => paths.has(file));
  if (files.length === 0) {
    const text = `Nothing to commit: no document of the run differs from ${tree.head.slice(0, 10)}.`;
    return { exit: 0, data: { commit: null, item: null, files: [] }, text: `${text}\n` };
  }
  const asked = clean(call.options.message ?? '', 200).trim();
  const items = room.itemsOfRun(standing);
  const over = items.filter(({ id }) => standing.status.over.includes(id)).length;
  const far = items.length === 0 ? '' : `, ${over} of ${items.length} done`;
  const message = asked || `Documents of ${clean(standing.workflow.title, 100)}${far}`;
  const made = await commitFiles(call, place, tree, { files, message });
  const { phase } = standing.status;
  recordCommit(around, standing.run, { item: null, commit: made, lease: null, phase, group: null });
  const text = `Committed ${made.slice(0, 10)}: ${clean(message, 200)} (${files.length} ${files.length === 1 ? 'file' : 'files'}).\n`;
  return { exit: 0, data: { commit: made, item: null, message, files }, text };
}

const said = (lines: readonly string[]) => `${lines.join('\n')}\n`;

async function leftLines(
  call: Call,
  left: readonly string[],
  documents: readonly string[],
  id: ItemFact['id'],
): Promise<string[]> {
  const { clean } = await hooks();
  const names = (all: readonly string[]) =>
    `${all
      .slice(0, 5)
      .map((file) => clean(file, 200))
      .join(', ')}${all.length > 5 ? ` and ${all.length - 5} more` : ''}`;
  return [
    ...(left.length > 0 ? [`Left out, as nobody has said whose they are: ${names(left)}.`] : []),
    ...(documents.length > 0
      ? [
          `Left out, as they say more than what is done of ${clean(id, 60)}: ${names(documents)} (\`${call.program} commit\`).`,
        ]
      : []),
  ];
}

/**
 * Refuses to rewrite a commit that was not made for this item in this attempt, or that others may have already.
 * @throws FlowError COMMIT_NOT_OWN
 */
async function refuseForeign(
  call: Call,
  { around, standing }: Here,
  { head }: Tree,
  id: string,
  lease: string | null,
): Promise<void> {
  const { clean, commitsOfItems, isPushed } = await hooks();
  const made = commitsOfItems(around, standing.run).find((one) => one.commit === head);
  const isOwn = made?.item === id && made.lease === lease;
  if (isOwn && !isPushed(around, head)) return;
  throw new FlowError(
    'finding',
    'COMMIT_NOT_OWN',
    isOwn
      ? `${head.slice(0, 10)} is pushed: others may have it.`
      : `${head.slice(0, 10)} was not made for ${clean(id, 60)} in this attempt, and is not rewritten.`,
    `${call.program} commit --item ${shellWord(id)}`,
  );
}
