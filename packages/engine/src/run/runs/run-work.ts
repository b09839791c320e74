import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  type AuditLine,
  editClass,
  matchesAny,
  type OverrideUse,
  type PhaseDeed,
  type PhaseVisit,
  type PhaseWork,
  readAuditLine,
  type SubagentLine,
} from '@flow/core';
import type { AfterMerge, Budget, FigureFacts, Spend } from '@flow/core/figures';
import { seatsOf } from '@flow/core/workflow';
import { eventsOf, git, type JournalEntry, readJournal, readLog, splitZ } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import { findFork } from '@flow/evidence/git/base';
import { auditedRuns } from '../../facts/audited-runs.js';
import { auditFolder, TRAIL } from '../../facts/trail/audit-line.js';
import { spentLines } from '../../facts/trail/spent.js';
import type { Surroundings } from '../../places/surroundings.js';
import { VIEWS } from '../../policy/views.js';
import { documentPaths, pathsOnDisk } from '../documents/documents.js';
import type { Standing } from '../status.js';
import { afterMerge } from './after-merge.js';
import { countedRuns } from './all-figures.js';
import { everyNotLanded, sessionEnds } from './session-ends.js';
import { spentOn } from './spent.js';

/** Records that the numbers of a run are made of: read here, counted elsewhere. */
export interface RunWork {
  phases: PhaseWork;
  /** Number of times that each rule and check was let through, in all of this repository. */
  uses: OverrideUse[];
  lines: { planned: number; changed: number | null };
  /** Sub-agents and requests of sessions, as they were kept. */
  subagents: SubagentLine[];
  /** What was spent, each piece once, oldest first. */
  spends: Spend[];
  /** What became of the change behind its merge. */
  afterMerge: AfterMerge | null;
  /** The other runs of the same workflow, as the journal tells them. */
  others: FigureFacts[];
  /** What the policy allows, by class of work. */
  budgets: Readonly<Record<string, Budget>>;
  /** Items that did not land, once for each time. */
  notLanded: { item: string; time: number }[];
}

/**
 * Reads what the numbers of a run are made of.
 * @param visits the phases that the run came to, in their order
 */
export function runWork(around: Surroundings, standing: Standing, visits: readonly PhaseVisit[]): RunWork {
  const { repository, policy, start } = around;
  const { run, facts } = standing;
  const folder = auditFolder(repository);
  const trail = readLog(folder, TRAIL).records.flatMap((one) => readAuditLine(one) ?? []);
  const told = { events: facts.events, ends: sessionEnds(around, run) };
  const spent = spentLines(repository);
  const { subagents, spends } = spentOn(run, told, spent, policy.prices);
  const { events } = readJournal(repository, start.environment);
  const isOurs = (branch: string) => run.names.some(({ name }) => name === branch);
  // Lines of older versions have no branch: then their time says whether they belong here.
  const isHere = ({ time, branch }: { time: number; branch?: string }) =>
    time >= run.started && (branch === undefined || isOurs(branch));
  const names = new Set(standing.workflow.phases.map(({ id }) => id));
  const known = (line: AuditLine) => (names.has(line.phase ?? '') ? line : { ...line, phase: null });
  const ended = facts.events.find(({ type }) => type === 'end');
  return {
    phases: {
      visits,
      until: ended?.time ?? facts.now,
      lines: trail
        .filter(isHere)
        .map(known)
        .toSorted((a, b) => a.time - b.time),
      runs: auditedRuns(repository, run.started).filter(isHere),
      spends,
      deeds: deedsOf(standing, events),
    },
    uses: [...usesByCode(events, trail), ...usesByRun(events)],
    lines: linesOf(around, standing),
    ...{ subagents, spends, budgets: policy.budgets ?? {} },
    others: countedRuns(around, spent).flatMap(({ id, workflow, facts: own }) =>
      workflow === run.workflow && id !== run.id ? [own] : [],
    ),
    afterMerge: afterMerge(around, standing, events),
    notLanded: everyNotLanded(around, run).map(({ item, time }) => ({ item, time })),
  };
}

function deedsOf({ workflow, facts, status, run }: Standing, events: readonly JournalEntry[]): PhaseDeed[] {
  const panels = new Map(seatsOf(workflow, facts.present, status.dials).map(({ judge, panel }) => [judge, panel]));
  const begun = new Set<string>();
  const own = facts.events.flatMap((event): PhaseDeed[] => {
    const { type, time } = event;
    if (type === 'verdict') {
      // A round of a panel is one, however many speak in it and in whichever phase the last does; what broke down is none.
      const judge = panels.get(event.judge) ?? event.judge;
      const key = JSON.stringify([judge, event.subject ?? null, event.round ?? event.n]);
      if (event.failure !== undefined || begun.has(key)) return [];
      begun.add(key);
      return [{ time, kind: 'verdict', judge }];
    }
    return type === 'override' || type === 'waiver' ? [{ time, kind: type }] : [];
  });
  const calls = eventsOf(events, 'override').filter(({ n }) => n > run.n);
  return [...own, ...calls.map(({ time }): PhaseDeed => ({ time, kind: 'override' }))];
}

/** Counts refused calls by code, and how many of them a person let through. */
function usesByCode(
  events: readonly JournalEntry[],
  trail: readonly { decision: string; found?: readonly { code: string }[] }[],
) {
  const used = new Map<string, number>();
  for (const { data } of eventsOf(events, 'override'))
    for (const code of new Set(data.findings.map(codeOf))) used.set(code, (used.get(code) ?? 0) + 1);
  const refused = trail.filter(({ decision }) => decision === 'refused');
  return [...used].map(([what, count]): OverrideUse => {
    const of = refused.filter(({ found }) => found?.some(({ code }) => code === what)).length;
    return { what, per: 'call', used: count, of };
  });
}

/** A finding is kept by its code and facts. */
function codeOf(key: string): string {
  const code = /^\["([A-Z_]{1,60})"/.exec(key)?.[1];
  return code ?? key.slice(0, 60);
}

/** Overrides and waivers of workflows: in how many of the runs, of those of the same workflow. */
function usesByRun(events: readonly JournalEntry[]): OverrideUse[] {
  const workflows = new Map<string, string>();
  const used = new Map<string, Set<string>>();
  for (const { data } of eventsOf(events, 'flow')) {
    const { run, what } = data;
    if (what.type === 'start' && typeof what.workflow === 'string') workflows.set(run, what.workflow);
    const workflow = workflows.get(run);
    const name = what.type === 'override' ? what.scope : what.type === 'waiver' ? what.check : undefined;
    if (workflow === undefined || typeof name !== 'string') continue;
    const key = `${workflow}: ${what.type} of ${name}`;
    used.set(key, (used.get(key) ?? new Set()).add(run));
  }
  const count = (key: string) => [...workflows.values()].filter((one) => key.startsWith(`${one}: `)).length;
  return [...used].map(([what, runs]) => ({ what, per: 'run', used: runs.size, of: count(what) }));
}

/** Lines of the documents that were written before any code, and lines of source and tests that the work changed. */
export function linesOf(
  { repository, policy, start }: Surroundings,
  { workflow, run, facts }: Standing,
): RunWork['lines'] {
  const first = workflow.phases.findIndex(({ exit }) => exit.some(({ check }) => check === 'red' || check === 'green'));
  const planning = new Set(workflow.phases.slice(0, Math.max(first, 0)).flatMap(({ produces = [] }) => produces));
  const documents = pathsOnDisk(documentPaths(workflow, run.names), repository.root);
  const written = new Set(Object.values(documents));
  const paths = Object.entries(documents).filter(([name]) => planning.has(name));
  const planned = paths.reduce((sum, [, file]) => sum + filled(path.join(repository.root, file)), 0);
  const fork = findFork(repository, policy, start.deadline);
  const tree = facts.present.contents.tree ?? null;
  if (fork === null || tree === null) return { planned, changed: null };
  const words = ['diff-tree', '-r', '-z', '--no-renames', '--numstat', '--end-of-options', fork, tree];
  const told = splitZ(git(repository, words, { deadline: start.deadline }).stdout);
  const changed = told.reduce((sum, line) => {
    const [added = '', removed = '', ...file] = line.split('\t');
    const name = file.join('\t');
    const isCode = !written.has(name) && !matchesAny(name, VIEWS) && /^(?:source|test)$/.test(editClass(name, policy));
    return isCode ? sum + (Number(added) || 0) + (Number(removed) || 0) : sum;
  }, 0);
  return { planned, changed };
}

/** Counts the lines of a file that say something. */
function filled(file: string): number {
  const text = existsSync(file) ? (readSmall(file) ?? '') : '';
  return text.split('\n').filter((line) => line.trim() !== '').length;
}
