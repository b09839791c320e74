import { LINE_CAP, secondsIn, secondsOf } from '../../output/text.js';

/** `stdout | a.test.ts > name` stands above what a test printed, behind what others left without an end of line. */
const CONSOLE = /(?:stdout|stderr) \| (\S.*)$/;
const TEST_FILE = /^\S[^>]{0,300}\.\w{1,6}(?: > |$)|^unknown test$/;
/** A suite that is listed has the number of its tests behind. */
export const COUNTED = / \(\d+\)$/;
const REPEATED = / \((?:retry|repeat) x\d+(?:, (?:retry|repeat) x\d+)?\)$/;

/**
 * `PLAIN_LINE` matches a line of a test that passed, ` ✓ a.test.ts > suite > name 12ms`, in which nothing could be a remark, a
 * badge, a heading or a place: 1 the file, 2 words of the name, 3 milliseconds, or 4 the last word of the name.
 */
const WORD = '[^\\s|()[\\]]{1,300}';
const PLAIN_LINE = new RegExp(
  ` [✓√] ([^\\s|>()[\\]:]{1,300}) > ((?:${WORD} ){0,60})(?:(\\d{1,9})ms|(${WORD}))\\n`,
  'y',
);
/** Words that may be the end of a remark behind the name. */
const REMARK = /^(?:\d[\d.]*m?s|used)$/;

/**
 * Reads the line at an offset where it says of one test that it passed, and nothing else: by one pattern what the functions
 * below find one after the other, as there are as many such lines as tests. Undefined for any other line.
 */
export function plainLine(
  text: string,
  from: number,
): { file: string; name: string; seconds: number | undefined; end: number } | undefined {
  PLAIN_LINE.lastIndex = from;
  const [line, file = '', words = '', ms, last] = PLAIN_LINE.exec(text) ?? [];
  if (line === undefined || line.length > LINE_CAP) return undefined;
  const end = from + line.length;
  if (last !== undefined) return REMARK.test(last) ? undefined : { file, name: words + last, seconds: undefined, end };
  if (words === '') return undefined;
  return { file, name: words.slice(0, -1), seconds: secondsIn(Number(ms)), end };
}

/** Returns the file and test that something is printed from, if the line is a heading that says so. */
export function printedFrom(line: string): string | undefined {
  const match = CONSOLE.exec(line);
  if (!match) return undefined;
  return match.index === 0 || TEST_FILE.test(match[1]!) ? match[1] : undefined;
}

/** Tells whether a line of the list says that its test was tried again. */
export function isRetried(text: string): boolean {
  return /\(retry x[1-9]\d*[,)]/.test(text);
}

/** Returns a title without the remarks behind it: duration, retries, heap, and why it was skipped. */
export function splitRemarks(text: string, mark: string): { title: string; seconds: number | undefined } {
  let title = text.trimEnd().replace(/ \d+ MB heap used$/, '');
  // A note is prose; brackets in a title are more often a value of its own.
  if (mark === '↓') title = title.replace(/ \[(?:skipped|[A-Za-z][^\][]* [^\][]*)\]$/, '');
  title = title.replace(REPEATED, '').replace(REPEATED, '');
  const time = / (\d+(?:\.\d+)?m?s)$/.exec(title)?.[1];
  if (time) title = title.slice(0, -time.length - 1).trimEnd();
  title = title.replace(REPEATED, '').replace(REPEATED, '');
  return { title, seconds: time === undefined ? undefined : secondsOf(time) };
}

/** A line without the names of its project and label, which are padded or between bars, in front. */
export function withoutBadges(text: string): string {
  let rest = text;
  for (let badges = 0; badges < 4; badges++) {
    const badge = /^(?:\|[^|]{1,100}\| | ?(?=\S)[^>]{1,100}? {2}(?=\S))/.exec(rest);
    if (!badge || (!badge[0].startsWith('|') && !text.startsWith(' '))) break;
    rest = rest.slice(badge[0].length);
  }
  return rest;
}

/** `a.test.ts:12:3 > suite > name` as file and name; undefined when there is no name. */
export function splitFile(text: string): { file: string; name: string } | undefined {
  const at = text.indexOf(' > ');
  if (at < 0) return undefined;
  return { file: text.slice(0, at).replace(/:\d+(?::\d+)?$/, ''), name: text.slice(at + 3).trim() };
}

/** A test's name, and what is left of it without its suites one after the other. */
export function endsOf(name: string): string[] {
  const ends = [name];
  for (let at = name.indexOf(' > '); at >= 0 && ends.length < 50; at = name.indexOf(' > ', at + 1))
    ends.push(name.slice(at + 3));
  return ends;
}
