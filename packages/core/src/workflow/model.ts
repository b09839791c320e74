import type * as z from 'zod';
import type { DocumentKind } from '../documents/kind.js';
import type { GoalSpec } from '../goal/goal.js';
import type { EditRule } from '../policy/edit-rule.js';
import type { CHECK_PARAMETERS } from '../schemas/checks.js';

/*
 * The model of a workflow is data alone. What must be computed is a named check, what must be judged goes to
 * people and fresh agents whose answers are events.
 */

/** Dials tell how much of a workflow is asked for, by dial; pinned when a run starts. */
export type Dials = Readonly<Record<string, string>>;

/** A dial has values from the least to the most demanding. Turning it down needs a person. */
export interface Dial {
  title: string;
  values: readonly string[];
  default: string;
}

/** Holds by dials, and by what earlier phases have settled. All parts that are given must hold. */
export interface Condition {
  /** The dial has one of these values. */
  dial?: Readonly<Record<string, readonly string[]>>;
  /** A person chose one of these options. */
  chosen?: Readonly<Record<string, readonly string[]>>;
  /** The item has one of these flags; outside of `each`, any item has. */
  flag?: readonly string[];
}

/**
 * `Content` tells what a proof depends on, and no more: `nothing`, `relevant` (all that can change a run's outcome),
 * `source`, `test` or another class of files, `diff` (to the base), `tree`, `tests` (the bodies of a claim's tests),
 * `item` (an item's files and those of its parts), `doc:<name>` (a document's contract), `doc:<name>?` (the same of a
 * document that may be missing: that it is missing is a content, too), `doc:<name>@<citing>` (what the document `citing` cites of
 * it, by heading or by the id of an entry; all of it where nothing is cited).
 */
export type Content = string;

/** An actor tells who can bring a check's pass about. */
export type Actor = 'agent' | 'person' | 'outside' | 'time';

/** A loop tells what happens when a check has blocked as often as its loop allows. */
export interface Loop {
  /** Blocks after which it is over. */
  max: number;
  /**
   * `escalate` waits for a person's decision; `block` ends the attempts, and other items go on; `proceed` lets the work go
   * on and leaves a debt.
   */
  onExhausted: 'escalate' | 'block' | 'proceed';
}

/** Attempts tell how often work may fail, over all checks of a run, of a phase or of an item together. */
export type Attempts = Loop;

/** What every check of a phase has. */
interface CheckBase {
  /** Unique within its phase. @default the name of the check */
  id?: string;
  /** @default what the check depends on by its nature */
  on?: Content | readonly Content[];
  /** `warn` is told and holds nothing up. @default block */
  severity?: 'block' | 'warn';
  /** Asked only where this holds. */
  when?: Condition;
  /** The phase that answers its findings. @default the phase itself */
  to?: string;
  /** A change of this answers its findings. @default what it depends on */
  answeredBy?: Content | readonly Content[];
  loop?: Loop;
  /** What people and agents are told to do about it, in place of the check's own words. */
  remedy?: string;
}

/** A value that nobody changes, all the way down. */
type Frozen<T> = T extends object ? { readonly [Key in keyof T]: Frozen<T[Key]> } : T;

/** Parameters of a check, as its schema has them. */
type ParametersOf<Schemas extends z.ZodRawShape> = [keyof Schemas] extends [never]
  ? unknown
  : Frozen<z.infer<z.ZodObject<Schemas>>>;

export type CheckName = keyof typeof CHECK_PARAMETERS;

/**
 * A check spec is an exit check of a phase: a name of the registry with its parameters. What they mean stands in
 * `schemas/checks.ts`.
 */
export type CheckSpec = {
  [Name in CheckName]: CheckBase & { check: Name } & ParametersOf<(typeof CHECK_PARAMETERS)[Name]>;
}[CheckName];

/** A round tells who judges in a round of a panel: everybody, those with an open must-fix, or these. */
export type Round = 'all' | 'open' | readonly string[];

/**
 * A probe source tells where the probes of a panel are written: a section of a document whose entries are questions to
 * a reviewer each.
 */
export interface ProbeSource {
  document: string;
  section: string;
}

/** Edit rules of a phase, as the edits guard reads them; a rule with a dial is one only where it has one of these values. */
export type PhaseEdits = readonly (Readonly<EditRule> & { when?: Pick<Condition, 'dial'> })[];

export interface Each {
  kind: string;
  phases: readonly Phase[];
  /** How many fixes may be added for one item, and how deep fixes of fixes may go; more wait for a person. */
  fixes?: { max: number; depth: number };
  /** How many may be begun at once, each with its fixes. */
  atOnce?: number;
  /** Each is worked on in a work tree of its own, which is its whole: checks of the whole may be asked of it. */
  isolated?: boolean;
  /** How often the checks of one item may block, all together; parts count with their whole. */
  attempts?: Attempts;
  marks?: MarkSpec;
}

/** A flag that items have by their place in the list; at least one of the places is given. */
export interface MarkSpec {
  flag: string;
  /** Every so-manieth item has it. */
  every?: number;
  /** The last item has it. */
  last?: true;
  /** The last item below each heading has it. */
  boundary?: true;
}

export interface Phase {
  id: string;
  title: string;
  /** What to do now: one text, or texts by the code of the finding that is in the way or by the name of its check, with `default`. */
  instruction: string | Readonly<Record<string, string>>;
  /** A command that helps to go on. */
  command?: string;
  /** Roles that work here. */
  roles?: readonly string[];
  when?: Condition;
  /** A project may leave it out (feature D7). */
  optional?: boolean;
  edits?: PhaseEdits;
  /** Documents that are written here. */
  produces?: readonly string[];
  exit: readonly CheckSpec[];
  /**
   * Checks of earlier phases (`phase` or `phase.check`) that are mended here instead of at home, once this phase was
   * reached, when they passed before and no longer hold.
   */
  keeps?: readonly string[];
  /** How often its checks may block, all together and with those of its inner phases. */
  attempts?: Attempts;
  /** Who says that it goes on. @default auto */
  advance?: 'auto' | 'command' | 'person';
  /** The inner phases are walked for every item of a kind. */
  each?: Each;
}

/** A document spec describes a document of a workflow. */
export interface DocumentSpec {
  title: string;
  /** Relative to the repository's root; `{branch}` is the branch's name. */
  path: string;
  /** What a program reads in it. @default the kind that is called like the document, else `text` */
  kind?: DocumentKind;
  /** The folder of parts that others write and that are merged into it, one for each topic; `{branch}` as in the path. */
  parts?: string;
  /** Name of the template with which it begins. @default its own name */
  template?: string;
}

/**
 * A gate spec describes a gate of a workflow: what a person approves. A project says in its configuration how strictly
 * (`approvals.gates`).
 */
export interface GateSpec {
  /** Words for people: what is approved here. */
  title: string;
  /** Globs of what is approved, relative to the repository's root; `{branch}` is the branch's name. */
  subjects?: readonly string[];
  /** The whole content is approved, too: any change of it voids the approval. */
  tree?: boolean;
  /** An approval lets code ship, so a command that is typed in the session never counts. */
  ships?: boolean;
}

/** A push policy says, as advice, when commits are pushed: never each by itself (X53). */
export interface PushPolicy {
  /** Where a phase or a group of items is over, before a pull request, and while somebody is waited for. */
  at?: readonly ('boundary' | 'pull-request' | 'waiting')[];
  /** So many commits that the remote does not have. */
  commits?: number;
}

export interface Workflow {
  id: string;
  title: string;
  /** Raised when a run of an older one would be read otherwise. */
  version: number;
  dials: Readonly<Record<string, Dial>>;
  documents: Readonly<Record<string, DocumentSpec>>;
  /** Texts of new documents by name; `{title}` stands for the title of the work. */
  templates?: Readonly<Record<string, string>>;
  /** Gates by name, besides those of other workflows. */
  gates?: Readonly<Record<string, GateSpec>>;
  /** How often the checks of the whole run may block, all together. */
  attempts?: Attempts;
  /** When commits are pushed. @default nobody is told to */
  push?: PushPolicy;
  /** How a goal is read; without, a goal is kept as it was said. */
  goal?: GoalSpec;
  /** Where it holds, nobody is there to be asked: agents ask no questions that wait for an answer. */
  unattended?: Pick<Condition, 'dial'>;
  /** Where it holds, tests are no part of the acceptance: a judge whose check asks for evidence names some for each criterion. */
  untested?: Pick<Condition, 'dial'>;
  /** Said every turn, in every phase (feature D64). */
  rules: readonly string[];
  phases: readonly Phase[];
}

/** Returns the id of a check within its phase. */
export function checkId(spec: CheckSpec): string {
  return spec.id ?? spec.check;
}

type PhasesOf<P extends Phase> = P extends { each: { phases: readonly (infer Inner extends Phase)[] } }
  ? P['id'] | PhasesOf<Inner>
  : P['id'];

/** `PhaseId` is the ids of a workflow's phases and of those that they repeat for items, as a type. */
export type PhaseId<W extends Workflow> = PhasesOf<W['phases'][number]>;

/** Returns a workflow as data, with its ids kept as types. */
export function defineWorkflow<const W extends Workflow>(workflow: W): W {
  return workflow;
}
