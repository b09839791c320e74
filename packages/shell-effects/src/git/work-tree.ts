import { contentOf, emitWrite, isDirectory } from '../disk/paths.js';
import { CLEAN_IGNORED } from '../effects.js';
import { baseName } from '../state.js';
import { join } from '../text/below-folder.js';
import { values } from '../text/command-options.js';
import { patchTexts, writePatch } from '../writers/patches.js';
import { act, type GitCall, has, isDryRun, listed, whole, write } from './git-call.js';
import { untracked } from './index-file.js';
import type { PathAct } from './pathspecs.js';

/** Plays `git checkout`: paths from the index or a commit, or another branch. */
export function checkout(call: GitCall): void {
  const { operands, afterDashes } = call;
  const lines = listed(call);
  if (afterDashes !== undefined || lines.length > 0) {
    const commit = operands.slice(0, operands.length - (afterDashes?.length ?? 0));
    act(call, [...(afterDashes ?? []), ...lines], commit.length > 0);
    return;
  }
  if (has(call, /^(?:-f|--force)$/)) whole(call);
  // Asked about or not, what is taken from another commit lands in the work tree.
  if (has(call, /^(?:-p|--patch)$/)) {
    if (operands.length > 1) act(call, operands.slice(1), true);
    else whole(call);
    return;
  }
  if (has(call, /^(?:-[a-zA-Z]*[bBt]|--orphan|--track.*|--detach)$/)) return;
  // Without dashes, what comes after the first operand can only be paths; the first may be one, too.
  const [first = ''] = operands;
  if (operands.length > 1) {
    const isPath = looksLikePath(call, first);
    act(call, isPath ? operands : operands.slice(1), !isPath);
  } else if (looksLikePath(call, first)) act(call, [first], false);
}

function looksLikePath(call: GitCall, word: string): boolean {
  if (/^(?:\.|\.\.?\/.*|:.*)$/s.test(word) || /\.[a-z]{1,5}$/i.test(word)) return true;
  if (word === '' || /^(?:HEAD|@|-)/.test(word)) return false;
  return isDirectory(call.session, call.shell, word) || contentOf(call.session, call.shell, word) !== undefined;
}

/** Plays `git mv`. */
export function move(call: GitCall): void {
  const target = call.operands.at(-1);
  const sources = call.operands.slice(0, -1);
  if (isDryRun(call, 'fkv') || target === undefined) return;
  const isInto = sources.length > 1 || isDirectory(call.session, call.shell, target);
  for (const source of sources) {
    write(call, source, 'tree', 'move');
    write(call, isInto ? join(target, baseName(source.replace(/\/+$/, ''))) : target, 'tree');
  }
}

/** What git does not track beneath the places goes; what it ignores goes only when it is told. */
export function clean(call: GitCall): void {
  if (isDryRun(call, 'dfiqxX')) return;
  const ignored = has(call, /^-[dfinq]*X/) ? 'only' : has(call, /^-[dfinq]*x/) ? 'with' : 'without';
  const excludes = values(call.words, ['-e', '--exclude']);
  removeUntracked(call, call.operands.length > 0 ? call.operands : ['.'], ignored, 'delete', excludes);
}

function removeUntracked(
  call: GitCall,
  places: readonly string[],
  ignored: 'with' | 'only' | 'without',
  how: PathAct['how'],
  excludes: readonly string[] = [],
): void {
  const by = ignored !== 'without' && call.verb === 'clean' ? CLEAN_IGNORED : call.by;
  for (const place of places) {
    const paths = untracked(place, ignored, call.session, call.shell, excludes);
    // What is left out by name is not among the files, and nobody has to look beneath the place for it.
    if (paths === undefined || excludes.length === 0) emitWrite(call.session, call.shell, how, place, by, 'into');
    for (const path of paths ?? []) write(call, path, 'exact', how);
  }
}

/** Plays `git stash`: what is changed goes, and with it what is not tracked where that is told. */
export function stash(call: GitCall): void {
  // `git stash -- src` names no action: `push` is meant.
  const isBare = call.operands.length === (call.afterDashes?.length ?? 0);
  const action = isBare ? 'push' : (call.operands[0] as string);
  if (/^(?:list|show|drop|clear|create|store|branch|export|import)$/.test(action)) return;
  const isNamed = action === 'push' || action === 'save';
  const paths = action === 'push' ? [...call.operands.slice(isBare ? 0 : 1), ...listed(call)] : [];
  if (paths.length > 0) act(call, paths, false);
  else whole(call);
  if (!isNamed && call.operands.length > 0) return;
  if (has(call, /^(?:-[a-z]*u[a-z]*|--include-untracked)$/))
    removeUntracked(call, paths.length > 0 ? paths : ['.'], 'without', 'move');
  if (has(call, /^(?:-[a-z]*a[a-z]*|--all)$/)) removeUntracked(call, paths.length > 0 ? paths : ['.'], 'with', 'move');
}

/** Plays `git apply` and `git am`: the files that the patches name are written. */
export function patch(call: GitCall): void {
  const { words, session, shell } = call;
  const isOnlyAsked = has(call, /^--(?:check|stat|numstat|summary|cached)$/) && !words.includes('--apply');
  if (call.verb === 'apply' && isOnlyAsked) return;
  const strip = values(words, ['-p'])[0];
  const files = call.operands.filter((word) => word !== '-');
  const texts = patchTexts(files, session, shell);
  if (files.length < call.operands.length || files.length === 0) texts.push(call.frame.input?.rest);
  for (const text of texts)
    writePatch(text, session, shell, call.by, {
      isReversed: has(call, /^(?:-[a-z]*R|--reverse)$/),
      strip: strip === undefined ? 1 : Number(strip) || 0,
      directory: values(words, ['--directory'])[0] ?? '',
    });
}
