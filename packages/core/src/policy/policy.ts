import type { GateRules } from '../evidence/approval.js';
import { getOrMake } from '../get-or-make.js';
import { byPriority } from '../presets/detect.js';
import type { Preset, Question, Size } from '../presets/preset.js';
import type { Price } from '../trail/subagents.js';
import { documentIn } from '../workflow/content.js';
import type { CheckSpec, GateSpec, Phase, Workflow } from '../workflow/model.js';
import type { ProjectWorkflow } from '../workflow/overlay/project.js';
import type { Budget } from './budget.js';
import { type ConventionPolicy, conventionsOf, type ImportRule, type NamedBuild } from './conventions.js';
import type { FormatPolicy } from './format.js';
import { type EditPolicy, GUARDS, type Guard, type GuardMode, type GuardPolicy, type SensitiveRules } from './guard.js';
import type { Severity } from './severity.js';

/** Push rules tell what each rule of the push guard does when it is broken. The keys are the rules. */
export interface PushRules {
  /** A needed suite has no result for any content of this kind. */
  untested: Severity;
  /** Relevant files changed since the newest run. */
  stale: Severity;
  /** The newest result on this content is a failure. */
  red: Severity;
  /** Runs were seen, but none proves anything (cut output, hidden exit code, zero tests). */
  unknown: Severity;
  /** Green partial runs leave out some units. */
  partial: Severity;
  /** A test passed and failed on this content. @default block */
  flaky?: Severity;
  /** The push goes to the default branch. */
  defaultBranch: Severity;
}

/** Answers other than tests that a push needs where the tool for them is configured. */
export type Check = Exclude<Question, 'test'>;

/**
 * How severe a broken rule may be at most for each check. Builds are recorded and not asked for: the tests build, too.
 */
export const CHECKS: Readonly<Record<Check, Severity>> = {
  lint: 'block',
  types: 'block',
  format: 'warn',
  analysis: 'warn',
  build: 'off',
};

/** A suite that a person names because detection cannot know it. */
export interface CustomSuite {
  /** Folder relative to the repository's root, `.` for the root itself. */
  root: string;
  /** The command as it is typed at that folder. */
  command: string;
  /** Name of the file with its results, such as `e2e`. */
  name?: string | undefined;
  /** It runs once at a time, over all work trees. */
  exclusive?: boolean | undefined;
}

/** `Gate` is a gate of the project, and what a push without its approval meets. */
export interface Gate extends GateRules {
  /** Words for people: what is approved here. */
  title: string;
  push: Severity;
}

/** A gate that says nothing else. */
export const PLAIN_GATE: Gate = {
  title: '',
  subjects: [],
  tree: false,
  strength: 'terminal',
  ships: false,
  once: false,
  hours: null,
  push: 'off',
};

/** The gates that workflows bring, by name: where nothing runs. They ask nothing of a push until the project says so. */
export function gatesOf(workflows: readonly GatedWorkflow[]): Record<string, Gate> {
  return completeGates([...workflows.flatMap(askedGates), ...workflows.flatMap(describedGates)]);
}

/**
 * The gates of workflows, by their ids, that are not those which are known by their names. A gate belongs to the workflow
 * that describes it; whoever only asks for one of a name that ships keeps that it ships.
 */
function gatesByWorkflow(
  workflows: readonly GatedWorkflow[],
  known: Readonly<Record<string, Gate>>,
): Record<string, Record<string, Gate>> {
  const doesShip = (name: string) => workflows.some(({ gates }) => gates?.[name]?.ships);
  const ownGates = (workflow: GatedWorkflow) => {
    const asked = askedGates(workflow).map(([name, spec]): [string, GateSpec] => {
      const title = spec.subjects ? spec.title : known[name]!.title;
      return [name, { ...spec, title, ...(doesShip(name) && { ships: true }) }];
    });
    const own = Object.entries(completeGates([...asked, ...describedGates(workflow)]));
    return Object.fromEntries(own.filter(([name, gate]) => JSON.stringify(gate) !== JSON.stringify(known[name])));
  };
  // Of two with one id the later one is the project's, in place of what the program ships.
  const gates = Object.fromEntries(workflows.map((one) => [one.id, ownGates(one)]));
  return Object.fromEntries(Object.entries(gates).filter(([, own]) => Object.keys(own).length > 0));
}

const describedGates = ({ gates = {} }: GatedWorkflow): [string, GateSpec][] => Object.entries(gates);

const completeGates = (all: readonly [string, GateSpec][]): Record<string, Gate> =>
  Object.fromEntries(
    all.map(([name, { subjects = [], ...gate }]) => [name, { ...PLAIN_GATE, ...gate, subjects: [...subjects] }]),
  );

/**
 * The gate of a name, as it is for a run of a workflow.
 * @param workflow id of the run's workflow; null where nothing runs
 * @returns undefined where there is none of that name
 */
export function gateOf(
  { approvals }: Pick<Policy, 'approvals'>,
  name: string,
  workflow: string | null,
): Gate | undefined {
  const { gates, byWorkflow = {} } = approvals;
  const own = workflow !== null && Object.hasOwn(byWorkflow, workflow) ? byWorkflow[workflow]! : {};
  if (Object.hasOwn(own, name)) return own[name];
  return Object.hasOwn(gates, name) ? gates[name] : undefined;
}

type GatedWorkflow = Pick<Workflow, 'id' | 'gates' | 'phases' | 'documents'>;

/** Gates that checks ask for and nobody describes: each shows the documents that its checks are bound to, else the whole content. */
function askedGates({ phases, documents }: GatedWorkflow): [string, GateSpec][] {
  const shown = new Map<string, Set<string>>();
  for (const spec of approvedIn(phases)) {
    const names = getOrMake(shown, spec.gate, () => new Set<string>());
    for (const one of [spec.on ?? []].flat()) {
      const name = documentIn(one);
      if (name !== null && Object.hasOwn(documents, name)) names.add(name);
    }
  }
  return [...shown].map(([gate, names]) => {
    const of = [...names].map((name) => documents[name]!);
    if (of.length === 0) return [gate, { title: gate, tree: true }];
    return [gate, { title: of.map(({ title }) => title).join(', '), subjects: of.map(({ path }) => path) }];
  });
}

const approvedIn = (phases: readonly Phase[]): Extract<CheckSpec, { check: 'approved' }>[] =>
  phases.flatMap(({ exit, each }) => [
    ...exit.flatMap((spec) => (spec.check === 'approved' ? [spec] : [])),
    ...approvedIn(each?.phases ?? []),
  ]);

/**
 * A policy tells what the guards go by: compiled from `flow.config.yaml` and presets, kept outside every repository.
 */
export interface Policy extends GuardPolicy {
  version: 1;
  /** The exact text it was compiled from; null when it is the built-in policy. */
  source: string | null;
  /** Name without remote; undefined means: find out. */
  baseBranch?: string;
  push: PushRules & {
    /** Branch globs (without `refs/heads/`) for which every push rule is at most this severe. */
    branches: Record<string, Severity>;
    /** Severities in place of `CHECKS`. */
    checks?: Partial<Record<Check, Severity>>;
    /** How many runs in a row settle that a test is green which failed on the same content before. @default 0: none do */
    reruns?: number;
    /** What a push meets whose suites rest on runs that the hook saw, and not `flow-hooks exec` or CI. */
    exact: Severity;
    /** The same for runs that are not proven to have run in a sealed shell, or in CI. @default off */
    seal?: Severity;
    /** What a push meets in which tests lost strength. Undefined: a warning where `@flow/weakened` is installed, else a note once in a session. */
    weakened?: Severity;
  };
  capture: {
    /** The agent's test commands are run through `flow-hooks exec`, which knows their exit code and reads their own report. */
    exec: boolean;
    /** Runners that are neither recorded nor asked for. */
    off: string[];
  };
  approvals: {
    /** Who may sign: lines of OpenSSH's ALLOWED SIGNERS format (ssh-keygen(1)), or `name gpg:<fingerprint>`. */
    signers: string[];
    gates: Record<string, Gate>;
    /** Gates of runs of a workflow, by its id, that are not those which `gates` has by their names. */
    byWorkflow?: Record<string, Record<string, Gate>>;
  };
  /** Further globs that the agent may not write. */
  protect: string[];
  sensitive: SensitiveRules;
  edits: EditPolicy;
  /** Further globs that are documents: they make no suite necessary and no evidence stale. */
  documents: string[];
  suites: CustomSuite[];
  /** Commands that documents of runs carry, which are only recorded. No configuration says them, and they are not kept with it. */
  asked?: readonly string[];
  /** Whether results are also written as files to `develop/<branch>/` for people and other tools. */
  views: boolean;
  /** Calls of the shell are met by a shell file first, which answers those that can matter to nothing. */
  front?: 'posix';
  format: FormatPolicy;
  conventions: ConventionPolicy;
  imports: ImportRule[];
  /** Globs of numbered migrations; null: those in the usual folders. */
  migrations: string[] | null;
  builds: NamedBuild[];
  /** What a million tokens cost, by model. */
  prices: Record<string, Price>;
  /** What work of a class may take, by the class: `tdd`, `tdd intensity=high`, `*`. */
  budgets?: Record<string, Budget>;
  /** Presets in force, by priority: those that the project names come before those that the program ships. */
  presets: Preset[];
  /** Presets that the project names, as they were when they came into force. */
  ownPresets: OwnPreset[];
  /** What the project says in place of presets, by their ids; `off` for those that it is not made of. */
  stacks: Record<string, StackRules | 'off'>;
  /** What the project says of workflows, by their ids. */
  workflows: Record<string, ProjectWorkflow>;
  /** Where pull requests are made; found by the remote where nothing is said. */
  forge?: ForgeRules;
  /** How long a lease is given for, where the project says so. */
  leases?: { minutes: number };
  /** How a run is driven. */
  drive?: DrivePolicy;
}

/** The part of a policy that speaks of a run that is driven. */
export interface DrivePolicy {
  /** The command that prepares a new work tree. */
  setup?: string;
  /** A person is told on their desktop when they are needed. */
  notify?: true;
  /** The agent that is started where nobody names one. */
  agent?: string;
  /** Clients that speak the Agent Client Protocol, by name. */
  agents?: Readonly<Record<string, AgentPolicy>>;
  /** Who says who works on which item: `machine`, `git:<remote>` or a package. */
  coordinator?: string;
  /** What a coordinator of a package is told beside. */
  coordinatorOptions?: Readonly<Record<string, string>>;
}

/** A client that speaks the Agent Client Protocol. */
export interface AgentPolicy {
  /** Program and words that start it. */
  acp: readonly string[];
  /** Our hooks run in it: a session without them is a breakdown. Else what it says counts for nothing. */
  hooks?: boolean | undefined;
}

/** The forge of a project, where its remote does not tell. */
export interface ForgeRules {
  /** Address of its interface, in the shape of GitHub's REST API. */
  api?: string;
  /** `owner/name`. */
  repository?: string;
}

/** A preset of a package that the project has installed. */
export interface OwnPreset {
  package: string;
  /** The digest of the file that the preset was read from. */
  sha256: string;
  preset: Preset;
}

/** Stack rules tell what a project says in place of a preset. */
export type StackRules = Pick<Preset, 'commands' | 'reviewers' | 'roots'> & {
  coverage?: Partial<Record<Size, number>>;
};

/** Preset rules tell what a project says of presets: by their ids, and which of their runners are not captured. */
export interface PresetRules {
  /** `off`: the stack is none of this project's, whatever its folders look like. */
  stacks?: Readonly<Record<string, StackRules | 'off'>>;
  /** Ids of runners. */
  runnersOff?: readonly string[];
}

/**
 * Arranges a project's presets before those that the program ships; one of the same id takes its place. What is left out
 * here is left out everywhere: whoever asks for a preset gets one of these.
 */
export function arrangePresets(
  own: readonly OwnPreset[],
  shipped: readonly Preset[],
  { stacks = {}, runnersOff = [] }: PresetRules = {},
): Preset[] {
  const ids = new Set(own.map(({ preset }) => preset.id));
  const all = [...own.map(({ preset }) => preset), ...shipped.filter(({ id }) => !ids.has(id))];
  const ours = all.flatMap((preset) => {
    const rules = Object.hasOwn(stacks, preset.id) ? stacks[preset.id]! : null;
    if (rules === 'off') return [];
    return withoutRunners(rules ? adjusted(preset, rules) : preset, runnersOff);
  });
  return byPriority(ours);
}

/** A runner that counts for another goes with it: its runs would belong to a suite that nobody knows. */
function withoutRunners(preset: Preset, off: readonly string[]): Preset {
  const kept = preset.runners.filter(({ id, countsFor }) => !off.includes(id) && !off.includes(countsFor ?? id));
  return kept.length === preset.runners.length ? preset : { ...preset, runners: kept };
}

/**
 * Tells whether the outermost folder of a stack can stand for those inside it: a run of its tests there runs theirs,
 * too. A preset that tells by the text of a marker has said it better.
 */
export function canTakeIn({ takesIn, runners }: Pick<Preset, 'takesIn' | 'runners'>): boolean {
  // A stand-in does not stand in where it cannot.
  const tests = runners.filter(({ question = 'test', insteadOf }) => question === 'test' && !insteadOf);
  return takesIn === undefined && tests.length > 0 && tests.every(({ innerRoots }) => innerRoots === 'covered');
}

function adjusted(preset: Preset, { commands, coverage, reviewers, roots }: StackRules): Preset {
  return {
    ...preset,
    ...(roots && { roots }),
    ...(commands && { commands: { ...preset.commands, ...commands } }),
    // A preset without thresholds gets those that are named, and no demand for the other sizes.
    ...(coverage && { coverage: { S: 0, M: 0, L: 0, XL: 0, ...preset.coverage, ...coverage } }),
    ...(reviewers && { reviewers }),
  };
}

/** Screenshots that show claims: what is taken of the work changes no outcome of it. */
const WORK_PICTURES = 'develop/**/screenshots/*.{png,jpg,jpeg,gif,webp}';

/**
 * Returns the policy of a repository without `flow.config.yaml`.
 * @param presets the presets that the program ships
 * @param workflows the workflows that the program ships
 */
export function defaultPolicy(presets: readonly Preset[], workflows: readonly GatedWorkflow[] = []): Policy {
  const gates = gatesOf(workflows);
  const byWorkflow = gatesByWorkflow(workflows, gates);
  return {
    version: 1,
    source: null,
    mode: 'enforce',
    guards: Object.fromEntries(GUARDS.map((guard) => [guard, 'enforce'])) as Record<Guard, GuardMode>,
    rules: {},
    exceptions: [],
    push: {
      untested: 'block',
      stale: 'block',
      red: 'block',
      unknown: 'block',
      partial: 'block',
      defaultBranch: 'block',
      branches: {},
      exact: 'off',
    },
    capture: { exec: false, off: [] },
    approvals: { signers: [], gates, ...(Object.keys(byWorkflow).length > 0 && { byWorkflow }) },
    protect: [],
    sensitive: { write: [], allow: [], read: 'off' },
    edits: { withoutPhase: [], classes: {} },
    documents: [WORK_PICTURES],
    suites: [],
    views: true,
    format: { onEdit: false, use: null },
    conventions: { skip: [], rules: [], presets: [], off: [] },
    imports: [],
    migrations: null,
    builds: [],
    prices: {},
    presets: arrangePresets([], presets),
    ownPresets: [],
    workflows: {},
    stacks: {},
  };
}

/**
 * Tells whether the end of each edit by a file tool has to be observed: to format the file, or to look at what was
 * added.
 */
export function observesEdits(policy: Policy): boolean {
  return policy.format.onEdit || conventionsOf(policy).length + policy.imports.length > 0;
}
