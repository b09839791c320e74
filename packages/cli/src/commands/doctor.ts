import type { Check } from '@flow/hooks/program';
import { hooks } from '../evidence.js';
import { checkFiles } from '../init/check-files.js';
import { findPrograms } from '../other-flow.js';
import { paint } from '../paint.js';
import { placeOf } from '../workflow/here.js';
import { heldWords } from '../workflow/lease-words.js';
import { type Call, type Command, EXIT } from './command.js';

export const doctor: Command = {
  name: 'doctor',
  group: 'setup',
  summary: 'check that the guards are armed and that `flow` is ours, and show how to fix problems',
  examples: [
    ['doctor', 'every check, with a fix for each failure'],
    ['doctor --json', 'the same, for scripts'],
  ],
  async run(call) {
    const { directory, environment } = call;
    const { runDoctor, renderDoctor, shipped, repositoryOf } = await hooks();
    const root = repositoryOf(directory)?.root;
    const checks = [
      ...(await checkName(environment)),
      ...runDoctor({ directory, environment, version: shipped().version }),
      ...(root === undefined ? [] : await checkFiles(root)),
      ...(root === undefined ? [] : await itemsInProgress(call)),
    ];
    const exit = checks.some(({ status }) => status === 'failure') ? EXIT.finding : EXIT.ok;
    return { exit, data: { checks }, text: renderDoctor(checks, { color: paint('red', 'x') !== 'x' }) };
  },
};

/** Tells who works on which item of the run that leads the work here. */
async function itemsInProgress(call: Call): Promise<Check[]> {
  const { ok, clean } = await hooks();
  const { around, room } = await placeOf(call);
  const standing = room.runHere(around.repository, call.environment) ? room.standingOf(around) : null;
  const held = standing === null ? [] : room.heldItems(standing);
  const words = held.map(async (one) => `${clean(one.id, 60)}: ${await heldWords(one, around.repository.root)}`);
  return held.length === 0 ? [] : [ok('items', 'items in progress', (await Promise.all(words)).join('; '))];
}

/** Checks whether `flow` in a shell is this program. */
async function checkName(environment: NodeJS.ProcessEnv): Promise<Check[]> {
  const { ok, warning, clean } = await hooks();
  const [first, ...others] = findPrograms(environment);
  if (!first) return [ok('flow-name', 'flow on PATH', 'not on PATH; run it as `npx flow`')];
  const foreign = first.ours ? others.find((one) => !one.ours) : first;
  if (!foreign) return [ok('flow-name', 'flow on PATH', clean(first.path, 300))];
  const owner = foreign.package ? `, of ${foreign.package.name} ${foreign.package.version}` : '';
  const what = clean(`${foreign.path}${owner}`, 300);
  if (first.ours) return [ok('flow-name', 'flow on PATH', `${clean(first.path, 300)}; behind it ${what}`)];
  return [warning('flow-name', 'flow on PATH', `another program has this name: ${what}.`, 'npx flowctl doctor')];
}
