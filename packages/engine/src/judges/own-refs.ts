import { NOTES_REF } from '@flow/core';
import type { Effect } from '@flow/shell-effects';

/*
 * Refs that the program alone writes, here and on remotes: checkpoints, what a way back has left, leases and what machines say
 * of a run lie under `refs/flow`, statements about commits under `NOTES_REF`.
 */

const RUN_REFS = 'refs/flow/';

/** Folders of ours that git also finds by a name without `refs/`: any other such name is a branch's. */
const SHORT = /^(?:flow\/(?:lease|run|own|checkpoint|kept|landed|landed-items|research)(?:\/|$)|notes\/flow)/;

/** Tells whether a name, or a pattern of names, may be one of ours. */
function isOwn(name: string, own: readonly string[]): boolean {
  const ref = SHORT.test(name) ? `refs/${name}` : name;
  const [before = '', ...rest] = ref.split('*');
  if (rest.length === 0) return own.some((prefix) => ref.startsWith(prefix));
  return before.startsWith('refs/') && own.some((prefix) => prefix.startsWith(before) || before.startsWith(prefix));
}

/** Returns where a refspec writes to; '' for one that only leaves something out. */
function destinationOf(refspec: string): string {
  if (refspec.startsWith('^')) return '';
  const spec = refspec.replace(/^\+/, '');
  return spec.slice(spec.lastIndexOf(':') + 1);
}

/** Tells whether a ref on a remote, by its full name, is one of ours. */
export const isOwnRef = (ref: string): boolean => isOwn(ref, [RUN_REFS, NOTES_REF]);

const pushesOwn = (refspec: string) => isOwn(destinationOf(refspec), [RUN_REFS, NOTES_REF]);

/** A setting by which a push without any word would go to refs of ours. */
const STEERS = /^remote\..+\.push$/i;

/** Verbs of `git notes` that take a statement away. */
const REMOVES = new Set(['remove', 'prune']);

/** Tells whether a command of git writes or deletes refs of ours, here or on a remote; reading and fetching them is free. */
export function writesOwnRefs(effect: Effect): boolean {
  if (effect.kind === 'push')
    return (
      effect.refspecs.some(pushesOwn) ||
      effect.settings.some((one) => STEERS.test(one.split('=')[0] ?? '') && pushesOwn(one.slice(one.indexOf('=') + 1)))
    );
  if (effect.kind === 'setting') return STEERS.test(effect.name ?? '') && pushesOwn(effect.value ?? '');
  if (effect.kind !== 'git') return false;
  const all = effect.argv.slice(effect.argv.indexOf(effect.verb) + 1).map((word) => word ?? '');
  const words = all.filter((word) => word !== '' && !word.startsWith('-'));
  switch (effect.verb) {
    case 'update-ref':
      return words.some((word) => isOwn(word, [RUN_REFS, NOTES_REF]));
    case 'symbolic-ref':
      return words.length > 1 && words.some((word) => isOwn(word, [RUN_REFS, NOTES_REF]));
    case 'notes':
      return words.some((word) => REMOVES.has(word)) && isOwnNotes(all);
    case 'fetch':
    case 'pull':
      // The statements of others are fetched to where they belong.
      return words.some((word) => word.includes(':') && isOwn(destinationOf(word), [RUN_REFS]));
    default:
      return false;
  }
}

/** Tells whether `git notes` is told to work on ours. */
function isOwnNotes(words: readonly string[]): boolean {
  const at = words.findIndex((word) => /^--ref(?:=|$)/.test(word));
  const name = words[at]?.split('=')[1] ?? words[at + 1] ?? '';
  const ref = name.startsWith('refs/notes/') ? name : name.startsWith('notes/') ? `refs/${name}` : `refs/notes/${name}`;
  return at >= 0 && ref.startsWith(NOTES_REF);
}
