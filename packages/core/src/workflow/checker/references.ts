import { citingIn, documentIn } from '../content.js';
import type { CheckSpec, Condition } from '../model.js';
import { PROBES } from '../probes.js';
import { found, type WorkflowFinding } from './finding.js';
import { answering, type CheckPlace, isAsked, isHeld, type PhasePlace, type Survey, topOf } from './survey.js';

/** Whatever is named is there, and before it is needed. */
export function referencesExist(survey: Survey): WorkflowFinding[] {
  const { workflow, phases, checks } = survey;
  const dials = Object.entries(workflow.dials).flatMap(([name, { values, default: value }]) =>
    values.includes(value) ? [] : [unknown(`dials.${name}`, 'dial value', value, values)],
  );
  return [
    ...dials,
    ...goalOf(survey),
    ...conditionOf(workflow.unattended, 'unattended', survey),
    ...conditionOf(workflow.untested, 'untested', survey),
    ...phases.flatMap((place) => [...keptOf(place), ...conditionOf(place.phase.when, place.path, survey)]),
    ...phases.flatMap(({ phase, path }) => documentsOf(phase.produces ?? [], path, survey)),
    ...checks.flatMap((check) => [
      ...documentsOf(documentsIn(check), check.key, survey),
      ...conditionOf(check.spec.when, check.key, survey),
      ...sentTo(check, survey),
      ...analysedOf(check),
      ...kindsOf(check, survey),
      ...growsOf(check, survey),
      ...roundsOf(check),
    ]),
  ];
}

/** The template that a document names is one of the workflow's own, or one of `others`. */
export function templatesExist({ workflow }: Survey, others: readonly string[] | undefined): WorkflowFinding[] {
  if (!others) return [];
  const known = [...new Set([...Object.keys(workflow.templates ?? {}), ...others])];
  return Object.entries(workflow.documents).flatMap(([name, { template }]) =>
    template === undefined || known.includes(template)
      ? []
      : [unknown(`documents.${name}`, 'template', template, known)],
  );
}

function unknown(at: string, what: string, name: string, known: readonly string[]): WorkflowFinding {
  const remedy = known.length > 0 ? `One of: ${known.join(', ')}.` : `The workflow has no ${what}: add one.`;
  return found('REFERENCE_UNKNOWN', at, remedy, { what, name });
}

/** The kinds of work that a goal may be of are values of a dial that is there. */
function goalOf({ workflow: { goal, dials } }: Survey): WorkflowFinding[] {
  if (!goal) return [];
  if (!Object.hasOwn(dials, goal.dial)) return [unknown('goal', 'dial', goal.dial, Object.keys(dials))];
  const { values } = dials[goal.dial]!;
  return [...new Set([goal.otherwise, ...Object.keys(goal.kinds)])]
    .filter((kind) => !values.includes(kind))
    .map((kind) => unknown('goal', 'dial value', kind, values));
}

function keptOf({ phase, path, siblings, index }: PhasePlace): WorkflowFinding[] {
  return (phase.keeps ?? []).flatMap((name) => {
    const [id, check] = name.split('.');
    const home = siblings.find((one) => one.phase.id === id);
    if (!home) {
      const known = siblings.slice(0, index).map((one) => one.phase.id);
      return known.length > 0 ? [unknown(path, 'phase to keep', name, known)] : [nothingToKeep(path, name)];
    }
    if (home.index >= index) {
      return [found('REFERENCE_AHEAD', path, 'Keep only phases that come before.', { what: 'phase to keep', name })];
    }
    if (check === undefined || home.checks.some((one) => one.id === check)) return [];
    return [
      unknown(
        path,
        'check to keep',
        name,
        home.checks.map((one) => `${id}.${one.id}`),
      ),
    ];
  });
}

function nothingToKeep(path: string, name: string): WorkflowFinding {
  const remedy = 'No phase comes before this one, so there is nothing to keep: remove `keeps`.';
  return found('REFERENCE_UNKNOWN', path, remedy, { what: 'phase to keep', name });
}

/** What is sent ahead would wait for a phase that cannot be reached before it is answered. */
function sentTo(check: CheckPlace, survey: Survey): WorkflowFinding[] {
  const { spec, key, home } = check;
  if (spec.to === undefined) return [];
  const target = answering(check, survey);
  if (!target)
    return [
      unknown(
        key,
        'phase to answer',
        spec.to,
        home.siblings.map(({ phase }) => phase.id),
      ),
    ];
  const isAhead =
    target.siblings === home.siblings ? target.index > home.index : topOf(target).index > topOf(home).index;
  if (isAhead)
    return [found('REFERENCE_AHEAD', key, 'Send findings to the phase itself or to one before it.', { name: spec.to })];
  // Nobody would answer them: the judge alone is asked again.
  const without = survey.dials.find((dials) => isHeld(check, dials) && !isAsked(target, dials));
  if (!without) return [];
  const dials = Object.entries(without).map(([name, value]) => `${name} ${value}`);
  return [
    found('REFERENCE_LEFT_OUT', key, 'Send findings to a phase of every run that asks for it.', {
      name: spec.to,
      dials,
    }),
  ];
}

/** Finds kinds of items that a check names and no phase walks: only items that some phase walks are ever read. */
function kindsOf({ spec, key }: CheckPlace, { phases }: Survey): WorkflowFinding[] {
  if (spec.check !== 'listed' && spec.check !== 'bounded') return [];
  const kinds = phases.flatMap(({ phase }) => (phase.each ? [phase.each.kind] : []));
  return kinds.includes(spec.kind) ? [] : [unknown(key, 'kind of items', spec.kind, kinds)];
}

/** What has outgrown its kind turns a dial that is there. */
function growsOf({ spec, key }: CheckPlace, { workflow: { dials } }: Survey): WorkflowFinding[] {
  if (spec.check !== 'bounded') return [];
  const { dial, value } = spec.grows;
  if (!Object.hasOwn(dials, dial)) return [unknown(key, 'dial', dial, Object.keys(dials))];
  const { values } = dials[dial]!;
  return values.includes(value) ? [] : [unknown(key, 'dial value', value, values)];
}

function documentsIn({ spec, contents }: CheckPlace): string[] {
  const probes = spec.check === 'panel' && spec.probes ? [spec.probes.document] : [];
  const named = 'document' in spec ? [spec.document] : spec.check === 'covered' ? [spec.by] : probes;
  const command =
    'command' in spec && typeof spec.command === 'object' && 'document' in spec.command ? [spec.command.document] : [];
  return [...named, ...command, ...contents.flatMap((one) => [documentIn(one) ?? [], citingIn(one) ?? []].flat())];
}

function documentsOf(names: readonly string[], at: string, { workflow }: Survey): WorkflowFinding[] {
  const known = Object.keys(workflow.documents);
  return [...new Set(names)]
    .filter((name) => !known.includes(name))
    .map((name) => unknown(at, 'document', name, known));
}

function conditionOf(when: Condition | undefined, at: string, { workflow }: Survey): WorkflowFinding[] {
  return Object.entries(when?.dial ?? {}).flatMap(([name, values]) => {
    if (!Object.hasOwn(workflow.dials, name)) return [unknown(at, 'dial', name, Object.keys(workflow.dials))];
    const known = workflow.dials[name]!.values;
    return values.filter((value) => !known.includes(value)).map((value) => unknown(at, 'dial value', value, known));
  });
}

function analysedOf({ spec, key, home }: CheckPlace): WorkflowFinding[] {
  if (spec.check !== 'analysed') return [];
  const known = home.siblings.flatMap(({ phase, checks }) => checks.map(({ id }) => `${phase.id}.${id}`));
  return known.includes(spec.of) ? [] : [unknown(key, 'check to analyse', spec.of, known)];
}

/** Finds reviewers whom no round asks, and rounds that ask nobody: a reviewer who was never asked cannot be open. */
function roundsOf({ spec, key }: CheckPlace): WorkflowFinding[] {
  if (spec.check !== 'panel') return [];
  const named = spec.rounds.flatMap((round) => (typeof round === 'string' ? [] : round));
  const tiers = (spec.tiers ?? []).flat().filter((name) => !spec.probes || name !== PROBES);
  const lost = [...named, ...tiers].filter((name) => !spec.reviewers.includes(name));
  const isIn = (name: string) => spec.rounds.includes('all') || named.includes(name);
  const unasked = spec.reviewers.filter((name) => !isIn(name));
  const nobody = !isHeard(spec);
  return [
    ...[...new Set(lost)].map((name) => unknown(key, 'reviewer', name, spec.reviewers)),
    ...(nobody ? [found('PANEL_ASKS_NOBODY', key, 'Start with a round of `all`.')] : []),
    ...(nobody ? [] : unasked).map((name) =>
      found('REVIEWER_UNASKED', key, 'Name it in a round, or remove it from `reviewers`.', { name }),
    ),
  ];
}

const isHeard = ({ rounds, reviewers }: Extract<CheckSpec, { check: 'panel' }>) =>
  reviewers.length > 0 && rounds.length > 0 && rounds[0] !== 'open' && rounds.every((round) => round.length > 0);
