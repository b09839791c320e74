import type { Finding } from '@flow/core';
import { clean } from '../text/clean.js';
import { personsStep, type Reader } from './reader.js';
import { shadowWords } from './shadow.js';
import { UNLIKE, unlikeWords } from './unlike.js';

const REASONS: Record<string, string> = {
  'exit-hidden': 'a pipe or command list hid its exit code',
  'output-filtered': 'its output was filtered',
  'output-redirected': 'its output went to a file that could not be read',
  background: 'it ran in the background',
  'program-ignored':
    'it was started by a file of the project that git ignores, so nobody who gets the push has that file',
  'program-outside': 'it was started by a file outside of the repository, which no push can contain',
  'installed-written':
    'something else than the package manager wrote into the folder of installed packages that it uses',
  'program-unknown': 'the file that started it cannot be known',
  environment: 'an environment variable in the command changes what runs',
  settings: 'your own settings (a variable or a file) choose what it runs',
  'several-runs': 'its output was mixed with that of another run',
  'output-cut': 'its output was cut',
  'no-summary': 'its final summary was not seen',
  'no-readable-output': 'its output could not be read',
  'exit-nonzero': 'it ended with a failure',
  'exit-contradicts': 'its exit code contradicts what it printed',
  'summary-not-last': 'something was printed after its summary',
  'counts-disagree': 'its totals do not add up',
  'other-output': 'other programs printed in between',
  'nothing-ran': 'no test ran',
  'only-skipped': 'every test was skipped',
  'watch-mode': 'it was in watch mode',
  'not-a-run': 'no test runner was started',
  'not-started': 'the runner could not be started',
  'report-contradicts': 'its own report contradicts what it printed',
  'report-missing': 'it ended without writing the requested report',
  'ended-early': 'a test file ended before its tests ran (`process.exit` in the file or in one that it imports)',
  terminal: 'its output went to a terminal, where it cannot be read',
  'content-left-out': 'untracked files are too large, too many or unreadable to be recorded with it',
  'content-hidden': 'this clone alone hides untracked files from git that it may have read',
  mounted: 'a mount in its line shows it other files than lie there',
  'clock-set': 'its line sets the clock, by which a swap of files would be seen',
  'times-ahead':
    'files have a time of change in the future, as the clock was set back since (`touch` gives them that of now)',
  'clock-set-back': 'the clock was set back while it ran, so that it cannot be told whether files were swapped for it',
  'no-change-times':
    'the file system keeps no time of change, so that it cannot be told whether files were swapped for it (`npx flow-hooks exec` runs it alone)',
  unfinished: 'its end was not seen',
  'part-replayed': 'a cache replayed an earlier run (`--force` runs it)',
  'part-unnamed': 'its output does not say which package each line is from',
  'part-mixed': 'its output has lines that could be from several packages',
  'other-words': 'its words are not those that are named in flow.config.yaml',
  'named-hides': 'a pipe or a list inside the named command hides how its tests ended',
  killed: 'a signal ended it',
  'timed-out': 'it took longer than it was given',
  'part-failed': 'the command failed, and its output does not show that another package did',
};

/** Tells whether a run proves nothing because of the file that started it: the same command again would prove no more. */
export const hasOddProgram = ({ reasons }: { reasons: readonly string[] }) =>
  reasons.some((reason) => reason.startsWith('program-') || reason === 'installed-written');

/** Tells whether a run proves nothing because of what was put around its runner: called like that again, it would prove no more. */
export const hasOddCall = ({ reasons }: { reasons: readonly string[] }) =>
  reasons.some((reason) => /^(?:environment$|shadowed:|variable:|inherited:|path:)/.test(reason));

/** Reasons that name what they are about behind a colon. */
const ABOUT: Record<string, (what: string) => string> = {
  variable: (name) => `${name}, which the command sets, may change what runs`,
  inherited: (names) => `${names.replaceAll(' ', ' and ')} in its environment may change what runs`,
  path: (folder) => `${folder} stands in PATH and replaces a program`,
  ...Object.fromEntries(UNLIKE.map((kind) => [kind, (file: string) => unlikeWords(kind, file)])),
  above: (file) => `${file}, which lies outside of the repository and which it reads, may change or leave out tests`,
  shadowed: (by) => shadowWords(by),
  cached: (tool) => `${tool} only repeated an earlier result, and no test ran`,
};

/** Tells whether the file that started a run lies where no push can contain it. */
export const isElsewhere = ({ reasons }: { reasons: readonly string[] }) =>
  reasons.includes('program-outside') || reasons.includes('program-unknown');

/** Tells why a run proves nothing, in words. */
export function reasonWords(reason: string): string {
  const [, kind = '', what = ''] = /^(\w+):(.+)$/s.exec(reason) ?? [];
  const about = Object.hasOwn(ABOUT, kind) ? ABOUT[kind] : undefined;
  return REASONS[reason] ?? (about ? about(clean(what, 200)) : clean(reason, 80));
}

/**
 * Words for what has to be done about the file that started a run before another one can prove something; empty where the
 * suite's usual command starts with another file.
 */
export function programWay(reasons: readonly string[], isNamed: boolean, reader: Reader): string {
  if (reasons.includes('installed-written'))
    return 'First install the packages anew: remove that folder (`node_modules`, `vendor`, `.venv`) and have the package manager fill it again, as `npm ci` does.';
  if (!isNamed) return '';
  if (reasons.includes('program-ignored'))
    return 'Commit that file first: `git add -f <file>`, or take it out of .gitignore.';
  return `${personsStep(reader, 'put that file into the repository, and name it by its path there in flow.config.yaml (`suites`)')}.`;
}

/** Tells why the newest run proves nothing: at most three reasons. */
export function why(args: Finding['args']): string {
  const reasons = Array.isArray(args.reasons) ? args.reasons : [];
  const told = reasons.map((reason) => reasonWords(String(reason)));
  if (args.settled === false) told.unshift('files changed or were put back while it ran, or its start was not seen');
  if (args.leftOut !== undefined) told.unshift(`it leaves out ${clean(args.leftOut, 80)}`);
  if (args.selection === 'names')
    told.unshift(args.question === 'test' ? 'it selected tests by name' : 'its options leave something out');
  return [...new Set(told)].slice(0, 3).join('; ');
}
