import type { Phase } from '../model.js';
import { found, type WorkflowFinding } from './finding.js';
import type { Survey } from './survey.js';

/** Codes that the engine itself gives, whatever checks a phase has. */
const OF_ENGINE = [
  'default',
  'DOCUMENT_MISSING',
  'FINDING_OPEN',
  'FINDING_NOT_CLOSED',
  'LOOP_EXHAUSTED',
  'ADVANCE_MISSING',
  'ITEMS_MISSING',
  'ITEMS_OPEN',
  'ITEM_REMOVED',
  'PROOF_FLAKY',
  'REPEATED_FAILURE',
];

/** Whoever is stopped is told what to do: every phase says so, for every finding or by default. */
export function refusalsHelp({ phases }: Survey): WorkflowFinding[] {
  return phases.flatMap(({ phase, path, checks, siblings }) => {
    const { instruction } = phase;
    if (!isSaid(instruction))
      return [found('INSTRUCTION_MISSING', path, 'Add an `instruction` that says what to do, with `default`.')];
    if (typeof instruction === 'string') return [];
    const kept = siblings.filter((one) => phase.keeps?.some((name) => name.split('.')[0] === one.phase.id));
    const asked = [...checks, ...kept.flatMap((one) => one.checks)].map(({ kind }) => kind.code);
    const names = checks.flatMap(({ spec: { id } }) => id ?? []);
    const codes = [...new Set([...OF_ENGINE, ...asked, ...names])];
    return Object.keys(instruction)
      .filter((code) => !codes.includes(code) && !isEngineCode(code))
      .map((code) => found('INSTRUCTION_UNUSED', path, `One of: ${codes.join(', ')}.`, { name: code }, 'warn'));
  });
}

/** Codes of fixes and items that come with later versions of the engine. */
const isEngineCode = (code: string) => /^(?:ITEM|FIX|LOOP)_/.test(code);

const isSaid = (instruction: Phase['instruction']) =>
  (typeof instruction === 'string' ? instruction : (instruction.default ?? '')).trim() !== '';

/** A phase that asks for nothing is left as soon as it is reached: what it says would never be heard. */
export function phasesHold({ phases }: Survey): WorkflowFinding[] {
  return phases
    .filter(
      ({ phase: { exit, each, advance } }) => !each && !advance && exit.every(({ severity }) => severity === 'warn'),
    )
    .map(({ path }) => found('PHASE_HOLDS_NOTHING', path, 'Add a check that blocks, or `advance`.'));
}

/** A number of entries that there can be. */
export function countsAreMet({ checks }: Survey): WorkflowFinding[] {
  return checks.flatMap(({ spec, key }) => {
    if (spec.check !== 'section' || (spec.min ?? 1) <= (spec.max ?? Number.POSITIVE_INFINITY)) return [];
    return [found('COUNT_IMPOSSIBLE', key, 'Use a `min` that is not greater than `max`.')];
  });
}

/** A limit that allows nothing at all would leave a run where nobody can do anything. */
export function numbersAreLargeEnough({ phases, checks, workflow }: Survey): WorkflowFinding[] {
  const isTooSmall = ([, value, least]: Limit) => value !== undefined && !(value >= least);
  const told = (at: string, limits: readonly Limit[]) =>
    limits.filter(isTooSmall).map(([name, value, least]) =>
      found('NUMBER_TOO_SMALL', at, `Write ${least} or more${least === 1 ? ', or leave it out' : ''}.`, {
        name,
        value: String(value),
      }),
    );
  return [
    ...told('attempts', [['max', workflow.attempts?.max, 1]]),
    ...phases.flatMap(({ phase, phase: { each }, path }) =>
      told(path, [
        ['each.atOnce', each?.atOnce, 1],
        ['attempts.max', phase.attempts?.max, 1],
        ['each.attempts.max', each?.attempts?.max, 1],
        ['each.fixes.max', each?.fixes?.max, 0],
        ['each.fixes.depth', each?.fixes?.depth, 0],
        ['each.marks.every', each?.marks?.every, 1],
      ]),
    ),
    ...checks.flatMap(({ spec: { loop }, key }) => told(key, [['loop.max', loop?.max, 1]])),
  ];
}

/** A name, what is written, and the least that makes sense. */
type Limit = readonly [name: string, value: number | undefined, least: number];

/** Finds documents that are asked for although nobody is told to write them. */
export function documentsAreWritten({ phases, checks, workflow }: Survey): WorkflowFinding[] {
  const asked = checks.flatMap(({ spec, key }) => (spec.check === 'document' ? [{ key, name: spec.document }] : []));
  return asked
    .filter(({ name }) => Object.hasOwn(workflow.documents, name))
    .filter(({ name }) => !phases.some(({ phase }) => phase.produces?.includes(name)))
    .map(({ key, name }) =>
      found('DOCUMENT_UNMADE', key, 'Add it to `produces` in the phase that writes it.', { name }, 'warn'),
    );
}
