import type { Line } from './line.js';
import { baseName } from './words.js';

/** A view tells what of an output was shown: a `tail` keeps its end, a `head` its beginning, `parts` what matched. */
export type View = 'whole' | 'tail' | 'head' | 'parts';

/** Tells what the pipes after a step, or a later look at its output file, let through. */
export function viewOf(line: Line, index: number): View {
  const { steps } = line;
  const { group } = steps[index]!;
  const end = group === undefined ? index : steps.findLastIndex((step) => step.group === group);
  return end > index ? narrower(ownView(line, index), viewOf(line, end)) : ownView(line, index);
}

function ownView(line: Line, index: number): View {
  const { steps } = line;
  const { outputFile } = steps[index]!;
  if (outputFile !== undefined && !/^\/dev\/(?:stdout|stderr|tty|fd\/)/.test(outputFile)) {
    const later = steps.slice(index + 1).findIndex((step) => step.words.slice(1).includes(outputFile));
    if (later < 0) return 'parts';
    return narrower(filterView(steps[index + 1 + later]!.words), viewOf(line, index + 1 + later));
  }
  let view: View = 'whole';
  for (let at = index; steps[at]?.after === '|' && steps[at + 1]; at++) {
    view = narrower(view, filterView(steps[at + 1]!.words, line.printed));
    if (steps[at + 1]!.outputFile !== undefined) return narrower(view, viewOf(line, at + 1));
  }
  return view;
}

/** `printed`: how many lines came through, where nothing but this filter can have held any back. */
function filterView(words: readonly string[], printed?: number): View {
  const name = baseName(words[0] ?? '');
  if (name === 'tee' || name === 'cat' || name === 'less' || name === 'more')
    return words.includes('-A') ? 'parts' : 'whole';
  if (printed !== undefined && printed < (limitOf(words) ?? 0)) return 'whole';
  if (name === 'tail') return words.some((word) => /^\+\d|^-n\+|^-c|^--bytes/.test(word)) ? 'parts' : 'tail';
  return name === 'head' ? 'head' : 'parts';
}

/**
 * Tells what is left of an output that passes through two programs: the whole only where both let all of it through.
 */
export function narrower(left: View, right: View): View {
  if (left === 'whole') return right;
  return right === 'whole' || left === right ? left : 'parts';
}

/** Lines that `head` and `tail` show unless they are told otherwise. */
const USUAL_LIMIT = 10;

/** Tells how many lines a `head` or `tail` lets through at most; undefined for other programs and other units. */
export function limitOf(words: readonly string[]): number | undefined {
  const name = baseName(words[0] ?? '');
  if (name !== 'head' && name !== 'tail') return undefined;
  if (!words.slice(1).every((word) => /^(?:-n?|--lines=)?\d*$|^-q$/.test(word))) return undefined;
  const told = words.slice(1).map((word) => /^(?:-n?|--lines=)?(\d+)$/.exec(word)?.[1]);
  return Number(told.find(Boolean) ?? USUAL_LIMIT);
}

/** Tells whether a `head` behind this step has let through all that it may. */
export function headEnded({ steps, printed }: Line, index: number): boolean {
  if (printed === undefined) return false;
  for (let at = index; steps[at]?.after === '|' && steps[at + 1]; at++) {
    const { words } = steps[at + 1]!;
    if (baseName(words[0] ?? '') === 'head' && limitOf(words) === printed) return true;
  }
  return false;
}
