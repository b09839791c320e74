/** Kinds of work, with the words of a goal that speak for each. Data alone, beside the workflow that it belongs to. */
export interface GoalSpec {
  /** The dial whose values are the kinds of work. */
  dial: string;
  /** The kind of a goal that has none of the words. */
  otherwise: string;
  /** A person chooses the kind: what the words say is told as advice, and turns no dial. */
  advises?: true;
  /** Headings below which questions are asked, where the kind of work has no fixed questions. */
  areas?: readonly string[];
  /** Words that are said of everything: where as many speak for another kind, they decide nothing. */
  weak?: readonly string[];
  /** By the value of the dial; of several that as many words speak for, the one whose word is said first. */
  kinds: Readonly<Record<string, GoalKind>>;
}

export interface GoalKind {
  /**
   * Words and phrases, in lower case; a word stands for its inflected forms, too, and `…` in a phrase for three other words at most.
   */
  words: readonly string[];
  /** How many questions are asked, at least and at most. */
  questions: { min: number; max: number };
  /** Questions that are always asked. */
  asks?: readonly FixedQuestion[];
  /** Titles of sections that an interview about such work does not have, as nobody reads them. */
  without?: readonly string[];
}

export interface FixedQuestion {
  text: string;
  /** Its answer is the command that shows the fault which the work is about. */
  isCommand?: true;
}

/** How sure it is that a goal is of its kind. */
export const CONFIDENCES = ['low', 'medium', 'high'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** The goal of a run as its start keeps it, with what was read of the goal. */
export interface RunGoal {
  text: string;
  /** Left out where the workflow says nothing of goals. */
  read?: GoalReading;
}

/** `GoalReading` tells what the words of a goal say of the kind of work. */
export interface GoalReading {
  kind: string;
  confidence: Confidence;
  /** The words that speak for the kind. */
  words: readonly string[];
  questions: { min: number; max: number };
}
