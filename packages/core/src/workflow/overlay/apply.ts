import type { Finding } from '../../finding.js';
import { type Attempts, type CheckSpec, checkId, type Each, type Phase, type Workflow } from '../model.js';
import { lostGates } from './gates.js';
import { lessJudged } from './judges.js';
import type { AttemptsOverlay, CheckOverlay, EachOverlay, Overlay, PhaseInsert, PhaseOverlay, Place } from './model.js';
import { type Origins, originsOf } from './origins.js';

/** A workflow with a project's changes, or why they are none. */
export type Applied =
  | {
      ok: true;
      workflow: Workflow;
      origins: Origins;
      /** Gates that the overlay says are not required: `GATE_NOT_REQUIRED`. */
      findings: Finding[];
      /** What judges say less of than before: `JUDGES_LESS`. For whoever looks at the workflow; runs do not tell it. */
      less: Finding[];
    }
  | { ok: false; findings: Finding[] };

interface Applying {
  overlay: Overlay;
  findings: Finding[];
  /** Paths of the overlay that were met. */
  met: Set<string>;
}

/**
 * Lays a project's changes over a workflow: pure and deterministic. An empty overlay changes nothing. The result is not
 * checked as a workflow; `checkWorkflow` does that.
 * @param layer the name of the overlay, for `origins`
 * @param origins those of the workflow, where it is itself one with an overlay
 * @returns `OVERLAY_UNKNOWN` for what is not there, `OVERLAY_ID_TAKEN`, `OVERLAY_RENAMES`, `OVERLAY_FIELD_UNFIT`,
 *   `OVERLAY_PLACE_UNCLEAR`, and `OVERLAY_REMOVES_GATE` where a person would no longer be asked
 */
export function applyOverlay(
  workflow: Workflow,
  overlay: Overlay,
  layer = 'flow.config.yaml',
  origins?: Origins,
): Applied {
  const applying: Applying = { overlay, findings: [], met: new Set() };
  const dials = dialsOf(workflow, applying);
  const changed = phasesOf(workflow.phases, '', applying);
  const phases = withoutLostKeeps(inserted(changed, workflow, applying), applying);
  for (const path of Object.keys(overlay.phases ?? {})) {
    const known = pathsOf(workflow.phases).join(', ');
    if (!applying.met.has(path))
      refuse(applying, 'OVERLAY_UNKNOWN', `phases.${path}`, `Name a phase of the workflow: ${known}.`);
  }
  agentsKnown(workflow, applying);
  const { attempts: ownAttempts, ...plain } = workflow;
  const result: Workflow = {
    ...plain,
    ...attemptsOf(ownAttempts, overlay.attempts, 'attempts', applying),
    ...(overlay.title === undefined ? {} : { title: overlay.title }),
    dials,
    documents: overlay.documents ? { ...workflow.documents, ...overlay.documents } : workflow.documents,
    rules: overlay.rules ? [...workflow.rules, ...overlay.rules] : workflow.rules,
    phases,
  };
  if (applying.findings.length > 0) return { ok: false, findings: applying.findings };
  const { lost, meant } = lostGates(workflow, result, overlay);
  if (lost.length > 0) return { ok: false, findings: lost };
  return {
    ok: true,
    workflow: result,
    origins: originsOf(workflow, result, layer, origins),
    findings: meant,
    less: lessJudged(workflow, result),
  };
}

function refuse({ findings }: Applying, code: string, at: string, remedy: string, args: Finding['args'] = {}): void {
  findings.push({ code, level: 'block', args: { at, ...args, remedy } });
}

function dialsOf({ dials }: Workflow, applying: Applying): Workflow['dials'] {
  const result = { ...dials };
  for (const [name, value] of Object.entries(applying.overlay.dials ?? {})) {
    const dial = Object.hasOwn(dials, name) ? dials[name]! : null;
    if (dial?.values.includes(value)) {
      result[name] = { ...dial, default: value };
      continue;
    }
    const known = dial ? [...dial.values] : Object.keys(dials);
    refuse(applying, 'OVERLAY_UNKNOWN', `dials.${name}`, `One of: ${known.join(', ')}.`, { value });
  }
  return result;
}

/** Returns the phases of one level with what the overlay says of each. */
function phasesOf(phases: readonly Phase[], parent: string, applying: Applying): Phase[] {
  return phases.flatMap((phase) => {
    const path = `${parent}${phase.id}`;
    const all = applying.overlay.phases ?? {};
    const given = Object.hasOwn(all, path) ? all[path]! : {};
    applying.met.add(path);
    const change: PhaseOverlay = given === 'off' ? { off: true } : given;
    if (change.off) {
      for (const inner of pathsBelow(phase, path)) applying.met.add(inner);
      return [];
    }
    if (change.replace && change.replace.id !== phase.id) {
      refuse(applying, 'OVERLAY_RENAMES', `phases.${path}.replace.id`, `Keep the id \`${phase.id}\`.`);
    }
    return [phaseOf(change.replace ?? phase, path, change, applying)];
  });
}

const pathsBelow = ({ each }: Phase, path: string): string[] =>
  (each?.phases ?? []).flatMap((inner) => [`${path}/${inner.id}`, ...pathsBelow(inner, `${path}/${inner.id}`)]);

function phaseOf(phase: Phase, path: string, change: PhaseOverlay, applying: Applying): Phase {
  const {
    off: _off,
    required: _required,
    replace: _replace,
    checks,
    insert,
    attempts,
    each: walked,
    ...fields
  } = change;
  const at = `phases.${path}`;
  for (const id of Object.keys(checks ?? {})) {
    if (!phase.exit.some((spec) => checkId(spec) === id)) {
      const known = phase.exit.map(checkId).join(', ');
      refuse(applying, 'OVERLAY_UNKNOWN', `${at}.checks.${id}`, `Checks of the phase: ${known}.`);
    }
  }
  const exit = phase.exit.flatMap((spec) => {
    const asked = withoutAgents(spec, path, applying);
    if (asked === null) return [];
    const id = checkId(spec);
    const given = checks && Object.hasOwn(checks, id) ? checks[id]! : {};
    const checked = given === 'off' ? null : checkOf(asked, given, `${at}.checks.${id}`, applying);
    return checked === null ? [] : [checked];
  });
  for (const { check, ...place } of insert ?? []) {
    const id = checkId(check);
    const isTaken = phase.exit.some((spec) => checkId(spec) === id) || exit.some((spec) => checkId(spec) === id);
    if (isTaken) refuse(applying, 'OVERLAY_ID_TAKEN', `${at}.insert`, 'Give the check its own `id`.', { id });
    const last = place.after === undefined && place.before === undefined;
    const index = last ? exit.length : placeIn(exit.map(checkId), place, `${at}.insert`, applying);
    exit.splice(index, 0, check);
  }
  const { each } = phase;
  if (walked && !each)
    refuse(applying, 'OVERLAY_FIELD_UNFIT', `${at}.each`, 'The phase processes no items: remove it.');
  const inner = each
    ? { each: { ...eachOf(each, walked ?? {}, at, applying), phases: phasesOf(each.phases, `${path}/`, applying) } }
    : {};
  const roles = fields.roles ?? phase.roles;
  const asked = roles?.filter((role) => applying.overlay.agents?.[role] !== 'off');
  const { attempts: before, ...plain } = phase;
  const budget = attemptsOf(before, attempts, `${at}.attempts`, applying);
  return { ...plain, ...fields, ...(asked ? { roles: asked } : {}), ...budget, exit, ...inner };
}

/** Tells how items are walked, with what the overlay says of it. */
function eachOf(each: Each, change: EachOverlay, at: string, applying: Applying): Each {
  const { fixes, atOnce, isolated, marks } = change;
  const { attempts, ...plain } = each;
  const result: Each = { ...plain, ...attemptsOf(attempts, change.attempts, `${at}.each.attempts`, applying) };
  if (atOnce === 'off') delete result.atOnce;
  else if (atOnce !== undefined) result.atOnce = atOnce;
  if (isolated !== undefined) result.isolated = isolated;
  if (marks === 'off') delete result.marks;
  else if (marks !== undefined) result.marks = marks;
  if (fixes === undefined) return result;
  const { max = each.fixes?.max, depth = each.fixes?.depth } = fixes;
  if (max !== undefined && depth !== undefined) return { ...result, fixes: { max, depth } };
  const remedy = 'Fixes have no limits there yet: set both `max` and `depth`.';
  refuse(applying, 'OVERLAY_FIELD_UNFIT', `${at}.each.fixes`, remedy);
  return result;
}

/** Tells the budget of attempts, with what the overlay says of it; nothing where there is none. */
function attemptsOf(
  before: Attempts | undefined,
  change: AttemptsOverlay | undefined,
  at: string,
  applying: Applying,
): { attempts?: Attempts } {
  if (change === 'off') return {};
  const { max, onExhausted } = { ...before, ...change };
  if (max !== undefined && onExhausted !== undefined) return { attempts: { max, onExhausted } };
  if (change === undefined) return {};
  refuse(
    applying,
    'OVERLAY_FIELD_UNFIT',
    at,
    'There is no budget of attempts there yet: set both `max` and `onExhausted`.',
  );
  return {};
}

/** Fields of a check overlay that only some checks have. */
const OWN_FIELDS = ['min', 'reviewers', 'rounds', 'judge'] as const;

function checkOf(spec: CheckSpec, change: CheckOverlay, at: string, applying: Applying): CheckSpec | null {
  if (change.off) return null;
  const { off: _off, required: _required, replace, loop, ...fields } = change;
  if (replace && checkId(replace) !== checkId(spec)) {
    refuse(applying, 'OVERLAY_RENAMES', `${at}.replace`, `Keep the id \`${checkId(spec)}\`: add it as \`id\`.`);
  }
  const base = replace ?? spec;
  for (const field of OWN_FIELDS) {
    if (change[field] !== undefined && !Object.hasOwn(base, field)) {
      refuse(applying, 'OVERLAY_FIELD_UNFIT', `${at}.${field}`, `\`${base.check}\` has no \`${field}\`: remove it.`);
    }
  }
  if (!loop) return { ...base, ...fields } as CheckSpec;
  const { max = base.loop?.max, onExhausted = base.loop?.onExhausted } = loop;
  if (max === undefined || onExhausted === undefined) {
    refuse(
      applying,
      'OVERLAY_FIELD_UNFIT',
      `${at}.loop`,
      'The check has no loop yet: set both `max` and `onExhausted`.',
    );
    return base;
  }
  return { ...base, ...fields, loop: { max, onExhausted } } as CheckSpec;
}

/** Returns a check without the judges that are not asked; null when nobody is left. */
function withoutAgents(spec: CheckSpec, path: string, applying: Applying): CheckSpec | null {
  const agents = applying.overlay.agents ?? {};
  const isOff = (name: string) => Object.hasOwn(agents, name);
  if (spec.check === 'verdict') return isOff(spec.judge) ? null : spec;
  if (spec.check !== 'panel' || !spec.reviewers.some(isOff)) return spec;
  const reviewers = spec.reviewers.filter((name) => !isOff(name));
  if (reviewers.length === 0) {
    const at = `phases.${path}.checks.${checkId(spec)}`;
    refuse(applying, 'OVERLAY_EMPTIES_PANEL', at, 'Keep a reviewer, or set the whole check to `off`.');
  }
  // A round that only asked those who are gone asks nobody: it goes, too, unless it is the last one left.
  const rounds = spec.rounds.flatMap((round) => {
    if (typeof round === 'string') return [round];
    const named = round.filter((name) => !isOff(name));
    return named.length > 0 ? [named] : [];
  });
  const tiers = spec.tiers?.map((names) => names.filter((name) => !isOff(name))).filter((names) => names.length > 0);
  const asked = { ...spec, reviewers, rounds: rounds.length > 0 ? rounds : (['all'] as const) };
  return tiers ? { ...asked, tiers } : asked;
}

function agentsKnown({ phases }: Workflow, applying: Applying): void {
  const known = new Set(everyPhase(phases).flatMap(({ exit }) => exit.flatMap(judgesOf)));
  for (const name of Object.keys(applying.overlay.agents ?? {})) {
    if (!known.has(name)) refuse(applying, 'OVERLAY_UNKNOWN', `agents.${name}`, `One of: ${[...known].join(', ')}.`);
  }
}

const judgesOf = (spec: CheckSpec): readonly string[] =>
  spec.check === 'verdict' ? [spec.judge] : spec.check === 'panel' ? spec.reviewers : [];

const pathsOf = (phases: readonly Phase[], parent = ''): string[] =>
  phases.flatMap(({ id, each }) => [parent + id, ...pathsOf(each?.phases ?? [], `${parent}${id}/`)]);

const everyPhase = (phases: readonly Phase[]): Phase[] =>
  phases.flatMap((phase) => [phase, ...everyPhase(phase.each?.phases ?? [])]);

/** Lists phases with those that the overlay brings. */
function inserted(phases: readonly Phase[], before: Workflow, applying: Applying): Phase[] {
  let result = [...phases];
  for (const insert of applying.overlay.insert ?? []) {
    const path = insert.after ?? insert.before ?? '';
    const parent = path.slice(0, path.lastIndexOf('/') + 1);
    const siblings = levelAt(result, parent);
    const isTaken = [...(levelAt(before.phases, parent) ?? []), ...(siblings ?? [])].some(
      ({ id }) => id === insert.phase.id,
    );
    if (isTaken) {
      const args = { id: insert.phase.id };
      refuse(applying, 'OVERLAY_ID_TAKEN', `insert.${insert.phase.id}`, 'Give the phase its own id.', args);
    }
    result = insertAt(result, parent, insert, applying);
  }
  return result;
}

function levelAt(phases: readonly Phase[], parent: string): readonly Phase[] | undefined {
  if (parent === '') return phases;
  const [id = '', ...rest] = parent.split('/');
  const inner = phases.find((phase) => phase.id === id)?.each?.phases;
  return inner && levelAt(inner, rest.join('/'));
}

function insertAt(phases: readonly Phase[], parent: string, insert: PhaseInsert, applying: Applying): Phase[] {
  const at = `insert.${insert.phase.id}`;
  if (parent === '') {
    const place = { ...insert, ...lastPart(insert) };
    const index = placeIn(
      phases.map(({ id }) => id),
      place,
      at,
      applying,
    );
    return phases.toSpliced(index, 0, insert.phase);
  }
  const [id = '', ...rest] = parent.split('/');
  if (!phases.some((phase) => phase.id === id && phase.each)) {
    refuse(applying, 'OVERLAY_UNKNOWN', at, 'Name a phase of the workflow in `before` or `after`.');
    return [...phases];
  }
  return phases.map((phase) =>
    phase.id === id && phase.each
      ? { ...phase, each: { ...phase.each, phases: insertAt(phase.each.phases, rest.join('/'), insert, applying) } }
      : phase,
  );
}

function lastPart({ before, after }: Place): Place {
  const last = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  return {
    ...(before === undefined ? {} : { before: last(before) }),
    ...(after === undefined ? {} : { after: last(after) }),
  };
}

function placeIn(ids: readonly string[], { before, after }: Place, at: string, applying: Applying): number {
  if ((before === undefined) === (after === undefined)) {
    refuse(applying, 'OVERLAY_PLACE_UNCLEAR', at, 'Use either `before` or `after`.');
    return ids.length;
  }
  const index = ids.indexOf((before ?? after)!);
  if (index < 0) refuse(applying, 'OVERLAY_UNKNOWN', at, `One of: ${ids.join(', ')}.`, { id: before ?? after });
  return index < 0 ? ids.length : index + (after === undefined ? 0 : 1);
}

/** What was left out need not be kept any more. What the overlay itself wants kept has to be there. */
function withoutLostKeeps(phases: readonly Phase[], applying: Applying, parent = ''): Phase[] {
  const has = (name: string) => {
    const [id, check] = name.split('.');
    const home = phases.find((phase) => phase.id === id);
    return home !== undefined && (check === undefined || home.exit.some((spec) => checkId(spec) === check));
  };
  return phases.map((phase) => {
    const path = `${parent}${phase.id}`;
    const given = applying.overlay.phases?.[path];
    if (typeof given === 'object') {
      for (const name of given.keeps ?? []) {
        if (!has(name)) refuse(applying, 'OVERLAY_UNKNOWN', `phases.${path}.keeps`, 'Name an earlier phase.', { name });
      }
    }
    const { each, keeps } = phase;
    const inner = each ? { each: { ...each, phases: withoutLostKeeps(each.phases, applying, `${path}/`) } } : {};
    return { ...phase, ...(keeps ? { keeps: keeps.filter(has) } : {}), ...inner };
  });
}
