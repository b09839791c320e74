import type { RunResult } from '@flow/core';
import { reasonWords } from '../../finding-words/reasons.js';
import { clean } from '../../text/clean.js';
import type { RecognisedRun } from './recognise.js';

/** A run as it was seen, with the files that changed meanwhile. */
export interface SeenRun {
  run: RecognisedRun;
  result: RunResult;
  /** Whether the content stayed the same while it ran, as far as that was looked at. */
  settled: boolean;
  changed: readonly string[];
}

/** Why a run proves nothing where something stands around it in the line. */
const BY_THE_LINE = new Set([
  'exit-hidden',
  'output-filtered',
  'output-redirected',
  'several-runs',
  'other-output',
  'background',
]);

/** What there is to say of a run; runs of one line of which the same is to be said are told together. */
interface Remark {
  name: string;
  reasons: readonly string[];
  say(names: string, many: boolean, reasons: string): string;
}

/**
 * Words to the agent where runs will not count although they may look green; silence where they do or are plainly red, and
 * where the shell has said that there is no such program.
 */
export function remarksOn(runs: readonly SeenRun[], command: string): string[] {
  const isAlone = runs.length === 1 && !/[;&|\n]/.test(command.trim());
  const groups = new Map<string, Remark[]>();
  for (const run of runs) {
    const remark = remarkOn(run, isAlone);
    if (remark) groups.set(remark.key, [...(groups.get(remark.key) ?? []), remark]);
  }
  return [...groups.values()].map((all) => {
    const names = [...new Set(all.map(({ name }) => `\`${name}\``))];
    const reasons = [...new Set(all.flatMap((one) => one.reasons))].slice(0, 3).map(reasonWords);
    return all[0]!.say(names.join(', '), names.length > 1, reasons.join('; '));
  });
}

function remarkOn({ run, result, settled, changed }: SeenRun, isAlone: boolean): (Remark & { key: string }) | null {
  const name = clean(run.argv.join(' '), 80);
  const { outcome } = result;
  const reasons = result.reasons.slice(0, 2);
  if (outcome === 'passed' && !settled) {
    const files = filesOf(changed, isAlone);
    return {
      ...{ key: `changed ${files}`, name, reasons },
      say: (names, many) =>
        isAlone
          ? `${names} passed, but files changed while it ran${files}, so it proves nothing yet. Run it again.`
          : `${names} passed, but files changed while that line ran${files}, so ${many ? 'they prove' : 'it proves'} nothing yet. Run ${many ? 'each' : 'it'} in its own call.`,
    };
  }
  if (outcome === 'unknown' && reasons[0] === 'terminal') {
    return {
      ...{ key: 'terminal', name, reasons },
      say: (names) =>
        `${names} cannot count as a result: this runner writes no report, and terminal output is not read. Append \`2>&1 | cat\` to the whole command.`,
    };
  }
  if ((outcome !== 'truncated' && outcome !== 'unknown') || result.reasons.includes('not-started')) return null;
  const byTheLine = !isAlone || reasons.some((reason) => BY_THE_LINE.has(reason));
  return {
    ...{ key: byTheLine ? 'line' : `alone ${name}`, name, reasons },
    say: (names, many, why) =>
      `${names} cannot count as ${many ? 'results' : 'a result'} (${why}). ${byTheLine ? `Run ${many ? 'each' : 'it'} in its own call, without a pipe.` : wayOf(reasons, name, run)}`,
  };
}

/** What helps where nothing stands around the run. */
function wayOf(reasons: readonly string[], name: string, { setting }: RecognisedRun): string {
  if (reasons.includes('environment')) return 'Run it without setting variables.';
  if (reasons.includes('ended-early')) return 'Let each file run to its end.';
  if (reasons.includes('settings') && setting) {
    const { variable, unset } = setting;
    if (unset) return `Take that setting back (\`${unset}\`), and run it again.`;
    return `A person takes out of ${variable} what chooses tests, where this session was started, and starts it again.`;
  }
  return `\`npx flow-hooks exec -- ${name}\` records its exact result.`;
}

/** In a line with other commands it was most likely one of these. */
function filesOf(changed: readonly string[], isAlone: boolean): string {
  const files = changed.slice(0, 3).map((file) => `\`${clean(file, 100)}\``);
  const more = changed.length > files.length ? ` and ${changed.length - files.length} more` : '';
  // What every run writes would keep every run from counting.
  const ignored = isAlone ? '; files that every run rewrites belong in .gitignore' : '';
  return files.length > 0 ? ` (${files.join(', ')}${more}${ignored})` : '';
}
