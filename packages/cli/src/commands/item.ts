import { createHash } from 'node:crypto';
import { BLOCK_SEVERITIES, type BlockSeverity, GAPS, type ItemFact, type ItemStatus } from '@flow/core/workflow';
import { hooks } from '../evidence.js';
import { confirm } from '../items/confirm.js';
import { gapWords, proposeGap } from '../items/gap.js';
import { leave, make, split, take } from '../items/make.js';
import { scan } from '../items/scan.js';
import { show } from '../items/show.js';
import { hindranceWords } from '../items/waits.js';
import { begin, heldByOther, placeToBegin } from '../workflow/begin-item.js';
import { here } from '../workflow/here.js';
import { knownItem, standsAt } from '../workflow/items.js';
import { holderWords, spanWords } from '../workflow/lease-words.js';
import { asPerson } from '../workflow/person.js';
import type { Deed, Here } from '../workflow/place.js';
import { reasonFrom } from '../workflow/reason.js';
import { record } from '../workflow/record.js';
import { answerAfter } from '../workflow/show.js';
import { type Answer, type Call, type Command, FlowError } from './command.js';

export const item: Command = {
  name: 'item',
  group: 'workflow',
  arguments: '[verb] [id]',
  summary:
    'list the items of the phase and show one; begin, open, block, analyse, split or make one, add a fix, scan one for outside services, or confirm or skip one (a person only)',
  flags: [
    {
      flags: '--reason <text>',
      description: 'for block, skip, analyse and proposals: the reason, kept in the journal',
    },
    { flags: '--title <text>', description: 'for add and new: what it must do' },
    {
      flags: '--into <part...>',
      description: "for split: '<title>: <ids of criteria and claims>', once for each part",
    },
    { flags: '--parent <id>', description: 'for new: the item that it is a part of' },
    { flags: '--after <ids...>', description: 'for new: the items that come before it' },
    { flags: '--files <paths...>', description: 'for new: the files that it changes' },
    { flags: '--run <branch>', description: 'for begin in a worktree without a run: the branch of the run' },
    { flags: '--process <pid>', description: 'for begin by a driver: the process that works on the item' },
    { flags: '--session <id>', description: "for begin by a driver: the id of that process's session" },
    {
      flags: '--unarmed',
      description: 'for begin by a driver: no hook is at work in it, so that what it says counts for nothing',
    },
    {
      flags: '--criterion <text...>',
      description: 'for new: what has to hold before it is done; for confirm: ids of the criteria (default: all)',
    },
    { flags: '--fails', description: 'for confirm: it does not hold, for the reason given' },
    {
      flags: '--severity <level>',
      description: `for block: how much it holds up: ${BLOCK_SEVERITIES.join(', ')} (default: medium)`,
    },
    { flags: '--gap <kind>', description: 'for propose: how work and contract differ', choices: GAPS },
    { flags: '--text <words>', description: 'for propose: what the claim, item or criterion should say' },
  ],
  examples: [
    ['item', 'all items, and which are ready'],
    [
      'item begin S1',
      'S1 is yours until it is done or opened: nobody else can begin it, or what shares a file with it',
    ],
    ['item open S1', 'gives S1 back'],
    ["item block S1 --reason 'the sandbox is down'", 'others continue; it stays visible'],
    [
      "item block S1 --severity high --reason 'no test account of the payment service, and nothing stands in for it'",
      'nothing can stand in for an outside service: it waits for a person',
    ],
    ['item scan S1', 'the outside services that its words speak of, and what stands in for each in tests'],
    ['item confirm S1 --criterion 2', 'a person has tried what only a person can check, and it holds'],
    ['item show S1', 'its criteria, attempts, findings and fixes'],
    ["item analyse S1 --reason 'the sum was rounded twice'", 'says why it failed, before it is tried again'],
    ["item split S1 --into 'Add: 1, 2' --into 'Round: 3'", 'parts that cover all criteria, and share its attempts'],
    ["item new story --title 'Show the sum' --files src/page.ts", 'a new item, in its list or as a proposal'],
    [
      "item propose do-1 --gap divergent --text 'Rounds half up.' --reason 'the law says so'",
      'an approved claim or criterion is not edited while it is built: a person takes or leaves the proposal',
    ],
    ["item add S1 --title 'rounding of negative sums'", 'adds a fix to do before S1 is tried again'],
    ["item skip S1 --reason 'bought instead'", 'a person skips it; it remains a debt'],
  ],
  async run(call) {
    const [verb, id] = call.words;
    if (verb === 'begin' && id !== undefined) {
      const beginning = await placeToBegin(call, id);
      await knownItem(call, beginning, id);
      return begin(call, beginning, id);
    }
    const place = await here(call);
    if (verb === undefined || (verb === 'list' && id === undefined)) return list(place);
    const act = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
    if (!act || id === undefined)
      throw new FlowError(
        'usage',
        'USAGE',
        `expected no arguments, or ${ITEM_VERBS.join(', ')} and an item id.`,
        `${call.program} item`,
      );
    if (!NAMING_NONE.has(verb)) await knownItem(call, place, id);
    return act(call, place, id);
  },
};

/** Verbs that name a kind, a proposal, or what a document promises. */
const NAMING_NONE = new Set(['new', 'take', 'leave', 'propose']);

type Act = (call: Call, place: Here, id: string) => Promise<Answer>;

const VERBS: Readonly<Record<string, Act>> = {
  ...{ show, open, block, analyse, add, skip },
  ...{ new: make, split, propose: proposeGap, take, leave, scan, confirm },
};

export const ITEM_VERBS = ['list', 'show', 'begin', ...Object.keys(VERBS).filter((verb) => verb !== 'show')];

async function list({ standing, room }: Here): Promise<Answer> {
  const { clean } = await hooks();
  const { status, facts } = standing;
  const known = room.itemsOfRun(standing);
  const starts = new Map(room.startsOf(status.items, known).map((one) => [one.id, one]));
  const told = room.everyItem(status.items).map((one) => {
    const hindrance = starts.get(one.id)?.hindrance ?? null;
    return { ...one, hindrance, waits: one.state === 'waiting' ? (hindrance?.items ?? []) : [] };
  });
  const width = Math.max(0, ...told.map(({ id }) => id.length));
  const lines: string[] = [];
  for (const one of told) {
    const { id, title, state, phase, severity, marks = [], hindrance, open } = one;
    const reason = state === 'blocked' ? room.blockedBy(one) : (one.reason ?? '');
    const forPerson = isForPerson(open);
    // Nobody needs to be told of what the word for the state says already.
    const isSaid = hindrance !== null && TOLD.has(hindrance.why) && (hindrance.why !== 'running' || hindrance.lease);
    const about = [
      ...(phase ? [phase] : []),
      ...marks.map((flag) => `[${flag}]`),
      ...(forPerson ? ['waits for a person'] : []),
      ...(isSaid ? [await hindranceWords(hindrance)] : []),
    ];
    const isReasoned = (state === 'blocked' || state === 'dropped' || state === 'skipped') && reason !== '';
    const why = isReasoned ? ` (${severity === undefined ? '' : `${severity}: `}${clean(reason, 200)})` : '';
    lines.push(
      `${(forPerson ? 'waiting' : state).padEnd(8)} ${clean(id, 40).padEnd(width)}  ${clean(title, 100)}${about.length > 0 ? `: ${clean(about.join(', '), 200)}` : ''}${why}\n`,
    );
  }
  const proposals = room.proposalsIn(facts.events);
  for (const { id, items, of, gap } of proposals) {
    const made = `${of === null ? 'new' : `split of ${clean(of, 40)}`}: ${items.map((one) => clean(one.id, 40)).join(', ')}`;
    const what = gap ? `change of ${clean(gapWords(gap), 100)}` : made;
    lines.push(`proposed ${clean(id, 40).padEnd(width)}  ${what}\n`);
  }
  const listed = known.length === 0 ? '' : `; ${known.length} are listed for other phases`;
  const none = `${status.phase} has no items${listed}.\n`;
  const data = { items: told, current: status.current?.id ?? null, proposals };
  return { exit: 0, data, text: lines.join('') || none };
}

/** Tells whether nothing is left of an item but what a person does. */
const isForPerson = (open: ItemStatus['open'] = []) => open.length > 0 && open.every(({ actor }) => actor === 'person');

/** What holds an item back, as far as a list tells it in words. */
const TOLD = new Set(['after', 'files', 'at-once', 'elsewhere', 'running']);

/**
 * Opens an item again that nobody works on any longer, or whose obstacle is gone. An item that a person left out, a
 * person opens.
 */
async function open(call: Call, place: Here, id: string): Promise<Answer> {
  const said = saidOf(place, id);
  if (said === 'running' || said === 'blocked') {
    const awaited = place.standing.status.awaits?.find((one) => one.item === id);
    if (awaited || isExternal(place, id)) return openAwaited(call, place, id, awaited);
    await mayTake(call, place, id, 'open');
    return recorded(call, place, { type: 'item', item: id, state: 'open', reason: '' }, `Open: ${id}.`);
  }
  const { clean } = await hooks();
  const name = clean(id, 60);
  const isSkipped = said === 'skipped';
  throw new FlowError(
    'finding',
    isSkipped ? 'ITEM_SKIPPED' : 'ITEM_OPEN',
    isSkipped
      ? `a person skipped ${name}, and only a person can bring it back.`
      : `${name} is neither in progress nor blocked.`,
    isSkipped ? `${call.program} reopen ${name} (in a terminal)` : `${call.program} item`,
  );
}

/** Tells whether an item was stopped by something outside that failed again and again. */
function isExternal({ standing, room }: Here, id: string): boolean {
  return /^external, \d+ times in a row$/.test(standsAt(standing, room, id)?.reason ?? '');
}

/** Opens an item that waits for something outside: its check does that, or a person (R16). */
async function openAwaited(
  call: Call,
  place: Here,
  id: string,
  awaited: Parameters<Here['room']['awaitLine']>[0] | undefined,
): Promise<Answer> {
  const { clean } = await hooks();
  const name = clean(id, 60);
  const why = awaited
    ? place.room.awaitLine(awaited)
    : `something outside failed: ${clean(standsAt(place.standing, place.room, id)?.reason, 100)}`;
  const remedy = awaited
    ? `${call.program} await ${clean(awaited.id, 20)} (runs its check), or a person: ${call.program} item open ${name}`
    : `${call.program} await '…' --check '…' --item ${name}, or a person: ${call.program} item open ${name}`;
  const refusal = new FlowError(
    'finding',
    'ITEM_AWAITS',
    `${name} is not begun again before it is there. ${why}.`,
    remedy,
  );
  const person = await asPerson(call, place, `${why}\nOpen ${name} all the same.`, refusal);
  return recorded(call, place, { type: 'item', item: id, state: 'open', reason: '', person }, `Open: ${id}.`);
}

/** Finds the last word on an item, as far as it still holds. */
function saidOf({ standing, room }: Here, id: string): string {
  return room.saidOfItem(standing.workflow, standing.facts, id);
}

async function block(call: Call, place: Here, id: string): Promise<Answer> {
  const reason = await reasonOf(call, id);
  const at = standsAt(place.standing, place.room, id);
  if (at?.state === 'done' || at?.state === 'skipped') {
    const { clean } = await hooks();
    throw new FlowError(
      'finding',
      'ITEM_OVER',
      `${clean(id, 60)} is ${at.state}: there is nothing left to do.`,
      `${call.program} item`,
    );
  }
  await mayTake(call, place, id, 'block');
  const severity = await severityOf(call, id);
  return recorded(call, place, { type: 'item', item: id, state: 'blocked', reason, severity }, `Blocked: ${id}.`);
}

/** Tells how much a block holds up, as it is typed; what nobody says is in the middle. */
async function severityOf({ options, program }: Call, id: string): Promise<BlockSeverity> {
  const { severity = 'medium' } = options;
  const known = BLOCK_SEVERITIES.find((one) => one === severity);
  if (known) return known;
  const { clean } = await hooks();
  throw new FlowError(
    'usage',
    'SEVERITY_UNKNOWN',
    `there is no severity ${clean(severity, 40)}; there are ${BLOCK_SEVERITIES.join(', ')}.`,
    `${program} item block ${clean(id, 60)} --severity high --reason '…'`,
  );
}

/** Keeps why an item failed: the same failure twice asks for that before the next try (R15). */
async function analyse(call: Call, place: Here, id: string): Promise<Answer> {
  const note = await reasonOf(call, id);
  const { room, around, standing } = place;
  const { clean } = await hooks();
  if (room.historyOf(standing, id).attempts.length === 0)
    throw new FlowError(
      'finding',
      'NOTHING_FAILED',
      `nothing of ${clean(id, 60)} has failed, so there is nothing to analyse.`,
      `${call.program} item show ${clean(id, 60)}`,
    );
  await record(call, place, { type: 'analysis', item: id, note });
  return answerAfter(`Analysed: ${clean(id, 60)}.`, room, around);
}

/** Skips an item by a person's decision: an agent could end any list by it. */
async function skip(call: Call, place: Here, id: string): Promise<Answer> {
  const { clean } = await hooks();
  const reason = await reasonOf(call, id);
  const { standing, room } = place;
  const title = room.itemsOfRun(standing).find((one) => one.id === id)?.title ?? '';
  const shown = `${room.phaseLine(standing.status)}\nSkip ${clean(id, 60)}, ${clean(title, 200)}, permanently: ${reason}\nIt remains a debt.`;
  const person = await asPerson(call, place, shown);
  return recorded(call, place, { type: 'item', item: id, state: 'skipped', reason, person }, `Skipped: ${id}.`);
}

async function reasonOf(call: Call, id: string): Promise<string> {
  const { clean } = await hooks();
  return reasonFrom(call, call.options.reason, `item ${call.words[0]} ${clean(id, 60)} --reason '…'`);
}

/**
 * Adds a fix: a piece of the item that it mends, on the same files, with the same demands, and done before the item is
 * tried again.
 */
async function add(call: Call, place: Here, id: string): Promise<Answer> {
  const { clean } = await hooks();
  const title = clean(call.options.title ?? '', 200).trim();
  if (title === '')
    throw new FlowError(
      'usage',
      'TITLE_MISSING',
      'the fix has no title.',
      `${call.program} item add ${clean(id, 60)} --title '…'`,
    );
  const { standing, room, around } = place;
  const all = room.itemsOfRun(standing);
  const mended = all.find((one) => one.id === id);
  const at = standsAt(standing, room, id);
  if (!mended || at === null || at.state === 'done' || at.state === 'skipped')
    throw new FlowError(
      'finding',
      'ITEM_OVER',
      `${clean(id, 60)} is not in progress, so it needs no fix.`,
      at?.state === 'done'
        ? `${call.program} reopen ${clean(id, 60)} (a person, in a terminal)`
        : `${call.program} item`,
    );
  const fix = fixFor(mended, all, title);
  await record(call, place, { type: 'item-added', added: fix });
  const after = room.standingOf(around);
  const isTooMany = after !== null && standsAt(after, room, fix.id)?.reason === 'fixes';
  const more = isTooMany
    ? ` This exceeds the number of fixes the workflow allows: a person decides (\`${call.program} item skip ${fix.id}\`).`
    : '';
  const answer = await answerAfter(`Added: ${fix.id}, before ${clean(id, 60)}.${more}`, room, around);
  return { ...answer, data: { ...answer.data, item: fix } };
}

function fixFor(
  { id: parent, files, size, flags, claims, verify, commit }: ItemFact,
  all: readonly ItemFact[],
  title: string,
): ItemFact {
  const taken = new Set(all.map(({ id }) => id));
  let next = 1;
  while (taken.has(`${parent}.${next}`)) next += 1;
  const id = `${parent}.${next}`;
  return {
    id,
    title,
    kind: 'fix',
    parent,
    after: [],
    files,
    digest: createHash('sha256').update(`${id}\n${title}`).digest('hex'),
    ...(size === undefined ? {} : { size }),
    ...(flags === undefined ? {} : { flags }),
    ...(claims === undefined ? {} : { claims }),
    ...(verify === undefined ? {} : { verify }),
    ...(commit === undefined ? {} : { commit }),
  };
}

async function recorded(call: Call, place: Here, deed: Deed, done: string): Promise<Answer> {
  await record(call, place, deed);
  return answerAfter(done, place.room, place.around);
}

/**
 * Lets whoever has an item give it back or block it. Of an item that somebody else works on, only a person says that nobody
 * does.
 * @throws FlowError ITEM_HELD, and as `asPerson`
 */
export async function mayTake(call: Call, place: Here, id: string, verb: 'open' | 'block'): Promise<void> {
  const lease = await heldByOther(place, id);
  if (lease === null || (lease.session === null && lease.pid === null)) return;
  const { clean } = await hooks();
  const words = `${await holderWords(lease, place.around.repository.root)} is working on ${clean(id, 60)}, ${await spanWords(lease)}`;
  const again = `${call.program} item ${verb} ${clean(id, 60)} (a person, in a terminal)`;
  await asPerson(call, place, `${words}.\nTake it away.`, new FlowError('finding', 'ITEM_HELD', `${words}.`, again));
}
