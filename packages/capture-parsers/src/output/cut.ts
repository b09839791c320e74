import type { ParseInput } from '../report.js';

/** A cut tells which part of an output is missing; `some` when it is not known which. */
export type Cut = 'head' | 'tail' | 'middle' | 'some' | undefined;

/**
 * Tells what a host or a tool puts where it took text out: `lines` when whole lines are gone, `text` when the cut may
 * have gone through a line; undefined for any other line.
 */
export function cutMarker(written: string): 'lines' | 'text' | undefined {
  if (!TELLING.test(written)) return undefined;
  const line = written.toLowerCase();
  const unit = COUNTED.exec(line)?.[1];
  if (unit) return unit === 'lines' ? 'lines' : 'text';
  if (/^\s*[<[(]?\s*(?:output )?truncated lines? \d/.test(line)) return 'lines';
  if (/^\s*[.…]*\s*\[?\(?output (?:was )?truncated/i.test(line)) return 'text';
  const words = FRAMED.exec(line)?.[1];
  return words === undefined || !SAYS_WHAT.test(words) ? undefined : /\blines\b/.test(words) ? 'lines' : 'text';
}

/** One of these words is in every marker; some tools write it in capitals. */
const WORDS = ['truncated', 'omitted', 'clipped'].flatMap((word) => [
  word,
  word.toUpperCase(),
  `${word[0]!.toUpperCase()}${word.slice(1)}`,
]);
const TELLING = new RegExp(WORDS.join('|'));

/** Tells whether any line of a text may be a cut marker: asked once, it spares most texts the question for each line. */
export const mayHoldMarker = (text: string): boolean => TELLING.test(text);

/** How much is missing, wherever it stands in the line: `[9 characters truncated]`, `…12 tokens truncated…`. */
const COUNTED = /(?:\[|…)\s*\d[\d,]* (characters|chars|lines|bytes|tokens) (?:truncated|omitted)\s*(?:\]|…)/;
/**
 * `FRAMED` matches a line of its own between brackets, dots or dashes, as no tool indents it. Rust's `[... omitted 3 frames
 * ...]` is indented.
 */
const FRAMED =
  /^(?:[.…]{0,3} ?[<[({]{1,2} ?[.…]{0,3}|[.…]{1,3}|-{2,9}) ?([\w, ]{4,80}?) ?(?:[.…]{0,3} ?[>\])}]{1,2} ?[.…]{0,3}|[.…]{1,3}|-{2,9})$/;
/** What was taken out, and nothing but that. */
const SAYS_WHAT =
  /^(?=.*\b(?:truncated|omitted|clipped)\b)(?:(?:truncated|omitted|clipped|output|content|response|text|middle|lines|characters|chars|bytes|tokens|of|more|was|\d[\d,]*)(?: |$))+$/;

/**
 * Finds out which part of an output is missing, from the caller or from markers in the text, and takes out the lines
 * that a cut went through: the rest of `1 failed, 5 passed in 0.1s` can be `5 passed in 0.1s`.
 */
export function wholeLines(text: string, told: ParseInput['truncated']): { text: string; cut: Cut } {
  const marked = withoutCutLines(text);
  const cut = told === true ? 'some' : told || marked.cut;
  let whole = marked.text;
  if (told === 'head' || told === true) whole = whole.slice(whole.indexOf('\n') + 1 || whole.length);
  if (told === 'tail' || told === true) whole = whole.slice(0, whole.lastIndexOf('\n') + 1);
  return { text: whole, cut };
}

/** Longer lines are not looked at. */
const LINE_CAP = 1_000;

/** How far around its telling word a cut marker may reach. */
const MARKER_REACH = 200;

interface Marker {
  readonly from: number;
  readonly to: number;
  readonly kind: 'lines' | 'text';
}

function withoutCutLines(text: string): { text: string; cut: Cut } {
  const markers = findMarkers(text);
  if (!markers.length) return { text, cut: undefined };
  let whole = '';
  let at = 0;
  for (const { from, to, kind } of markers) {
    if (from < at) continue;
    let before = text.slice(at, from);
    const beside = besideMarker(text.slice(from, to));
    if (kind === 'text') before = withoutPiece(before, beside.before);
    whole += before + text.slice(from, to);
    at = to;
    if (kind !== 'text' || beside.behind) continue;
    while (text[at] === '\n') at++;
    const end = text.indexOf('\n', at);
    if (!WHOLE.test(text.slice(at, end < 0 ? text.length : Math.min(end, at + LINE_CAP))))
      at = end < 0 ? text.length : end + 1;
    whole += '\n';
  }
  const [first, last] = [markers[0]!, markers.at(-1)!];
  if (!text.slice(last.to).trim()) return { text: whole, cut: 'tail' };
  return { text: whole + text.slice(at), cut: text.slice(0, first.from).trim() ? 'middle' : 'head' };
}

/**
 * `TOLD` matches a test's status, which pytest pads to the width of the terminal: a cut behind it has taken nothing that
 * counts.
 */
const TOLD = /^[^\s:][^:\n]*\.py::[^\n]* (?:PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)(?= +(?:\[ *\d*%?)?$)/;

/**
 * A test's line with its mark in front and its end behind: whole wherever it stands beside a cut, but for its indentation.
 * The last words of a run are never taken for whole: `5 passed` may be the rest of `1 failed, 5 passed`.
 */
const WHOLE =
  /^ *--- (?:PASS|FAIL|SKIP): \S+ \(\d+\.\d\ds\)$|^test [^.\s]\S*(?: - should panic)? \.\.\. (?:ok|FAILED|ignored)$/;

/** Tells what stands before a marker, without the line that the cut went through. */
function withoutPiece(text: string, besideIt: boolean): string {
  const end = endOfWhole(text, besideIt);
  const line = text.slice(end, end + LINE_CAP).replace(/\n+$/, '');
  const told = WHOLE.test(line) ? line : TOLD.exec(line)?.[0];
  return text.slice(0, end) + (told === undefined ? '' : `${told}\n`);
}

/**
 * Tells where the last line that is there as a whole ends. Hosts put empty lines around their markers, so the line that
 * was cut is the last that is not empty, unless its pieces stand beside the marker; of an indented one only spaces may
 * be left.
 */
function endOfWhole(text: string, besideIt: boolean): number {
  let end = text.length;
  while (!besideIt && text[end - 1] === '\n') end--;
  return end && text.lastIndexOf('\n', end - 1) + 1;
}

/** Tells whether the pieces of the lines that were cut stand in the marker's own line. */
function besideMarker(line: string): { before: boolean; behind: boolean } {
  const marker = COUNTED.exec(line.toLowerCase());
  if (!marker) return { before: false, behind: false };
  const isPiece = (text: string) => /[^\s.…<>[\]()]/.test(text);
  return { before: isPiece(line.slice(0, marker.index)), behind: isPiece(line.slice(marker.index + marker[0].length)) };
}

/** Finds each line with a marker, in order. */
function findMarkers(text: string): Marker[] {
  const markers: Marker[] = [];
  // Nearly no text has one, and one pattern is faster at telling than a search for each word.
  if (!mayHoldMarker(text)) return markers;
  for (const word of WORDS) {
    let end = 0;
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, end)) {
      const from = Math.max(text.lastIndexOf('\n', at) + 1, at - MARKER_REACH);
      end = text.indexOf('\n', at);
      if (end < 0) end = text.length;
      const kind = cutMarker(text.slice(from, Math.min(end, at + MARKER_REACH)));
      if (kind) markers.push({ from, to: end, kind });
    }
  }
  return markers.sort((left, right) => left.from - right.from);
}
