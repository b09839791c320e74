/**
 * pytest from 3.0 on: terminal output at any verbosity, with xdist, sugar and other plugins, JUnit XML, JSON reports
 * and report logs. https://docs.pytest.org/en/stable/how-to/output.html
 */
import { readJunit } from '../../formats/junit.js';
import { eachLine } from '../../output/text.js';
import type { Runner } from '../../runner.js';
import { readClosing } from './closing.js';
import { seenWhole } from './head.js';
import { JSON_SIGNS, readJson } from './json.js';
import { Session } from './session.js';
import { readResults } from './sugar.js';

const JUNIT = /<testsuite\b[^<>]{0,500}\bname="pytest"/;
const OWN =
  /^=+ test session starts =+$|^=+ (?:short test summary info|no tests ran in [\d.]+s.*) =+$|^Test session starts \(platform: |^INTERNALERROR> /;
const CLOSING =
  /^(?:=+ )?(?:\d+ [a-z][a-z ]*, ){0,9}\d+ (?:passed|failed|skipped|errors?|xfailed|xpassed|deselected|warnings?|subtests passed|rerun)(?:, \d+ [a-z][a-z ]*){0,9} in \d+(?:\.\d+)?(?:s| seconds)\b|^no tests (?:ran|collected) in [\d.]+s|^(?:no|\d+)(?:\/\d+)? tests? collected\b/;

const HEADING = /^=+ test session starts =+$|^Test session starts \(platform: /;

export const pytest: Runner = {
  id: 'pytest',
  kind: 'test',
  starts(words) {
    const [name = '', second, third] = words;
    if (/^(?:pytest|py\.test)(?:-?[\d.]+)?(?:@\S*)?$/.test(name)) return !words.includes('--version');
    return name === 'coverage' && second === 'run' && (third === 'pytest' || words.includes('pytest'));
  },
  signs: new RegExp([OWN, JUNIT, CLOSING, JSON_SIGNS].map(({ source }) => source).join('|'), 'm'),
  read(capture) {
    if (JUNIT.test(capture.text)) return readJunit(capture, { runner: 'pytest' });
    const json = JSON_SIGNS.test(capture.text) ? readJson(capture) : undefined;
    if (json) return json;
    const session = new Session(seenWhole(capture));
    eachLine(capture.text, (line) => session.line(line));
    return session.report();
  },
  split,
};

/** A call that pytest does not understand ends with the place of its configuration. */
const USAGE = /^(?:ERROR: )?usage: /;
const USAGE_END = /^ {2}rootdir: /;

/** Cuts behind each closing line and each wrong call, and before the heading of a session where the one before it has none. */
function split(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  let at = 0;
  /** A heading without its closing line so far. */
  let open = false;
  let closedAt: number | undefined;
  let misused = false;
  const cut = (to: number) => {
    pieces.push(text.slice(from, to));
    from = to;
    closedAt = undefined;
  };
  const visit = (line: string) => {
    if (HEADING.test(line)) {
      if (open || closedAt !== undefined) cut(at);
      open = true;
    }
    if (USAGE.test(line)) misused = true;
    const closing = readClosing(line);
    const rejected = misused && USAGE_END.test(line);
    if (rejected || (closing ? closing.framed || !open : readResults(line) !== undefined)) {
      misused = false;
      if (closedAt !== undefined) cut(closedAt);
      closedAt = at + line.length + 1;
      open = false;
    }
    at += line.length + 1;
  };
  eachLine(text, visit, true);
  pieces.push(text.slice(from));
  return pieces;
}
