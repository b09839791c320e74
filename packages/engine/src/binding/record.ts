import { type BindingProof, bindingOutcome } from '@flow/core';
import { appendEvent, type Where } from '@flow/evidence';
import type { Asking, Proof } from './proof.js';

/** Functions that an event holds. */
const MAX_FUNCTIONS = 20;

/** Writes what was found to the journal, in as many events as it takes. */
export function recordBinding(
  { repository, environment }: Pick<Asking, 'repository' | 'environment'>,
  { unread: _unread, left: _left, notes: _notes, functions, ...proof }: Proof,
  where: Where,
): void {
  for (let from = 0; from < Math.max(functions.length, proof.claim === undefined ? 0 : 1); from += MAX_FUNCTIONS) {
    const some = functions
      .slice(from, from + MAX_FUNCTIONS)
      .map(({ line: _line, detail: _detail, by: _by, ...one }) => one);
    // What is said of a claim is said by all of its functions together.
    const outcome = proof.claim === undefined ? bindingOutcome(some) : proof.outcome;
    const data: BindingProof = { ...proof, functions: some, outcome };
    appendEvent(repository, { type: 'binding', data: { ...data, where } }, environment);
  }
}
