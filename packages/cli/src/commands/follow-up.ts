import { statSync } from 'node:fs';
import path from 'node:path';
import { hooks } from '../evidence.js';
import { type FollowedRun, kindsIn, type Proposal, propose } from '../follow-up/propose.js';
import { shellWord } from '../shell-word.js';
import { branchFor } from '../workflow/branch-name.js';
import { hereOrEnded, placeOf } from '../workflow/here.js';
import { standsAt } from '../workflow/items.js';
import type { Here, Place } from '../workflow/place.js';
import { reasonFrom } from '../workflow/reason.js';
import { type Answer, type Call, type Command, FlowError } from './command.js';

export const followUp: Command = {
  name: 'follow-up',
  group: 'workflow',
  arguments: '<what>',
  summary: 'propose what becomes of a further wish: an item, a reopening, more planning, or a run of its own',
  flags: [
    {
      flags: '--files <paths...>',
      description: 'the files that it touches (default: those, and the items, that its words name)',
    },
  ],
  examples: [
    ["follow-up 'show the discount in src/cart.ts'", 'says what to do with it and why; nothing is done'],
    ["follow-up 'rename the currency' --files src/cart.ts src/price.ts src/tax.ts", 'three files or more: planning'],
  ],
  run: runFollowUp,
};

async function runFollowUp(call: Call): Promise<Answer> {
  const { clean } = await hooks();
  const place = await placeOf(call);
  const what = await reasonFrom(call, call.words[0], "follow-up '<what>'");
  const led = await followed(call);
  const files = filesOf(call, place, what);
  const items = led ? led.room.itemsOfRun(led.standing) : [];
  const named = items.map(({ id }) => id).filter((id) => wordsOf(what).includes(id));
  const run = led ? await followedRun(led) : null;
  const proposal = propose({ files, named, run });
  if (proposal.way === 'ask')
    throw new FlowError(
      'finding',
      'FILES_UNKNOWN',
      proposal.why,
      `${call.program} follow-up ${shellWord(what)} --files <path>…`,
    );
  const steps = await commandsFor(call, place, led, proposal, { what, files });
  const heads: Record<Exclude<Proposal['way'], 'ask'>, string> = {
    'go-on': 'It belongs to what the run is doing.',
    item: proposal.target === undefined ? 'A new item of the run.' : `A fix of ${clean(proposal.target, 60)}.`,
    reopen: `Reopen ${clean(proposal.target, 60)}.`,
    plan: `More planning, from ${clean(proposal.target, 60)} on.`,
    'new-run': 'A run of its own.',
  };
  const lines = [
    heads[proposal.way],
    `Why: ${clean(proposal.why, 400)}`,
    ...(files.length > 0 ? [`Files: ${files.map((one) => clean(one, 100)).join(', ')}`] : []),
    ...(steps.length > 0 ? ['Nothing has been done. To do it:', ...steps.map((one) => `  ${one}`)] : []),
  ];
  const data = { ...proposal, what, files, commands: steps };
  return { exit: 0, data, text: lines.map((one) => `${one}\n`).join('') };
}

/** Returns the run that leads the work here, else the one that ended last; null where there never was one. */
async function followed(call: Call): Promise<Awaited<ReturnType<typeof hereOrEnded>> | null> {
  try {
    return await hereOrEnded(call);
  } catch (error) {
    if (error instanceof FlowError && error.problem.code === 'NO_RUN') return null;
    throw error;
  }
}

async function followedRun(led: Here & { ended: { how: string } | null }): Promise<FollowedRun> {
  const { room, standing, around, ended } = led;
  const { accountOf } = await hooks();
  const { changed, paths } = accountOf(around, standing, []);
  const over = new Set(['done', 'skipped', 'dropped']);
  const { stages, phase } = standing.status;
  // Behind the phase that walks them all items of a kind are over, and none is told any more.
  const isPast = (kind: string) => {
    const walks = standing.workflow.phases.filter((one) => one.each !== undefined);
    const walk = walks.find((one) => kindsIn(one).includes(kind)) ?? walks.at(-1);
    return phase === 'done' || stages.some(({ id, state }) => id === walk?.id && state === 'done');
  };
  return {
    workflow: standing.workflow,
    stages,
    items: room.itemsOfRun(standing).map((one) => {
      const state = standsAt(standing, room, one.id)?.state;
      return { ...one, isOver: state === undefined ? isPast(one.kind) : over.has(state) };
    }),
    changed: [...(changed ?? []).map((one) => one.path), ...Object.values(paths)],
    ended: ended?.how ?? null,
  };
}

const wordsOf = (what: string) => what.split(/[\s,;:()"'`]+/).map((word) => word.replace(/[.!?]+$/, ''));

/**
 * Finds the files of a wish, from the repository's root: those that are given, else those that its words name and that are there.
 * @throws FlowError FOLDER_NAMED, FILE_OUTSIDE
 */
function filesOf({ options, directory, program }: Call, { around }: Place, what: string): string[] {
  const given = [options.files ?? []].flat().map(String);
  const { root } = around.repository;
  const told = given.length > 0 ? given : wordsOf(what).filter((word) => /[./]/.test(word));
  return told.flatMap((word) => {
    const file = path.relative(root, path.resolve(directory, word)).replaceAll(path.sep, '/');
    const isOutside = file === '' || file.startsWith('../') || path.isAbsolute(file);
    const there = isOutside ? undefined : statSync(path.join(root, file), { throwIfNoEntry: false });
    if (given.length === 0) return there?.isFile() ? [file] : [];
    const again = `${program} follow-up '…' --files <path>…`;
    if (there?.isDirectory())
      throw new FlowError('usage', 'FOLDER_NAMED', `${file} is a folder: name the files in it that change.`, again);
    if (isOutside) throw new FlowError('usage', 'FILE_OUTSIDE', 'a file lies outside of this repository.', again);
    return [file];
  });
}

async function commandsFor(
  { program }: Call,
  { around }: Place,
  led: Awaited<ReturnType<typeof followed>>,
  { way, target = '', kind, parent, related }: Proposal,
  { what, files }: { what: string; files: string[] },
): Promise<string[]> {
  const said = shellWord(what);
  const reason = `--reason ${said}`;
  const paths = files.map(shellWord).join(' ');
  if (way === 'go-on') return [`${program} next`];
  if (way === 'reopen' || way === 'plan')
    return [`${program} reopen ${shellWord(target)} ${reason}   (a person, in a terminal)`];
  if (way === 'item')
    return kind === undefined
      ? [`${program} item add ${shellWord(target)} --title ${said}`]
      : [
          `${program} item new ${shellWord(kind)}${parent === undefined ? '' : ` --parent ${shellWord(parent)}`} --title ${said} --files ${paths}`,
        ];
  const { branchOf } = await hooks();
  const room = led?.room ?? (await hooks()).workflowRoom();
  const branch = branchOf(around.repository);
  // What ended without being merged is continued on its own branch.
  const isOwn = branch !== null && !room.isBaseBranch(around, branch);
  const stays = isOwn && (led === null || (led.ended !== null && led.ended.how !== 'merged' && related.length > 0));
  const base = led?.standing.facts.present.git.base ?? null;
  const begin = `${program} start ${shellWord(led?.standing.workflow.id ?? 'spec')} ${said}`;
  return stays
    ? [begin]
    : [`git switch -c ${[branchFor(what), ...(base === null ? [] : [shellWord(base)])].join(' ')}`, begin];
}
