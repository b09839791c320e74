import { type Limit, limitsOf } from './budget.js';
import { type Caught, caughtBy } from './caught.js';
import { type Ceremony, ceremonyOf } from './ceremony.js';
import { type Cost, costOf } from './cost.js';
import type { FigureFacts } from './facts.js';
import { type FirstPass, firstPassOf } from './first-pass.js';
import { type IdleGate, idleGates } from './idle.js';
import { type People, peopleOf } from './people.js';
import { type Proof, proofOf } from './proof.js';
import { type Reread, rereadOf } from './reread.js';
import { type Rework, reworkOf } from './rework.js';
import { failedTries } from './tries.js';
import { type Waste, wasteOf } from './waste.js';

/** Figures tell what a run has cost and what came of that; what each of them means, `DEFINITIONS` says. */
export interface Figures {
  cost: Cost;
  proof: Proof;
  firstPass: FirstPass[];
  rework: Rework;
  waste: Waste;
  reread: Reread[];
  people: People;
  ceremony: Ceremony;
  caught: Caught[];
  /** What the policy allows work of this class, and what the run has taken of it; null without a budget. */
  budget: { of: string; limits: Limit[] } | null;
  idle: IdleGate[];
}

/** Makes the figures of a run, from facts alone. */
export function figuresOf(facts: FigureFacts): Figures {
  const tries = failedTries(facts);
  const cost = costOf([facts]);
  const ceremony = ceremonyOf(facts);
  const caught = caughtBy(facts, tries);
  return {
    cost,
    proof: proofOf(facts),
    firstPass: firstPassOf(facts, tries),
    rework: reworkOf(facts, tries),
    waste: wasteOf([facts]),
    reread: rereadOf(facts),
    people: peopleOf(facts),
    ceremony,
    caught,
    budget: facts.budget && {
      of: facts.budget.of,
      limits: limitsOf(facts.budget.budget, ceremony, cost.money),
    },
    idle: idleGates([facts, ...facts.others], facts.removedBy),
  };
}
