import type { Repository } from '../git/repository.js';
import { type FlowData, isEventData, type SignedWord } from '../journal/event-data.js';
import { canonical } from '../json.js';
import { NOT_SIGNED, type NotDone, verifyText } from '../keys/signature.js';

/** A word is what a person said of a run, with their signature. */
export type Word = Omit<FlowData, 'where' | 'signed'> & { signed: SignedWord };

/** Tells what a person signs: all of the word but the signature, on one line. Equal words give equal text. */
export function wordText({ run, tree, head, what, signed }: UnsignedWord): string {
  const { id, repo, branch, issued } = signed;
  return canonical({ v: 1, run, tree, head, what, id, repo, branch, issued });
}

type UnsignedWord = Omit<Word, 'signed'> & { signed: Omit<SignedWord, 'signature'> };

/**
 * Reads a word that anybody may have written.
 * @returns it when an allowed signer signed it, else why it counts for nothing
 */
export function readCarriedWord(
  value: unknown,
  signers: readonly string[],
  repository?: Repository,
): { word: Word; signer: string } | NotDone {
  const { run, tree, head, what, signed } = { ...(typeof value === 'object' ? value : null) } as Partial<Word>;
  const data = { run, tree, head, what, signed } as Record<string, unknown>;
  if (signed === undefined || !isEventData('flow', data)) return { failed: NOT_SIGNED };
  const word = data as unknown as Word;
  const verified = verifyText(wordText(word), signed.signature, 'flow-word', signers, repository);
  return 'failed' in verified ? verified : { word, signer: verified.signer };
}
