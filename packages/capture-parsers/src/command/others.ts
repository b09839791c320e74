import type { Step } from './shell-line.js';
import { baseName, withoutAssignments } from './words.js';

/**
 * `Others` tells what the other steps of a line may have put into the output: a file or a program's text that nobody
 * knows (`print`), or words that look like a result (`imitate`).
 */
export type Others = 'none' | 'print' | 'imitate';

/** Words that a result of some runner has; nobody prints them beside a run without wanting to be taken for one. */
const IMITATION =
  /\d+ (?:tests? )?(?:pass|fail)(?:ed|ing)|test result|Test Files|^ok\s+\S+\s|--- PASS|<testsuite|"Action"/;
/** Programs that put text from elsewhere into the output. */
const PRINTERS = new Set('cat tail head less more bat curl wget gh jq zcat'.split(' '));

/** Tells what steps other than the runner at `start` print that could be taken for its output. */
export function othersOf(steps: readonly Step[], start: number): Others {
  // What the runner, a `tee` or a redirection of its output wrote may be shown again.
  const own = new Set<string>();
  for (const [index, { words, outputFile }] of steps.entries()) {
    if (outputFile !== undefined) own.add(outputFile);
    if (index === start || words[0] === 'tee') for (const word of words) own.add(word.slice(word.indexOf('=') + 1));
  }
  let found: Others = 'none';
  for (const [index, step] of steps.entries()) {
    const words = withoutAssignments(step.words);
    const name = baseName(words[0] ?? '');
    const text = words.slice(1).join(' ');
    if (index === start || step.outputFile !== undefined) continue;
    if ((name === 'echo' || name === 'printf') && IMITATION.test(text.replace(/^(?:-\w+ )+/, ''))) return 'imitate';
    if (index < start || step.before === '|') continue;
    const inline =
      /^(?:python[\d.]*|node|perl|ruby|php|awk)$/.test(name) && words.some((word) => /^-(?:c|e|p|r)$/.test(word));
    if (inline && IMITATION.test(text)) return 'imitate';
    const shows = PRINTERS.has(name) && !words.slice(1).some((word) => own.has(word));
    if (shows || inline) found = 'print';
  }
  return found;
}
