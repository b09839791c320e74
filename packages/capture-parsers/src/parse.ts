import { wholeLines } from './cut.js';
import { findInvocation } from './invocation.js';
import type { ParseInput, Report } from './report.js';
import type { Runner } from './runner.js';
import { cargo } from './runners/cargo.js';
import { go } from './runners/go.js';
import { pytest } from './runners/pytest.js';
import { vitest } from './runners/vitest.js';
import { clean } from './text.js';

const RUNNERS: readonly Runner[] = [go, pytest, vitest, cargo];

/**
 * Reads what a test run printed and says what it proves. A runner is reported when the command starts it or when
 * its format is recognised; an empty list means that no known runner is concerned. Never throws, whatever the text.
 */
export function parse(input: ParseInput): Report[] {
  const { text, cut } = wholeLines(clean(String(input.output ?? '')), input.truncated);
  const seen = RUNNERS.map((runner) => ({ runner, invocation: findInvocation(input, runner.starts) }));
  const given = input.command !== undefined || input.argv !== undefined;
  const started = seen.filter(({ invocation }) => given && invocation.runs === 'yes');
  const open = !started.length || seen.some(({ invocation }) => invocation.runs === 'perhaps');
  return seen
    .filter(({ runner, invocation }) => (given && invocation.runs === 'yes') || (open && runner.detect(text)))
    .map(({ runner, invocation }) => runner.read({ text, input, invocation, cut }));
}
