import { createHash, randomUUID } from 'node:crypto';
import type { Criterion } from '@flow/core/documents';
import type { ItemFact } from '@flow/core/workflow';
import { type Answer, type Call, FlowError } from '../commands/command.js';
import { hooks } from '../evidence.js';
import { asPerson } from '../workflow/person.js';
import type { Here } from '../workflow/place.js';
import { reasonFrom } from '../workflow/reason.js';
import { mustBeHeard } from '../workflow/record.js';
import { answerAfter } from '../workflow/show.js';
import { gapLines, gapWords } from './gap.js';

/** An item that a command makes, before it is written anywhere. */
type Draft = Pick<ItemFact, 'id' | 'title' | 'kind' | 'after' | 'files'> & Partial<ItemFact>;

const digestOf = (draft: Draft) => createHash('sha256').update(JSON.stringify(draft)).digest('hex');

/** Makes an item of a kind, as a part of another one where the workflow walks that kind within others. */
export async function make(call: Call, place: Here, kind: string): Promise<Answer> {
  const { room, standing } = place;
  const { clean } = await hooks();
  const chains = room.kindsOf(standing.workflow.phases);
  const known = [...new Set(chains.flat())];
  const again = (more: string) => `${call.program} item new ${clean(kind, 40)} --title '…'${more}`;
  if (!known.includes(kind))
    throw new FlowError(
      'usage',
      'KIND_UNKNOWN',
      known.length === 0
        ? `${clean(standing.workflow.id, 40)} has no items.`
        : `there is no kind of item ${clean(kind, 40)}; there are ${known.join(', ')}.`,
      known.length === 0 ? `${call.program} next` : `${call.program} item new ${known[0]} --title '…'`,
    );
  const title = await titleFrom(call, call.options.title, again(''));
  const all = room.itemsOfRun(standing);
  const within = chains.flatMap((chain) => (chain.indexOf(kind) > 0 ? [chain[chain.indexOf(kind) - 1]!] : []))[0];
  const parent = call.options.parent;
  const whole = all.find((one) => one.id === parent);
  if (within !== undefined && whole?.kind !== within)
    throw new FlowError(
      'usage',
      'PARENT_MISSING',
      `a ${kind} is a part of a ${within}: name it.`,
      again(` --parent ${clean(all.find((one) => one.kind === within)?.id ?? '<id>', 60)}`),
    );
  if (within === undefined && parent !== undefined)
    throw new FlowError('usage', 'PARENT_UNEXPECTED', `a ${kind} is a part of nothing.`, again(''));
  const after = await knownIds(call, call.options.after, all, again(' --after <id>'));
  const draft: Draft = {
    ...{ id: freeId(all, kind, whole?.id), title, kind, after },
    files: wordsOf(call.options.files),
    ...(whole ? { parent: whole.id } : {}),
    ...criteriaFrom(call, clean),
  };
  return write(call, place, [draft], null);
}

/** Splits an item: parts of its own that cover all that it asks for, and share the attempts that it has left. */
export async function split(call: Call, place: Here, id: string): Promise<Answer> {
  const { room, standing } = place;
  const { clean } = await hooks();
  const all = room.itemsOfRun(standing);
  const whole = all.find((one) => one.id === id);
  const inner = room
    .kindsOf(standing.workflow.phases)
    .flatMap((chain) => (chain.includes(whole?.kind ?? '') ? (chain[chain.indexOf(whole!.kind) + 1] ?? []) : []));
  const again = `${call.program} item split ${clean(id, 60)} --into '<title>: <criteria>' --into '<title>: <criteria>'`;
  const at = room.everyItem(standing.status.items).find((one) => one.id === id);
  if (!whole || at?.state === 'done' || at?.state === 'skipped')
    throw new FlowError(
      'finding',
      'ITEM_OVER',
      `${clean(id, 60)} is ${at?.state ?? 'not listed'}: there is nothing to split.`,
      `${call.program} item`,
    );
  if (inner.length > 0)
    throw new FlowError(
      'finding',
      'ITEM_HAS_PARTS',
      `${clean(id, 60)} is a ${whole.kind} and has parts of its own: add one instead.`,
      `${call.program} item new ${inner[0]} --parent ${clean(id, 60)} --title '…'`,
    );
  const told = [call.options.into ?? []].flat().filter((one): one is string => typeof one === 'string');
  if (told.length < 2) throw new FlowError('usage', 'SPLIT_TOO_SMALL', 'a split needs at least two parts.', again);
  const asked = [...(whole.criteria ?? []).map((one) => one.id), ...(whole.claims ?? [])];
  const parts = told.map((one) => partFrom(one, asked));
  const unknown = parts.flatMap((one) => one.unknown);
  if (unknown.length > 0)
    throw new FlowError(
      'usage',
      'SPLIT_UNKNOWN',
      `${clean(id, 60)} does not ask for ${unknown.map((one) => clean(one, 60)).join(', ')}; it asks for ${asked.map((one) => clean(one, 60)).join(', ')}.`,
      again,
    );
  const missing = asked.filter((one) => !parts.some(({ covers }) => covers.includes(one)));
  if (missing.length > 0)
    throw new FlowError(
      'finding',
      'SPLIT_UNCOVERED',
      `the parts leave out what ${clean(id, 60)} asks for: ${missing.map((one) => clean(one, 60)).join(', ')}.`,
      `Give each to a part: ${again}`,
    );
  const drafts: Draft[] = [];
  for (const { title, covers } of parts) {
    const criteria = (whole.criteria ?? []).filter((one) => covers.includes(one.id));
    const claims = (whole.claims ?? []).filter((one) => covers.includes(one));
    drafts.push({
      ...{ id: freeId([...all, ...drafts.map((one) => ({ ...one, digest: '' }))], 'fix', whole.id) },
      ...{
        title: await titleFrom(call, title, again),
        kind: 'fix',
        parent: whole.id,
        part: true,
        after: [],
        files: whole.files,
      },
      ...(criteria.length === 0 ? {} : { criteria }),
      ...(claims.length === 0 ? {} : { claims }),
      ...(whole.size === undefined ? {} : { size: whole.size }),
      ...(whole.flags === undefined ? {} : { flags: whole.flags }),
      ...(whole.verify === undefined ? {} : { verify: whole.verify }),
    });
  }
  return write(call, place, drafts, whole);
}

/** A part as it is typed: its title, and behind the last colon what it covers. */
function partFrom(text: string, asked: readonly string[]): { title: string; covers: string[]; unknown: string[] } {
  const colon = text.lastIndexOf(':');
  const words = colon < 0 ? [] : wordsOf(text.slice(colon + 1));
  const covers = words.filter((one) => asked.includes(one));
  // Without any id behind it the colon belongs to the title.
  if (covers.length === 0) return { title: text, covers: [], unknown: [] };
  return { title: text.slice(0, colon), covers, unknown: words.filter((one) => !asked.includes(one)) };
}

/**
 * Writes items into the document that lists their kind, while no person has approved that; else records them as a proposal that
 * a person takes.
 */
async function write(call: Call, place: Here, drafts: readonly Draft[], of: ItemFact | null): Promise<Answer> {
  const { room, around, standing } = place;
  const { clean } = await hooks();
  const ids = drafts.map((one) => clean(one.id, 60)).join(', ');
  const [{ kind, parent }] = drafts as [Draft];
  const target = of?.id ?? parent;
  const asked = { proposal: '', items: [], reason: '', ...(target === undefined ? {} : { of: target }) };
  await mustBeHeard(call, place, { type: 'proposal', ...asked });
  const lists = room.itemLists(around, standing);
  const listing = lists.find(({ items }) =>
    items.some((one) => (parent === undefined ? one.kind === kind : one.id === parent)),
  );
  const isMade = listing === undefined && parent !== undefined;
  if (isMade || listing?.isApproved) return propose(call, place, drafts, of, listing?.path ?? null);
  for (const list of listing ? [listing] : lists.filter(({ isApproved }) => !isApproved)) {
    const added = room.addToList(around, standing, list, drafts);
    if (added === null) continue;
    // An item that a command made stays, whatever becomes of the list.
    for (const one of added) room.recordDeed(around, standing.run, { type: 'item-added', added: one });
    const answer = await answerAfter(`Written into ${clean(list.path, 200)}: ${ids}.`, room, around);
    return { ...answer, data: { ...answer.data, document: list.path, items: added } };
  }
  throw new FlowError(
    'finding',
    'LIST_MISSING',
    `no document has a place for items of the kind ${clean(kind, 40)}.`,
    `Write a heading of that name into the document that lists them; a template: ${call.program} template tasks`,
  );
}

async function propose(
  call: Call,
  { room, around, standing }: Here,
  drafts: readonly Draft[],
  of: ItemFact | null,
  path: string | null,
): Promise<Answer> {
  const { clean } = await hooks();
  const verb = of ? `split ${clean(of.id, 60)} --into …` : `new ${clean(drafts[0]!.kind, 40)} --title …`;
  const reason = await reasonFrom(call, call.options.reason, `item ${verb} --reason '…'`);
  const proposal = randomUUID().slice(0, 8);
  const items: ItemFact[] = drafts.map((one) => ({ ...one, digest: digestOf(one) }));
  const told = { proposal, items, reason, ...(of ? { of: of.id } : {}) };
  room.recordDeed(around, standing.run, { type: 'proposal', ...told });
  const ids = drafts.map((one) => clean(one.id, 60)).join(', ');
  const why = path === null ? 'No document lists it' : `${clean(path, 200)} is approved`;
  const text = `Proposed: ${ids}. ${why}: a person takes the proposal with \`${call.program} item take ${proposal}\`.`;
  const answer = await answerAfter(text, room, around);
  return { ...answer, data: { ...answer.data, proposal: told } };
}

/** Takes a proposal: a person's decision, as an approved document does not say it. */
export async function take(call: Call, place: Here, name: string): Promise<Answer> {
  const { room, around, standing } = place;
  const { clean } = await hooks();
  const proposal = await proposalNamed(call, place, name);
  const person = await asPerson(call, place, await proposalText(place, proposal));
  room.recordDeed(around, standing.run, { type: 'proposal-taken', proposal: proposal.id, person });
  const { gap } = proposal;
  const taken = gap
    ? `Taken: ${clean(gapWords(gap), 100)}. ${clean(gap.document, 60)} may be changed now, and is approved again afterwards.`
    : `Taken: ${proposal.items.map(({ id }) => clean(id, 60)).join(', ')}.`;
  return answerAfter(taken, room, around);
}

/** Leaves a proposal: what the documents say holds, by a person's decision. */
export async function leave(call: Call, place: Here, name: string): Promise<Answer> {
  const { room, around, standing } = place;
  const { clean } = await hooks();
  const proposal = await proposalNamed(call, place, name);
  const reason = await reasonFrom(call, call.options.reason, `item leave ${clean(name, 40)} --reason '…'`);
  const person = await asPerson(call, place, `${await proposalText(place, proposal)}\nLeave it: ${reason}`);
  room.recordDeed(around, standing.run, { type: 'proposal-left', proposal: proposal.id, person, reason });
  return answerAfter(
    `Left: ${clean(proposal.gap ? gapWords(proposal.gap) : name, 100)}. What is approved holds.`,
    room,
    around,
  );
}

type Proposal = ReturnType<Here['room']['proposalsIn']>[number];

/** @throws FlowError PROPOSAL_UNKNOWN */
async function proposalNamed(call: Call, { room, standing }: Here, name: string): Promise<Proposal> {
  const open = room.proposalsIn(standing.facts.events);
  const proposal = open.find((one) => one.id === name);
  if (proposal) return proposal;
  const { clean } = await hooks();
  const ids = open.map(({ id }) => id);
  throw new FlowError(
    'finding',
    'PROPOSAL_UNKNOWN',
    `there is no proposal ${clean(name, 40)}; ${ids.length > 0 ? `there are ${ids.join(', ')}` : 'none are open'}.`,
    `${call.program} item list`,
  );
}

/** Tells all that a proposal would change, for whoever decides. */
async function proposalText(place: Here, { items, of, reason, gap }: Proposal): Promise<string> {
  const { clean } = await hooks();
  const lines = items.map((one) => {
    const criteria = (one.criteria ?? []).map(({ text }) => `\n    - ${clean(text, 300)}`).join('');
    return `  ${clean(one.id, 60)}: ${clean(one.title, 200)}${criteria}`;
  });
  const what = gap
    ? await gapLines(place, gap)
    : [`${of === null ? 'New items' : `Split ${clean(of, 60)} into`}:`, ...lines];
  return [place.room.phaseLine(place.standing.status), ...what, `Reason: ${clean(reason, 500)}`].join('\n');
}

const wordsOf = (value: unknown): string[] =>
  [value ?? []]
    .flat()
    .flatMap((one) => String(one).split(/[,\s]+/))
    .filter((one) => one !== '');

async function titleFrom(call: Call, given: unknown, again: string): Promise<string> {
  const { clean } = await hooks();
  const title = clean(given ?? '', 200).trim();
  if (/[\p{L}\p{N}]/u.test(title)) return title;
  throw new FlowError(
    'usage',
    'TITLE_MISSING',
    'the item has no title.',
    again.includes('--title') ? again : `${call.program} item`,
  );
}

async function knownIds(call: Call, given: unknown, all: readonly ItemFact[], again: string): Promise<string[]> {
  const ids = wordsOf(given);
  const unknown = ids.find((id) => !all.some((one) => one.id === id));
  if (unknown === undefined) return ids;
  const { clean } = await hooks();
  throw new FlowError(
    'finding',
    'ITEM_UNKNOWN',
    `there is no item ${clean(unknown, 60)}.`,
    again || `${call.program} item`,
  );
}

function criteriaFrom({ options }: Call, clean: (text: unknown, max?: number) => string): { criteria?: Criterion[] } {
  const said = [options.criterion ?? []].flat().map((one) => clean(one, 500).trim());
  const criteria = said.filter((one) => one !== '').map((text, at) => ({ id: String(at + 1), text }));
  return criteria.length === 0 ? {} : { criteria };
}

/**
 * Returns the next id in the manner of the others: `S4` behind `S3`, `1.4` behind `1.3`, `A.1` for the first part of
 * `A`.
 */
function freeId(
  all: readonly Pick<ItemFact, 'id' | 'kind' | 'parent'>[],
  kind: string,
  parent: string | undefined,
): string {
  const taken = new Set(all.map(({ id }) => id));
  const siblings = all.filter((one) => one.kind === kind && one.parent === parent);
  const last = siblings.map(({ id }) => /^(.*?)(\d+)$/.exec(id)).findLast((match) => match !== null);
  const head = last?.[1] ?? (parent === undefined ? kind.slice(0, 1).toUpperCase() : `${parent}.`);
  let next = last ? Number(last[2]) + 1 : 1;
  while (taken.has(`${head}${next}`)) next += 1;
  return `${head}${next}`;
}
