import path from 'node:path';
import type { Finding } from '@flow/core';
import type { Analysis, Effect, Write } from '../shell/index.js';
import type { FileEdit } from './guard.js';
import type { ProtectedSet, Protection } from './protected-set.js';

function finding(file: string, protection: Protection, root: string): Finding {
  const inside = path.relative(root, file);
  return {
    code: 'PROTECTED_WRITE',
    level: 'block',
    path: inside.startsWith('..') ? file : inside,
    args: { what: protection.what, instead: protection.instead },
  };
}

/** Judges the files that a tool would write. `root` is the repository's, for the words only. */
export function judgeEdits(edits: readonly FileEdit[], set: ProtectedSet, root: string): Finding[] {
  return edits.flatMap(({ path: absolute }) => {
    const protection = set.of(absolute);
    return protection ? [finding(absolute, protection, root)] : [];
  });
}

/** Writes of which only a part of the name is known (`gate-$g.approved`), with a letter in the gap. */
export function guessedWrites(effects: readonly Effect[]): Write[] {
  return effects.flatMap((effect): Write[] =>
    effect.kind === 'opaque' && effect.what === 'destination' && effect.pattern
      ? [{ kind: 'write', how: 'write', path: effect.pattern.replaceAll('*', 'x'), reach: 'exact', by: effect.reason }]
      : [],
  );
}

/**
 * Judges the writes that a command line shows. A name of which nothing is known is looked at after the call.
 */
export function judgeWrites(analysis: Analysis, around: { readonly protected: ProtectedSet }, root: string): Finding[] {
  const shown = analysis.effects.filter((effect): effect is Write => effect.kind === 'write');
  const guessed = guessedWrites(analysis.effects);
  // Most commands write nothing, and the set costs a question to git.
  if (shown.length + guessed.length === 0) return [];
  const set = around.protected;
  return [...shown, ...guessed].flatMap((write) => {
    const protection = set.of(write.path);
    if (protection) return [finding(write.path, protection, root)];
    if (write.reach === 'exact' && write.how !== 'delete' && write.how !== 'move') return [];
    // Deleting all installed packages is honest work; the bundle that guards is kept elsewhere.
    if (path.basename(write.path) === 'node_modules') return [];
    const below = write.reach === 'into' ? set.holder(write.path) : set.beneath(write.path);
    return below ? [finding(below.path, below.protection, root)] : [];
  });
}
