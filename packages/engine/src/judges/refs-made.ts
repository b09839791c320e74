import type { Effect, GitAct } from '@flow/shell-effects';

/** Target of a name that a line makes: a commit as git reads it, null where the line does not show the commit. */
export interface MadeRef {
  kind: 'heads' | 'tags' | 'stash';
  start: string | null;
  spelled: string;
}

/** Options of `git branch`, `git tag` and `git worktree add` that take the next word. */
const VALUED = /^(?:-\w*[mFu]|--(?:message|file|local-user|cleanup|reason|sort|format|trailer))$/;
const MOVES = /^(?:-[mMcC]|--(?:move|copy))$/;
/** Options that list, delete or set something of a name that is there. */
const OTHERWISE =
  /^(?:-[dDrav]+|-vv|-l|-u.*|--(?:delete|list|remotes|all|verbose|verify|show-current|set-upstream-to.*|unset-upstream|edit-description|contains|no-contains|merged|no-merged|points-at|column|sort.*|format.*))$/;

/**
 * Returns the branches and tags that a line makes before it pushes: judged is the commit that they will name, not what
 * is there.
 */
export function refsMade(before: readonly Effect[], isHere: (act: GitAct) => boolean): Map<string, MadeRef> {
  const made = new Map<string, MadeRef>();
  for (const effect of before) {
    if (effect.kind !== 'git' || !isHere(effect)) continue;
    const found = madeBy(effect);
    if (found) made.set(found.name, { ...found.ref, spelled: effect.spelled });
  }
  return made;
}

function madeBy({ verb, argv }: GitAct): { name: string; ref: Omit<MadeRef, 'spelled'> } | null {
  const words = argv.slice(argv.indexOf(verb) + 1);
  if (verb === 'stash') return keeps(words) ? { name: 'stash', ref: { kind: 'stash', start: null } } : null;
  if (verb === 'subtree') return branchOfSubtree(words);
  if (verb === 'worktree') return words[0] === 'add' ? branchOfWorktree(words.slice(1)) : null;
  if (verb !== 'branch' && verb !== 'tag') return null;
  const isMove = verb === 'branch' && words.some((word) => MOVES.test(word ?? ''));
  // `-m` is a message where a tag is made, and `-a` a tag with one.
  const isOther = words.some((word) => OTHERWISE.test(word ?? '') && !(verb === 'tag' && word === '-a'));
  if (isOther && !isMove) return null;
  const operands = operandsOf(words, isMove);
  const [name, start] = isMove && operands.length > 1 ? [operands[1], operands[0]] : operands;
  if (name === undefined) return null;
  const isPlain = operands.length === 1;
  const kind = verb === 'tag' ? 'tags' : 'heads';
  return { name, ref: { kind, start: isPlain ? 'HEAD' : (start ?? null) } };
}

/** `git stash`, which takes what nobody committed. */
const keeps = (words: readonly (string | undefined)[]) => /^(?:-.*|push|save|store)?$/.test(words[0] ?? '');

/** `git subtree split -b name`: commits of its own. */
function branchOfSubtree(words: readonly (string | undefined)[]) {
  const at = words.findIndex((word) => /^(?:-b|--branch)(?:=|$)/.test(word ?? ''));
  const name = at < 0 ? undefined : (words[at]?.split('=')[1] ?? words[at + 1]);
  return words[0] === 'split' && name !== undefined ? { name, ref: { kind: 'heads' as const, start: null } } : null;
}

/** `git worktree add -b name path start`. */
function branchOfWorktree(words: readonly (string | undefined)[]) {
  const at = words.findIndex((word) => word === '-b' || word === '-B');
  const name = at < 0 ? undefined : words[at + 1];
  if (name === undefined) return null;
  const [, ...start] = operandsOf(words.toSpliced(at, 2), false);
  return { name, ref: { kind: 'heads' as const, start: start.length === 0 ? 'HEAD' : (start[0] ?? null) } };
}

function operandsOf(words: readonly (string | undefined)[], isMove: boolean): (string | undefined)[] {
  return words.filter((word, at) => {
    if (word?.startsWith('-')) return false;
    return isMove || !VALUED.test(words[at - 1] ?? '');
  });
}
