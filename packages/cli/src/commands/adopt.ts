import path from 'node:path';
import { hooks } from '../evidence.js';
import type { ReportModel } from '../report/model.js';
import { readReport } from '../report/read.js';
import { count } from '../report/words.js';
import { shellWord } from '../shell-word.js';
import { here, placeOf } from '../workflow/here.js';
import { leftDocuments } from '../workflow/no-run.js';
import type { Here } from '../workflow/place.js';
import type { Answer, Call, Command } from './command.js';
import { start } from './start.js';

export const adopt: Command = {
  name: 'adopt',
  group: 'workflow',
  arguments: '[workflow] [goal...]',
  summary:
    'start a run on a branch that has work already, and say what of it is proven and what the next honest step is',
  flags: [{ flags: '--dial <name=value...>', description: 'how much is required, as for start' }],
  examples: [
    ['adopt', 'in the workflow whose documents lie here, else ceremony'],
    ["adopt tdd 'Guest checkout'", 'in another one, with a goal; in a run that is there it only says what is proven'],
  ],
  run: runAdopt,
};

/** The workflow of work that nobody planned in any. */
const USUAL = 'ceremony';

async function runAdopt(call: Call): Promise<Answer> {
  const place = await placeOf(call);
  const { room, around } = place;
  const { branchOf, clean } = await hooks();
  const branch = branchOf(around.repository);
  const running = room.runHere(around.repository, around.start.environment);
  let begun = '';
  if (!running || (call.words[0] !== undefined && call.words[0] !== running.workflow)) {
    const left = branch === null ? null : leftDocuments(place, branch);
    const workflow = call.words[0] ?? (left && left.files.length > 0 ? left.workflow : USUAL);
    await start.run({ ...call, words: [workflow, ...call.words.slice(1)] });
    begun = `${clean(workflow, 40)} begins on ${clean(branch, 100)}.`;
  }
  const standing = await here(call);
  const adopted = await adoptedOf(call, standing, await readReport(standing));
  const lines = [
    ...(begun === '' ? [] : [begun]),
    ...adopted.lines,
    `Next: ${adopted.next.command} (${adopted.next.why})`,
  ];
  const { lines: _, ...data } = adopted;
  return { exit: 0, data: { started: begun !== '', ...data }, text: `${lines.join('\n')}\n` };
}

/** Tells what of the work is proven, from the receipts and documents that the run's own status and report are made of. */
async function adoptedOf(call: Call, { around, standing, room }: Here, model: ReportModel) {
  const { branchOf, clean, documentPaths, pathsOnDisk, readSmall, shipFacts } = await hooks();
  const { toVerifyIn } = await import('../import/compose.js');
  const { adoption, phase } = standing.status;
  const changed = (kind: string) =>
    model.content.changed.filter((one) => one.class === kind && one.state !== 'D').map((one) => one.path);
  const [tests, source] = [changed('test'), changed('source')];
  // A run counts what is recorded in it; what was proven before it began is known all the same.
  const facts = shipFacts(around, branchOf(around.repository) ?? 'HEAD');
  const proven = new Set(facts?.suites.flatMap(({ id, state }) => (state === 'tested' ? [id] : [])));
  const suites = model.suites.map(({ id, state, command, counts }) => ({
    ...{ id, command, counts },
    state: state !== 'green' && state !== 'red' && proven.has(id) ? ('earlier' as const) : state,
  }));
  const shown = model.claims.filter(({ state }) => state === 'passed' || state === 'suite');
  const unseen = model.claims.filter(({ expect, red }) => expect === 'red' && red === null);
  const { root } = around.repository;
  const files = Object.values(pathsOnDisk(documentPaths(standing.workflow, standing.run.names), root));
  const toVerify = files.reduce((sum, file) => sum + toVerifyIn(readSmall(path.join(root, file)) ?? ''), 0);
  const redSeen = standing.facts.events.some(({ type }) => type === 'red');
  const list = (all: readonly string[]) =>
    `${all
      .slice(0, 8)
      .map((one) => clean(one, 120))
      .join(', ')}${all.length > 8 ? ` and ${all.length - 8} more` : ''}`;
  const words = {
    green: 'green on this content',
    red: 'red',
    lapsed: 'green on other content',
    unknown: 'run, and nobody can tell what came of it',
    pending: 'not run here yet',
    earlier: 'green on this content before the run began, which counts what is recorded in it',
  };
  const lines = [
    source.length + tests.length === 0
      ? 'Neither source nor tests differ from the base branch here.'
      : `Changed since the base branch: ${count(source.length, 'source file')}, ${count(tests.length, 'test file')}${tests.length > 0 ? ` (${list(tests)})` : ''}.`,
    ...suites.map(
      ({ id, state, counts }) =>
        `Suite ${clean(id, 60)}: ${words[state]}${counts && state === 'green' ? `, ${counts.passed} passed` : ''}.`,
    ),
    ...(model.claims.length === 0
      ? ['Claims: none are written, so that nothing can be held against the work yet.']
      : [
          `Claims: ${shown.length} of ${model.claims.length} shown by tests on this content; ${unseen.length} never seen red.`,
        ]),
    ...(tests.length > 0 && !redSeen ? ['Red: no test was seen failing without the change.'] : []),
    ...(toVerify > 0 ? [`Done elsewhere, with no proof here: ${count(toVerify, 'item')} to be verified.`] : []),
    ...(adoption ? [`Documents that are there: ${list(adoption.present)}; missing: ${list(adoption.missing)}.`] : []),
    `Now: ${room.phaseLine(standing.status).replace(/^flow: /, '')}`,
  ];
  return {
    lines,
    phase,
    changed: { tests, source },
    suites,
    claims: { all: model.claims.length, shown: shown.length, neverRed: unseen.length },
    redSeen,
    toVerify,
    adoption,
    next: nextStep(call, { suites, tests, source, redSeen, adoption }),
  };
}

interface Known {
  suites: readonly { id: string; state: string; command: string | null }[];
  tests: readonly string[];
  source: readonly string[];
  redSeen: boolean;
  adoption: Here['standing']['status']['adoption'];
}

/** Finds the next honest step: first what runs say, then what they never showed, then what is missing in words. */
function nextStep(
  { program }: Call,
  { suites, tests, source, redSeen, adoption }: Known,
): { command: string; why: string } {
  const red = suites.find(({ state }) => state === 'red');
  if (red)
    return { command: `${program} explain`, why: `${red.id} is red: nothing is built on it before it is mended` };
  const open = suites.find(({ state, command }) => state !== 'green' && state !== 'earlier' && command !== null);
  if (open && source.length + tests.length > 0)
    return { command: `${program} exec -- ${open.command}`, why: `nobody has seen ${open.id} green on this content` };
  if (tests.length > 0 && source.length > 0 && !redSeen)
    return {
      command: `${program} prove-red`,
      why: 'tests that were never red may show nothing: it runs them without the change',
    };
  if (adoption?.missing[0] !== undefined)
    return {
      command: `${program} template ${shellWord(adoption.missing[0])}`,
      why: `${adoption.missing[0]} is written after the fact, or a person moves on: ${program} set-phase ${adoption.phases[0]}`,
    };
  return { command: `${program} next`, why: 'the run leads from here' };
}
