import type {
  Attempts,
  CheckSpec,
  Condition,
  Content,
  DocumentSpec,
  Loop,
  MarkSpec,
  Phase,
  PhaseEdits,
  Round,
} from '../model.js';

/**
 * An overlay tells what a project changes of a workflow without copying it: data alone, and part of the trusted policy,
 * so that it holds only when a person applied it or the base branch has it.
 */
export interface Overlay {
  title?: string;
  /** Other values to start with, by dial. */
  dials?: Readonly<Record<string, string>>;
  /** Said every turn besides the workflow's own. */
  rules?: readonly string[];
  /** Further documents, or other places for those that are there. */
  documents?: Readonly<Record<string, DocumentSpec>>;
  /** Judges and reviewers that are not asked (feature D7). */
  agents?: Readonly<Record<string, 'off'>>;
  /** Changes of phases by path (`red`, `develop/test`). */
  phases?: Readonly<Record<string, 'off' | PhaseOverlay>>;
  /** The budget of attempts of the whole run. */
  attempts?: AttemptsOverlay;
  /** Further phases. */
  insert?: readonly PhaseInsert[];
}

/** A place tells where something new stands, beside a phase or check: exactly one of the two is given. */
export interface Place {
  before?: string;
  after?: string;
}

export interface PhaseInsert extends Place {
  phase: Phase;
}

export interface CheckInsert extends Place {
  check: CheckSpec;
}

/** What is left out, or said anew. */
interface Gone {
  off?: true;
  /**
   * Says that a gate, or a phase that is not optional, is meant to be lost or weakened here: without the word, whoever reads
   * the change of the configuration could not see it.
   */
  required?: false;
}

export interface PhaseOverlay extends Gone {
  /** A phase that takes the place of the whole phase. */
  replace?: Phase;
  title?: string;
  instruction?: string | Readonly<Record<string, string>>;
  command?: string;
  roles?: readonly string[];
  when?: Condition;
  edits?: PhaseEdits;
  produces?: readonly string[];
  keeps?: readonly string[];
  advance?: 'auto' | 'command' | 'person';
  /** The budget of attempts of the phase. */
  attempts?: AttemptsOverlay;
  /** How its items are walked. */
  each?: EachOverlay;
  /** Changes of its checks by id. */
  checks?: Readonly<Record<string, 'off' | CheckOverlay>>;
  /** Further checks; without a place they come last. */
  insert?: readonly CheckInsert[];
}

/**
 * An attempts overlay changes a budget of attempts over several checks: what is left out stays as it is; `off`: no budget.
 */
export type AttemptsOverlay = { max?: number; onExhausted?: Attempts['onExhausted'] } | 'off';

/** What is left out stays as it is. */
export interface EachOverlay {
  /** The budget of attempts of each item. */
  attempts?: AttemptsOverlay;
  fixes?: { max?: number; depth?: number };
  /** `off`: as many as there are. */
  atOnce?: number | 'off';
  isolated?: boolean;
  marks?: MarkSpec | 'off';
}

/** A field that the check does not have is an error. */
export interface CheckOverlay extends Gone {
  /** A check that takes the place of the whole check. */
  replace?: CheckSpec;
  severity?: 'block' | 'warn';
  /** What is left out stays as it is. */
  loop?: { max?: number; onExhausted?: Loop['onExhausted'] };
  remedy?: string;
  to?: string;
  when?: Condition;
  on?: Content | readonly Content[];
  /** The least percentage of a `coverage` check. */
  min?: number | Readonly<Record<string, number>>;
  /** Reviewers of a `panel`. */
  reviewers?: readonly string[];
  rounds?: readonly Round[];
  /** The judge of a `verdict`. */
  judge?: string;
}
