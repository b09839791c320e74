import type { Analysis, Run, ShellContext } from '../effects.js';
import { gitFolder, parseConfig } from '../git/config-text.js';
import { readPush } from '../git/push-words.js';
import { RUNS_CODE } from '../git/setting.js';

/**
 * A push in plain words, as agents give it most of the time: what it does can be told without the parser and the table of
 * programs, which cost more than all that a push asks of git.
 */

/** `PLAIN` matches `git push` with words in which no shell sees anything, and its errors beside what it prints. */
const PLAIN = /^git push((?: [\w./:@%+,=-]+)*)(?: 2>&1)?$/;

/** Beyond it words are shown cut. */
const MAX_LENGTH = 200;

/**
 * Tells what a push in plain words would do, exactly as `effectsOf` does.
 * @returns null for any other line, and where git's configuration has something that the reader has to follow
 */
export function plainPush(command: string, context: ShellContext): Analysis | null {
  if (command.length > MAX_LENGTH || context.isOver?.() === true) return null;
  const found = PLAIN.exec(command);
  if (found === null || runsMore(context)) return null;
  const words = found[1] === '' ? [] : found[1]!.slice(1).split(' ');
  const push = readPush(words);
  if (push === null) return null;
  const argv = ['git', 'push', ...words];
  const { cwd } = context;
  const run: Run = {
    ...{ kind: 'run', program: 'git', argv, path: 'git', directory: cwd, environment: {}, via: [] },
    ...{ exit: 'decides', output: 'whole', errorOutput: 'whole', background: false, certain: true, shadowed: false },
  };
  const [first, ...refspecs] = push.operands;
  const remote = first ?? push.repository;
  const flags = { ...push.flags, force: push.flags.force || refspecs.some((one) => one.startsWith('+')) };
  return {
    effects: [
      run,
      {
        ...{ kind: 'push', front: 'git', directory: cwd, ...(remote !== undefined && { remote }), refspecs },
        ...{ refspecsKnown: true, settings: [], flags, spelled: argv.join(' '), via: [], certain: true },
      },
    ],
    ...{ readable: true, reasons: [], calls: [run], rest: { text: command, isOne: true } },
  };
}

/** Last words of settings that every repository has: in no section but `pager` does one of them start anything. */
const USUAL = new Set(
  (
    'name email url fetch remote merge repositoryformatversion filemode bare logallrefupdates ignorecase symlinks ' +
    'precomposeunicode autocrlf defaultbranch gpgsign rebase'
  ).split(' '),
);

/** Tells whether a setting has git start code. Most say by their last word that they do not, without a pattern. */
export function startsCode(name: string): boolean {
  const isUsual = USUAL.has(name.slice(name.lastIndexOf('.') + 1)) && !/^pager/i.test(name);
  return !isUsual && RUNS_CODE.test(name);
}

/** Tells whether the configuration in force has git start code that may publish itself, or goes on in further files. */
function runsMore({ cwd, home, readFile }: ShellContext): boolean {
  const folder = gitFolder(cwd, { read: readFile });
  const files = [`${home}/.gitconfig`, ...(folder === undefined ? [] : [`${folder}/config`])];
  return files.some((file) => {
    const text = readFile(file);
    if (text === undefined) return false;
    return (
      text.includes('\0') || parseConfig(text).some(([name]) => startsCode(name) || /^include(?:if)?\./i.test(name))
    );
  });
}
