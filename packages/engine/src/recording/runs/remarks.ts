import path from 'node:path';
import { describeOutcome, type RunResult } from '@flow/core';
import { shellWord } from '@flow/shell-effects/text/quoted';
import { keeperIn } from '../../policy/repeating.js';
import { COMMAND_RUNNER, typedAt } from '../../policy/suites.js';
import { clean } from '../../text/clean.js';
import { aboveWay, hasAbove } from '../../words/above.js';
import { neededVariables, withoutVariables } from '../../words/environment.js';
import { folderIn, inheritedIn, neededInherited, withoutFolder, withoutInherited } from '../../words/inherited.js';
import { againWords, namedHides } from '../../words/named.js';
import { hasOddProgram, programWay, reasonWords } from '../../words/reasons.js';
import { withoutShadow } from '../../words/shadow.js';
import { isUnlike, unlikeWay } from '../../words/unlike.js';
import { anewCommand } from '../installed/managers.js';
import type { WrittenFolder } from '../installed/written.js';
import type { RecognisedRun } from './recognised-run.js';

/** A run as it was seen, with the files that changed meanwhile. */
export interface SeenRun {
  run: RecognisedRun;
  result: RunResult;
  /** True where the content stayed the same during the run, as far as anybody looked. */
  settled: boolean;
  changed: readonly string[];
  /** True where the changed files have their old content again. */
  isPutBack: boolean;
  /** Of the changed files, the highest folders and files that git does not know and that the run made. */
  made?: readonly string[];
  /** The command that has git ignore these; missing where there is none. */
  ignore?: string | null;
  /** Of the changed files, those that git has. */
  kept?: readonly string[];
  /** The command that takes these out of git and has it ignore them; missing where there is none. */
  forget?: string | null;
  /** Untracked files that can change the outcome, and that the recorded content lacks. */
  leftOut: readonly string[];
  /** Untracked files that can change the outcome, and that only this clone's own patterns ignore. */
  hidden: readonly string[];
  /** Submodules whose own files count. */
  submodules: readonly string[];
  /** Files and folders with a time of change in the future. */
  ahead: readonly string[];
  /** `exec` has run it, so that no other way of running it tells more. */
  isExact?: boolean;
  /** The installed folder that holds what its package manager did not put there, and that it took programs from. */
  oddInstall?: WrittenFolder;
}

/** Why a run proves nothing where something stands around it in the line. */
const BY_THE_LINE = new Set([
  'exit-hidden',
  'output-filtered',
  'output-redirected',
  'several-runs',
  'other-output',
  'background',
  'mounted',
  'clock-set',
]);

/** Why a run proves nothing whatever stands around it. */
const BY_ITSELF = new Set(['named-hides', 'times-ahead', 'clock-set-back', 'no-change-times']);

/** A reason that lies in where the session was started, and not in the line. */
const SURROUNDINGS = /^(?:shadowed|inherited|path):/;

/** Remarks about runs; runs of one line with equal remarks are told together. */
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
  const isOne = runs.length === 1 || runs.every(({ run }) => run.part ?? run.joined);
  const isAlone = isOne && !/[;&|\n]/.test(entered(command));
  const groups = new Map<string, Remark[]>();
  for (const run of runs) {
    const remark = remarkOn(run, isAlone, command);
    if (remark) groups.set(remark.key, [...(groups.get(remark.key) ?? []), remark]);
  }
  return [...groups.values()].map((all) => {
    const names = [...new Set(all.map(({ name }) => `\`${name}\``))];
    const reasons = [...new Set(all.flatMap((one) => one.reasons))].slice(0, 3).map(reasonWords);
    return all[0]!.say(listed(names), names.length > 1, reasons.join('; '));
  });
}

/** Returns a line without the folder that it enters first: to enter one changes no file. */
const entered = (line: string) => line.trim().replace(/^(?:cd (?:'[^']*'|[\w./@+-]+) && )+/, '');

/** A workspace may have more packages than anybody reads. */
function listed(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  return more > 0 ? `${names.slice(0, MAX_NAMES).join(', ')} and ${more} more` : names.join(', ');
}

const MAX_NAMES = 10;

function remarkOn(seen: SeenRun, isAlone: boolean, command: string): (Remark & { key: string }) | null {
  const { run, result, settled, changed, isPutBack } = seen;
  if (run.part && result.outcome === 'unknown') return remarkOnPart(run.part, result);
  const name = clean(run.argv.join(' '), 80);
  const { outcome } = result;
  const reasons = result.reasons.slice(0, 2);
  if (outcome === 'passed' && !settled) {
    const files = filesOf(changed);
    const happened = isPutBack ? 'files were written or moved, and have their old content again,' : 'files changed';
    const again = `${ignoredWay(seen)}${forgottenWay(seen)}${
      isPutBack
        ? 'Run it again; if this is told again, run the tests without what writes these files.'
        : 'Run it again.'
    }`;
    return {
      ...{ key: `changed ${files}`, name, reasons },
      say: (names, many) =>
        isAlone
          ? `${names} passed, but ${happened} while it ran${files}, so it proves nothing yet. ${again}`
          : `${names} passed, but ${happened} while that line ran${files}, so ${many ? 'they prove' : 'it proves'} nothing yet. Run ${many ? 'each' : 'it'} in its own call.`,
    };
  }
  if (outcome === 'unknown' && reasons[0] === 'terminal') {
    return {
      ...{ key: 'terminal', name, reasons },
      say: (names) =>
        `${names} cannot count as a result: this runner writes no report, and terminal output is not read. Append \`2>&1 | cat\` to the whole command.`,
    };
  }
  const ofNamed = run.runner === COMMAND_RUNNER ? remarkOnNamed(run, result) : undefined;
  if (ofNamed !== undefined) return ofNamed;
  if ((outcome !== 'truncated' && outcome !== 'unknown') || result.reasons.includes('not-started')) return null;
  const content = remarkOnContent(seen, name);
  if (content !== undefined) return content;
  const way = isUnlike(reasons)
    ? `${unlikeWay(reasons)} Then run the tests again.`
    : hasAbove(reasons)
      ? aboveWay(reasons, name)
      : undefined;
  if (way !== undefined)
    return {
      ...{ key: `elsewhere ${reasons.join()}`, name, reasons },
      say: (names, many, why) =>
        `${names} cannot count as ${many ? 'results' : 'a result'}: ${why}, so a clone may give another result. ${way}`,
    };
  const byTheLine =
    !reasons.some((reason) => BY_ITSELF.has(reason) || SURROUNDINGS.test(reason)) &&
    (!isAlone || reasons.some((reason) => BY_THE_LINE.has(reason)));
  const wayOn = (many: boolean) =>
    byTheLine ? `Run ${many ? 'each' : 'it'} in its own call, without a pipe.` : wayOf(reasons, name, seen, command);
  const shown = settled ? result.greenUnits : [];
  if (shown.length > 0)
    return {
      ...{ key: `shown ${name}`, name, reasons },
      say: (names, many, why) =>
        `${names} cannot count as a whole (${why}): of it counts only what was seen to pass${filesOf(shown)}. ${wayOn(many)}`,
    };
  return {
    ...{ key: byTheLine ? 'line' : `alone ${name}`, name, reasons },
    say: (names, many, why) => `${names} cannot count as ${many ? 'results' : 'a result'} (${why}). ${wayOn(many)}`,
  };
}

/** Remark about a run that read files which the recorded content lacks; undefined for any other run. */
function remarkOnContent(
  { leftOut, hidden, submodules, result }: SeenRun,
  name: string,
): (Remark & { key: string }) | undefined {
  const lacks = CONTENT_LACKS[result.reasons[0] ?? ''];
  if (lacks === undefined) return undefined;
  const paths = leftOut.length > 0 ? leftOut : hidden;
  const files = filesOf(paths);
  const [first = ''] = paths;
  const submodule = submodules.findLast((folder) => first.startsWith(`${folder}/`));
  const word = (text: string) => clean(shellWord(text), 100);
  const path = word(submodule === undefined ? first : first.slice(submodule.length + 1));
  const add = submodule === undefined ? lacks.add : lacks.add.replace('git', `git -C ${word(submodule)}`);
  const ignored = word(submodule === undefined ? '.gitignore' : `${submodule}/.gitignore`);
  return {
    ...{ key: `${lacks.why} ${files}`, name, reasons: result.reasons },
    say: (names, many) =>
      `${names} cannot count as ${many ? 'results' : 'a result'}: ${lacks.why}${files}. If the tests need them, commit them (\`${add} ${path}\`); else add them to .gitignore (\`echo ${path} >> ${ignored}\`). Then run the tests again.`,
  };
}

/** Why a content lacks files, by the reason of the result, and what adds them to it. */
const CONTENT_LACKS: Readonly<Record<string, { why: string; add: string }>> = {
  'content-left-out': {
    why: 'untracked files are too large, too many or unreadable to be recorded with the run',
    add: 'git add',
  },
  'content-hidden': {
    why: 'this clone alone hides untracked files from git (`.git/info/exclude` or `core.excludesFile`), so that no commit or other clone has them',
    add: 'git add -f',
  },
};

/** Remark about a named command whose exit code is not all: undefined where the usual remark holds, null for none. */
function remarkOnNamed(run: RecognisedRun, result: RunResult): (Remark & { key: string }) | null | undefined {
  const { outcome, reasons, failing } = result;
  const [reason = ''] = reasons;
  const name = clean(run.argv.join(' '), 80);
  const said = { key: `named ${name} ${reason}`, name, reasons: reasons.slice(0, 1) };
  if (reason === 'other-words') {
    const [, named = ''] = /^\w+:[^:]*:(.+)$/s.exec(run.suite) ?? [];
    return {
      ...said,
      say: (names) =>
        `${names} is no run of \`${clean(named, 80)}\`: that command counts word for word as it is named. A push asks for it.`,
    };
  }
  if (outcome === 'passed') return undefined;
  if (reason === 'exit-contradicts') {
    const what =
      failing.length > 0
        ? `: ${failing
            .slice(0, 3)
            .map((one) => clean(one, 80))
            .join(', ')}`
        : '';
    return {
      ...said,
      say: (names) =>
        `${names} ended with exit code 0, but its output says that it ${describeOutcome(outcome)}${what}. That counts. Let the command end with a failure where a test does.`,
    };
  }
  if (reason === 'nothing-ran')
    return {
      ...said,
      say: (names) => `${names} ended with exit code 0, but its output says that no test ran, so it proves nothing.`,
    };
  const keeper = keeperIn(reasons);
  if (keeper === undefined) return undefined;
  return { ...said, say: (names, _, why) => `${names} proves nothing (${why}). ${againWords(name, keeper)}` };
}

/** Remark about one of several packages whose scripts a command starts; none for a package that the command left out. */
function remarkOnPart(
  { front, name, folder, spelled }: NonNullable<RecognisedRun['part']>,
  { reasons }: RunResult,
): (Remark & { key: string }) | null {
  const [reason = ''] = reasons;
  if (reason === 'part-absent') return null;
  const command = clean(spelled, 80);
  const said = { key: `part ${command} ${reason}`, name: clean(name ?? path.basename(folder), 80), reasons };
  if (reason === 'part-replayed') {
    const forced = command.replace(/ -- |$/, ' --force$&');
    return {
      ...said,
      say: (names) =>
        `\`${command}\` replayed an earlier run of ${names} from its cache, which proves nothing about the content now. Run \`npx ${forced}\`.`,
    };
  }
  const isStreamed = front !== 'pnpm' || / --stream\b/.test(command);
  if (reason === 'part-unnamed' && !isStreamed) {
    const streamed = command.replace(/^\S+/, '$& --stream');
    return {
      ...said,
      say: () =>
        `\`${command}\` did not print which package each line is from, so it is recorded for none. Run \`${streamed}\`.`,
    };
  }
  return {
    ...said,
    say: (names, many, why) =>
      `\`${command}\` cannot count for ${names} (${why}). Run it in its own call, without a pipe, or the tests of ${many ? 'each package' : 'that package'}: \`npx flow-hooks status\` lists the commands.`,
  };
}

/** Way on where nothing stands around the run. */
function wayOf(
  reasons: readonly string[],
  name: string,
  { run, isExact, oddInstall, ahead }: SeenRun,
  command: string,
): string {
  const { setting, runner, suite } = run;
  if (oddInstall) return installWay(oddInstall);
  if (hasOddProgram({ reasons }))
    return (
      programWay(reasons, runner === COMMAND_RUNNER, 'agent') ||
      'Start the tests with a program that is committed or installed: `npx flow-hooks status` lists the commands.'
    );
  if (reasons.includes('environment'))
    return `Run \`${clean(withoutVariables(command.trim()) ?? name, 120)}\`, without the variable. ${neededVariables(command, suite)}`;
  const shadow = withoutShadow(reasons, name);
  if (shadow !== undefined) return `${shadow}, in its own call.`;
  const variable = reasons.flatMap((reason) => /^variable:(.+)$/s.exec(reason)?.[1] ?? [])[0];
  if (variable !== undefined) return `Run it without setting ${clean(variable, 60)}.`;
  const isEntered = /^\s*cd\s/.test(command);
  const inherited = inheritedIn(reasons);
  if (inherited.length > 0) {
    const whole = clean(run.argv.join(' '), 400);
    const way = withoutInherited(inherited, isEntered ? typedAt(run.root, whole) : whole, ' npx flow-hooks exec --');
    return `\`${way}\` records its exact result. ${neededInherited(inherited, 'agent')}`;
  }
  const folder = folderIn(reasons);
  if (folder !== undefined) return withoutFolder(folder, 'agent');
  if (reasons.includes('named-hides')) return namedHides('agent');
  if (reasons.includes('times-ahead'))
    return `Give them the time of now (\`touch ${ahead
      .slice(0, 3)
      .map((file) => clean(shellWord(file), 100))
      .join(' ')}\`${ahead.length > 3 ? ', and the others likewise' : ''}), and run it again.`;
  if (reasons.includes('clock-set-back')) return 'Run it again.';
  if (reasons.includes('ended-early')) return 'Let each file run to its end.';
  if (reasons.includes('settings') && setting) {
    const { variable, unset } = setting;
    if (unset) return `Take that setting back (\`${unset}\`), and run it again.`;
    return `A person takes out of ${variable} what chooses tests, where this session was started, and starts it again.`;
  }
  if (isExact) {
    const named = run.root === '.' ? command.trim() : `${run.root}: ${entered(command)}`;
    return `A person can have its exit code count instead: \`npx flow-hooks install --tests ${clean(shellWord(named), 200)}\`.`;
  }
  const exec = `npx flow-hooks exec -- ${name}`;
  return `\`${isEntered ? typedAt(run.root, exec) : exec}\` records its exact result.`;
}

/** Names what was written, and what puts the manager's own there again. */
function installWay(installed: WrittenFolder): string {
  const file = `${path.basename(installed.folder)}/${path.relative(installed.folder, installed.file)}`;
  return `\`${clean(file, 120)}\` was written by something else than its package manager. Install anew where it lies (\`${clean(anewCommand(installed), 200)}\`), or put that file back as it was, and run the tests again.`;
}

/** What every run writes would keep every run from counting. */
function ignoredWay({ made = [], ignore }: SeenRun): string {
  if (made.length === 0) return '';
  const way = ignore ? `run \`${clean(ignore, 600)}\`` : 'list that in .gitignore';
  return `If every run writes ${namesOf(made)}, ${way} first. `;
}

/** What every run writes anew and git has would keep every run from counting as well: to commit it helps until the next one. */
function forgottenWay({ kept = [], forget }: SeenRun): string {
  return forget
    ? `If every run writes ${namesOf(kept)} and nobody needs that in git, run \`${clean(forget, 600)}\` and commit that first. `
    : '';
}

const namesOf = (files: readonly string[]) => filesOf(files).replace(/^ \(|\)$/g, '');

function filesOf(changed: readonly string[]): string {
  const files = changed.slice(0, 3).map((file) => `\`${clean(file, 100)}\``);
  const more = changed.length > files.length ? ` and ${changed.length - files.length} more` : '';
  return files.length > 0 ? ` (${files.join(', ')}${more})` : '';
}
