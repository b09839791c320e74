import { findInvocation } from './invocation.js';
import type { ParseInput, Report } from './report.js';
import type { Runner } from './runner.js';
import { cargo } from './runners/cargo.js';
import { go } from './runners/go.js';
import { pytest } from './runners/pytest.js';
import { vitest } from './runners/vitest.js';
import { clean, isCutMarker } from './text.js';
import type { Seen } from './verdict.js';

/** How far around its telling word a cut marker may reach. */
const MARKER_REACH = 200;

const RUNNERS: readonly Runner[] = [go, pytest, vitest, cargo];

/**
 * Reads what a test run printed and says what it proves. A runner is reported when the command starts it or when
 * its format is recognised; an empty list means that no known runner is concerned. Never throws, whatever the text.
 */
export function parse(input: ParseInput): Report[] {
  const text = clean(String(input.output ?? ''));
  const cut = cutOf(input, text);
  const seen = RUNNERS.map((runner) => ({ runner, invocation: findInvocation(input, runner.starts) }));
  const given = input.command !== undefined || input.argv !== undefined;
  const started = seen.filter(({ invocation }) => given && invocation.runs === 'yes');
  const open = !started.length || seen.some(({ invocation }) => invocation.runs === 'perhaps');
  return seen
    .filter(({ runner, invocation }) => (given && invocation.runs === 'yes') || (open && runner.detect(text)))
    .map(({ runner, invocation }) => runner.read({ text, input, invocation, cut }));
}

/** Which part is missing: as the caller says, else as a marker in the text shows. */
function cutOf(input: ParseInput, text: string): Seen['cut'] {
  if (input.truncated === true) return 'some';
  if (input.truncated) return input.truncated;
  if (!text.includes('truncated') && !text.includes('omitted')) return undefined;
  for (const word of ['truncated', 'omitted']) {
    let end = 0;
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, end)) {
      const from = Math.max(text.lastIndexOf('\n', at) + 1, at - MARKER_REACH);
      end = text.indexOf('\n', at);
      if (end < 0) end = text.length;
      if (!isCutMarker(text.slice(from, Math.min(end, at + MARKER_REACH)))) continue;
      if (!text.slice(end).trim()) return 'tail';
      return text.slice(0, from).trim() ? 'middle' : 'head';
    }
  }
  return undefined;
}
