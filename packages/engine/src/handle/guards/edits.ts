import path from 'node:path';
import { type EditPolicy, type EditVerdict, type Finding, judgeEdit, openClasses, restrictsEdits } from '@flow/core';
import { findRepository, type Repository } from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import type { Effect, Write } from '@flow/shell-effects';
import { leftByFormatter } from '../../facts/formatting.js';
import { NearbyPresets } from '../../facts/nearby-presets.js';
import { type ReachedFiles, reachedFiles } from '../../facts/reached-files.js';
import type { Deed, Facts, FileEdit } from '../../judges/guard.js';
import { type Start, type Surroundings, surroundingsOf } from '../../places/surroundings.js';
import { type ContractChange, type Phase, type PhaseInForce, phaseInForce, type RunInForce } from '../../run/phase.js';
import { attributesIn, changesTestsOnly } from './tests-only.js';
import { textAfter } from './text-after.js';

/** A write or an edit, with the files that the rules of a phase are asked about. */
interface Change {
  /** Relative to the repository's root: the file, or the folder that is written to. */
  place: string;
  files: readonly string[];
  /** See `Reach`. */
  probe: string | null;
  added: string | null;
  /** See `EditOf`. */
  testsOnly?: boolean;
  /**
   * What the change does to the contract of a document: a change that is known, none, or one that nobody can see before it
   * happens, by a command that names the document (`unseen`) or in any other way (`unknown`).
   */
  contract?: (file: string, run: RunInForce) => ContractChange | 'same' | 'unseen' | 'unknown';
  /** Keeps the files that stay as they are although a command writes to them, as far as git can tell. */
  unchanged?: (files: readonly string[]) => readonly string[];
}

/** Edit rules of one work tree. */
export interface PhaseRules {
  /** The project's own globs of classes. */
  edits: EditPolicy;
  phaseOf: PhaseInForce['phaseOf'];
  run: RunInForce | null;
  /** Presets that may say the class of a file. */
  presets: NearbyPresets;
}

/**
 * Returns the rules of a work tree; null where no edit needs to be looked at.
 * @param force the phase in force, where it is not the one of now
 */
export function phaseRulesOf(around: Surroundings, force: PhaseInForce = phaseInForce(around)): PhaseRules | null {
  const { policy, repository } = around;
  const { phaseOf, run } = force;
  const isOpen = [force, ...force.others].every(({ rules }) => !restrictsEdits(rules));
  if (isOpen && !run?.approved.length) return null;
  return { edits: policy.edits, phaseOf, run, presets: new NearbyPresets(repository.root, policy.presets) };
}

/**
 * Holds a deed against the rules of the phase (features C29, C38 to C49). Each file belongs to the work tree that it
 * lies in, whatever folder the call is made in (C71). Nothing is looked at where no phase restricts anything.
 */
export function judgeEditRules(deed: Deed, { around, start }: Facts): Finding[] {
  const effects = deed.command?.analysis.effects ?? [];
  const homes = new Homes(around, start, effects);
  const found: Finding[] = [];
  const judge = (absolute: string, changeIn: (reached: ReachedFiles, home: Home) => Change | null) => {
    const home = homes.of(absolute);
    const change = home && changeIn(home.reached, home);
    if (change) found.push(...judgeChange(change, home.rules, deed.role, home.reached));
  };
  for (const edit of deed.edits) {
    judge(edit.path, (reached) => {
      const place = reached.placeOf(edit.path);
      if (place === null) return null;
      const testsOnly = changesTestsOnly(deed, edit, around?.policy.presets ?? []);
      const contract = (file: string, run: RunInForce) => contractOfEdit(deed, edit, file, run);
      return { place, files: [place], probe: null, added: edit.added, testsOnly, contract };
    });
  }
  for (const effect of effects) {
    if (effect.kind === 'write') {
      judge(effect.path, (reached, { repository }) => {
        const unchanged = (files: readonly string[]) => leftByFormatter(effect, effects, files, repository, start);
        const change = changeOf(effect, reached);
        // git puts back what was there; whatever else writes into a document, nobody sees what.
        const isOwn =
          !effect.by.startsWith('git ') && (effect.reach === 'exact' || /^(?:delete|move)$/.test(effect.how));
        return change && { ...change, unchanged, contract: () => (isOwn ? 'unseen' : 'unknown') };
      });
    }
    if (
      effect.kind === 'opaque' &&
      effect.what === 'destination' &&
      effect.pattern &&
      path.isAbsolute(effect.pattern)
    ) {
      const { pattern } = effect;
      const place = pattern.slice(0, pattern.indexOf('*'));
      judge(place, (reached) => ({ place: pattern, files: reached.matching(pattern), probe: null, added: null }));
    }
  }
  return found;
}

function changeOf(write: Write, reached: ReachedFiles): Change | null {
  const place = reached.placeOf(write.path, write.how);
  return place === null ? null : { place: place || '.', ...reached.of(write), added: null };
}

/** Judges one change, by the hardest answer among the files that the change reaches. */
function judgeChange(change: Change, rules: PhaseRules, role: string | null, reached: ReachedFiles): Finding[] {
  const { files, probe, added, testsOnly = false } = change;
  const verdicts = judgeFiles(files, rules, role, added, testsOnly);
  const probed = probe === null ? [] : judgeFiles([probe], rules, role, added);
  // Where only the folder is known, it has to be one of such files: a mixed one is looked at afterwards.
  if (probe !== null && probed.length === 0 && verdicts.length < files.length) return [];
  const answers = [...verdicts, ...probed];
  for (const [answer, code, level] of ANSWERS) {
    const all = answers.filter((one) => one.answer === answer);
    const refused = level === 'block' ? all.map((one) => one.path) : [];
    const free = new Set([...reached.ignored(refused), ...reached.conflicted(refused)]);
    const reachedStill = all.map((one) => one.path).filter((one) => !free.has(one));
    for (const file of reachedStill.length > 0 ? (change.unchanged?.(reachedStill) ?? []) : []) free.add(file);
    const left = all.filter((one) => !free.has(one.path));
    const [first] = left;
    if (!first) continue;
    const args = argsOf(first, left, change, rules, role);
    if (level !== 'block' || !rules.run?.override) return [{ code, level, path: change.place, args }];
    // A person has lifted the rules: the call passes, is told and counted (features C41, C48).
    return [{ code: 'EDIT_OVERRIDDEN', level: 'warn', path: change.place, args }];
  }
  return judgeContract(change, rules);
}

/** Judges a change of a document that a person approved: who works does not edit its contract, but may propose it (R68). */
function judgeContract({ files, contract, unchanged }: Change, { run, phaseOf }: PhaseRules): Finding[] {
  const shown = files.find((file) => run?.approved.includes(file));
  if (shown === undefined || run === null) return [];
  const said = contract?.(shown, run) ?? 'unknown';
  if (said === 'same') return [];
  const isClosed = said !== 'unknown' && run.closed.includes(shown);
  if (!isClosed || unchanged?.([shown]).includes(shown))
    return [{ code: 'EDIT_OF_APPROVED', level: 'warn', path: shown, args: {} }];
  const { name } = phaseOf(shown);
  const phase = name === null ? {} : { phase: name };
  if (run.override)
    return [{ code: 'EDIT_OVERRIDDEN', level: 'warn', path: shown, args: { ...phase, class: 'approved' } }];
  const changed = said === 'unseen' ? [] : [...said.claims, ...said.items];
  const known = said === 'unseen' ? undefined : said.known;
  const args = { ...phase, changed: changed.slice(0, MAX_TOLD), total: changed.length, unseen: said === 'unseen' };
  return [
    {
      code: 'EDIT_OF_CONTRACT',
      level: 'block',
      path: shown,
      args: { ...args, target: known ?? documentName(run, shown) },
    },
  ];
}

const documentName = (run: RunInForce, file: string) => run.documentAt(file) ?? file;

/** Tells what a call of a file tool does to a document's contract, as far as the call shows the text. */
function contractOfEdit(
  deed: Deed,
  edit: FileEdit,
  file: string,
  run: RunInForce,
): ContractChange | 'same' | 'unknown' {
  const before = readSmall(edit.path) ?? '';
  const after = textAfter(deed, edit, before);
  return after === null ? 'unknown' : (run.contractChange(file, before, after) ?? 'same');
}

const ANSWERS = [
  ['deny', 'EDIT_FORBIDDEN', 'block'],
  ['ask', 'EDIT_ASK', 'block'],
  ['log', 'EDIT_LOGGED', 'note'],
] as const;

/** A file that the rules say something about, other than that it may be edited. */
export type JudgedFile = EditVerdict & { path: string; phase: Phase };

/** Keeps the files that the phase has a rule for. */
export function judgeFiles(
  files: readonly string[],
  { edits, phaseOf, presets }: PhaseRules,
  role: string | null,
  added: string | null,
  testsOnly = false,
): JudgedFile[] {
  return files
    .map((file) => {
      const phase = phaseOf(file);
      const verdict = judgeEdit(
        { path: file, role, added, testsOnly },
        { edits, presets: [...presets.of(file)] },
        phase.rules,
      );
      return { path: file, phase, ...verdict };
    })
    .filter(({ answer }) => answer !== 'allow');
}

const MAX_TOLD = 20;

/** Returns the facts for the words of a finding. */
export function argsOf(
  first: JudgedFile,
  all: readonly JudgedFile[],
  change: Pick<Change, 'place'>,
  { run, presets }: PhaseRules,
  role: string | null,
): Finding['args'] {
  const { phase } = first;
  const open = openClasses(phase.rules, role);
  const isSource = first.class === 'source' && first.answer === 'deny' && open.includes('test');
  const testItems = isSource ? attributesIn(first.path, [...presets.of(first.path)]) : [];
  const files = [...new Set(all.map((one) => one.path))].filter((file) => file !== `${change.place}/x`);
  return {
    ...(phase.name === null ? {} : { phase: phase.name }),
    ...(run === null ? {} : { run: true, ...(run.next === null ? {} : { next: run.next }) }),
    class: first.class,
    answer: first.answer,
    ...(first.rule?.marker === undefined ? {} : { marker: first.rule.marker }),
    ...(first.rule?.role === undefined ? {} : { role: first.rule.role }),
    open,
    ...(testItems.length > 0 ? { testItems: [...testItems] } : {}),
    // A folder is told with what lies in it.
    ...(files.every((file) => file === change.place)
      ? {}
      : { files: files.slice(0, MAX_TOLD), filesTotal: files.length }),
  };
}

/** A work tree that a deed reaches into. */
interface Home {
  repository: Repository;
  rules: PhaseRules;
  reached: ReachedFiles;
}

/** Finds the work trees that a deed reaches into, each with its rules, looked up once. */
class Homes {
  private readonly known = new Map<string, Home | null>();
  private readonly around: Surroundings | null;
  private readonly start: Start;
  private readonly effects: readonly Effect[];

  constructor(around: Surroundings | null, start: Start, effects: readonly Effect[]) {
    this.around = around;
    this.start = start;
    this.effects = effects;
  }

  /** Null outside of any work tree, and where no rule of a phase is in force. */
  of(absolute: string): Home | null {
    const repository = findRepository(absolute);
    if (!repository) return null;
    const known = this.known.get(repository.root);
    if (known !== undefined) return known;
    const isSame = this.around?.repository.root === repository.root;
    const around = isSame ? this.around : surroundingsOf(absolute, this.start);
    const rules = around && phaseRulesOf(around);
    const reached = reachedFiles(repository, this.effects, this.start.deadline);
    const found = rules ? { repository, rules, reached } : null;
    this.known.set(repository.root, found);
    return found;
  }
}
