import { OWN_WORK } from '@flow/core';
import { debtName } from '@flow/core/workflow';
import type { Account } from '@flow/hooks/program';
import type { Ended } from '../workflow/no-run.js';
import type { Here, Standing } from '../workflow/place.js';
import { blocksOf, byHandOf } from './by-hand.js';
import { claimsOf, suitesOf } from './claims.js';
import { spansOf } from './course.js';
import type { Entered } from './entered.js';
import { figuresIn, phaseCosts } from './figures.js';
import { attemptsIn, itemsOf, matrixOf } from './items.js';
import type { ReportContent, ReportGate, ReportModel, ReportRisk } from './model.js';
import { picturesOf } from './pictures.js';
import { findingsOf, reviewsOf, roundsOf } from './reviews.js';
import { exceptionsOf, timelineOf } from './timeline.js';
import { verdictOf } from './verdict.js';
import { waitsOf } from './waits.js';
import type { Tidy } from './words.js';

const MAX_FILES = 200;

/** Makes one plain object of what a run has proven: nothing is read here, and renderers need nothing else. */
export function reportOf(
  { standing, room, ended = null }: Pick<Here, 'standing' | 'room'> & { ended?: Ended | null },
  account: Account,
  entered: readonly Entered[],
  tidy: Tidy,
): ReportModel {
  const { run, status, facts } = standing;
  const suites = suitesOf(standing, account, tidy);
  const findings = findingsOf(standing, tidy);
  const pictures = picturesOf(standing, account, tidy);
  const claims = claimsOf(standing, account, suites, tidy).map((claim) => ({
    ...claim,
    screenshots: pictures.byClaim.get(claim.id) ?? [],
    shown: pictures.needed.includes(claim.id),
    findings: findings.filter((one) => one.claim === claim.id).map(({ id }) => id),
  }));
  const gates = gatesOf(standing, account, tidy);
  const byHand = byHandOf({ standing, room }, tidy);
  const content = contentOf(standing, account, tidy);
  const open = status.open.map((one) => room.openOf(one));
  const reviews = reviewsOf(standing, tidy);
  const items = itemsOf({ standing, room }, tidy);
  const waits = waitsOf(standing, tidy);
  const matrix = matrixOf({ claims, items, byHand });
  const attempts = attemptsIn({ standing, room }, tidy);
  const counts = room.countItems(room.itemsOfRun(standing), status.items, status.over);
  // Findings are told by their titles.
  const others = open.filter((_, at) => status.open[at]?.finding.code !== 'FINDING_OPEN');
  return {
    version: 1,
    made: facts.now,
    title: tidy(run.branch, 120),
    verdict: verdictOf(
      { claims, suites, findings, gates, damaged: account.damaged, weakened: account.weakened, open: others, counts },
      standing,
      tidy,
    ),
    run: runOf(standing, ended, waits, tidy),
    content,
    phase: {
      id: tidy(status.phase, 60),
      title: tidy(status.title, 120),
      stage: status.stage,
      total: status.total,
      waiting: status.waiting,
      next: open[0] ?? tidy(status.instruction, 300),
    },
    stages: stagesOf(standing, entered, tidy),
    claims,
    items,
    counts,
    matrix,
    attempts,
    waits,
    assumptions: status.assumptions.slice(0, 100).map(({ id, text, question }) => ({
      ...{ id: tidy(id, 60), text: tidy(text), question: tidy(question) },
    })),
    suites,
    gates,
    byHand,
    blocked: blocksOf({ standing, room }, tidy),
    findings,
    screenshots: { folder: tidy(account.screenshotFolder, 300), faults: pictures.faults },
    schema: schemaOf(account, tidy),
    risks: risksOf(account, tidy),
    reviews,
    rounds: roundsOf(reviews),
    exceptions: exceptionsOf(standing, account, tidy),
    debts: debtsOf(standing, tidy),
    warnings: status.warnings.map((one) => `${tidy(one.code, 60)}: ${tidy(room.openWords(one), 300)}`),
    concerns: status.concerns.map((one) => tidy(one)),
    probes: status.probes.map((one) => tidy(one)),
    expectations: status.expectations.map((one) => tidy(one)),
    timeline: timelineOf(standing, account, entered, tidy),
    spans: spansOf(standing, account, { attempts, waits, items }, tidy),
    figures: figuresIn({ standing, room }, account, { claims, matrix }, tidy),
    phases: phaseCosts(account, new Map(status.stages.map(({ id, title }) => [id, title])), tidy),
    work: workOf(account, tidy),
  };
}

function runOf(
  { run, workflow, status, facts }: Standing,
  ended: Ended | null,
  waits: ReportModel['waits'],
  tidy: Tidy,
): ReportModel['run'] {
  const until = ended?.ended ?? facts.now;
  const pauses = waits.filter(({ kind }) => kind === 'pause');
  return {
    id: tidy(run.id, 60),
    workflow: tidy(workflow.id, 60),
    title: tidy(workflow.title, 120),
    started: run.started,
    dials: Object.fromEntries(Object.entries(status.dials).map(([name, value]) => [tidy(name, 40), tidy(value, 40)])),
    ended: ended && { how: tidy(ended.how, 20), time: ended.ended },
    goal: run.goal === undefined ? null : tidy(run.goal.text, 300),
    runtimeMs: Math.max(0, until - run.started),
    pausedMs: pauses.reduce((sum, one) => sum + Math.max(0, (one.until ?? until) - one.since), 0),
  };
}

function stagesOf(standing: Standing, entered: readonly Entered[], tidy: Tidy): ReportModel['stages'] {
  return standing.status.stages.map(({ id, title, state }) => ({
    id: tidy(id, 60),
    title: tidy(title, 80),
    state,
    entered: entered.find(({ phase }) => phase === id)?.time ?? null,
    visits: entered.filter(({ phase }) => phase === id).length,
    back: waysBack(standing, id).map((one) => tidy(one, 80)),
    gates: gatesIn(standing, id).map((one) => tidy(one, 60)),
  }));
}

/** Lists gates that a phase waits for. */
function gatesIn({ workflow, status }: Standing, id: string): string[] {
  const exits = workflow.phases.filter((phase) => phase.id === id).flatMap(({ exit }) => exit);
  return exits.flatMap((spec) => (spec.check === 'approved' && spec.gate in status.gates ? [spec.gate] : []));
}

/** Titles of the phases that answer what is found in one. */
function waysBack({ workflow, status }: Standing, id: string): string[] {
  const asked = new Set(status.stages.flatMap((stage) => (stage.state === 'left-out' ? [] : [stage.id])));
  const exits = workflow.phases.find((phase) => phase.id === id)?.exit ?? [];
  const titles = exits.flatMap(({ to }) => workflow.phases.filter((one) => one.id === to && asked.has(one.id)));
  return [...new Set(titles.map(({ title }) => title))];
}

const risksOf = ({ documents }: Account, tidy: Tidy): ReportRisk[] =>
  documents
    .flatMap(({ risks }) => risks)
    .slice(0, 100)
    .map(({ what, risk, silent, callers, tests }) => ({
      what: tidy(what, 200),
      risk,
      silent: silent === true,
      callers: callers.length,
      tests: tests.slice(0, 20).map((one) => tidy(one, 200)),
    }));

const schemaOf = ({ schema }: Account, tidy: Tidy): ReportModel['schema'] =>
  schema.slice(0, MAX_FILES).map(({ kind, name, state, path }) => ({
    kind,
    name: tidy(name, 200),
    state,
    path: path === null ? null : tidy(path, 200),
  }));

const debtsOf = ({ status }: Standing, tidy: Tidy): ReportModel['debts'] =>
  status.debts.map(({ why, reason, ...one }) => ({
    check: tidy(debtName(one), 120),
    why,
    reason: tidy(reason),
  }));

function contentOf({ facts, run }: Standing, { base, changed }: Account, tidy: Tidy): ReportContent {
  const { git, contents } = facts.present;
  return {
    branch: tidy(run.branch, 200),
    base: base && tidy(base.branch, 200),
    fork: base?.fork ?? null,
    head: git.head,
    tree: contents.tree ?? null,
    committed: git.committed ?? null,
    pushed: git.pushed ?? null,
    pullRequest: git.pullRequest ? tidy(git.pullRequest, 300) : null,
    ci: git.ci ?? null,
    changed: (changed ?? []).slice(0, MAX_FILES).map((one) => ({ ...one, path: tidy(one.path, 200) })),
    changedTotal: changed?.length ?? null,
  };
}

function gatesOf({ status }: Standing, { approvals }: Account, tidy: Tidy): ReportGate[] {
  return Object.entries(status.gates).map(([gate, { state }]) => ({
    gate: tidy(gate, 60),
    state,
    approvals: approvals
      .filter((one) => one.gate === gate)
      .map(({ person, method, signed, time, expires, head, tree, subjects, counts }) => ({
        person: tidy(person, 80),
        strength: signed ? 'signed' : method,
        time,
        expires,
        head,
        tree,
        counts,
        subjects: subjects.slice(0, 20).map((path) => tidy(path, 200)),
      })),
  }));
}

function workOf({ metrics, subagents }: Account, tidy: Tidy): ReportModel['work'] {
  const { edits, refusals, runs } = metrics;
  const cost = subagents.reduce<number | null>(
    (sum, one) => (sum === null || one.cost === null ? null : sum + one.cost),
    0,
  );
  return {
    edits: edits.calls,
    files: edits.files,
    refusals: refusals.calls,
    runs: runs.count,
    green: runs.green,
    refusedBy: Object.entries(refusals.byCode).slice(0, 10),
    agents: subagents.slice(0, 40).map(({ type, model, runs, total, durationMs, cost }) => ({
      type: type === OWN_WORK ? 'the session itself' : tidy(type, 80),
      model: tidy(model, 80),
      runs,
      tokens: total,
      minutes: Math.round(durationMs / 60_000),
      cost,
    })),
    own: subagents.some(({ type }) => type === OWN_WORK),
    tokens: subagents.reduce((sum, { total }) => sum + total, 0),
    cost: subagents.length === 0 ? null : cost,
  };
}
