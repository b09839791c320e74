import type { ProgramFile } from '../program.js';
import { exportWord, isAssignment } from '../starts/assigned.js';
import { type Call, HOLE, type Result, resolvePath, type Session, type Shell, UNSET, under } from '../state.js';
import { quoted } from '../text/quoted.js';

/** `env` starts a program with other variables. */
export const env: ProgramFile = {
  env: { carries: runEnv },
};

function runEnv({ words, session, shell, frame }: Call): Result | undefined {
  const child = shell.external();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (word === '--') continue;
    if (/^-[a-zA-Z]*i|^--ignore-environment$|^-$/.test(word)) clearEnvironment(child, session);
    const split = /^(?:-[iv0]*S|--split-string=)([\s\S]*)$/.exec(word);
    if (split !== null) {
      const text = split[1] === '' || split[1] === undefined ? (words[++at] ?? '') : split[1];
      // `-S` knows quotes and `${NAME}` but no operators: quote what a shell would take for one.
      const rest = words
        .slice(at + 1)
        .map(quoted)
        .join(' ');
      return session.code(`env ${text.replace(/[;&|<>()`]/g, '\\$&')} ${rest}`, child, under(frame, 'env -S'));
    }
    if (word === '-C' || word === '--chdir') child.cwd = resolvePath(words[++at] ?? HOLE, child, session);
    else if (word.startsWith('--chdir=')) child.cwd = resolvePath(word.slice(8), child, session);
    else if (/^-C./.test(word)) child.cwd = resolvePath(word.slice(2), child, session);
    else if (word === '-u' || word === '--unset') child.variables.set(words[++at] ?? '', UNSET);
    else if (/^(?:-u.|--unset=.)/.test(word)) child.variables.set(word.replace(/^(?:-u|--unset=)/, ''), UNSET);
    else if (/^(?:-a|--argv0)$/.test(word)) at++;
    else if (word.startsWith('-')) continue;
    else if (isAssignment(word)) exportWord(word, session, child);
    // `env $(cat .env) npm start`: settings that nobody knows, unless a word follows that makes sense only behind a program.
    else if (word === HOLE && words[at + 1] !== undefined && !CONTINUES.test(words[at + 1] as string)) continue;
    else return session.run(words.slice(at), child, under(frame, 'env'));
  }
  return undefined;
}

const CONTINUES = /^(?:-.*|push|send-pack|subtree|pr|mr|api|git|svn|lfs|merge|\0.*)$/;

/** `clearEnvironment` plays `env -i`: nothing is handed on but what is named. */
function clearEnvironment(shell: Shell, session: Session): void {
  for (const name of [...shell.variables.keys(), ...Object.keys(session.context.env ?? {})])
    shell.variables.set(name, UNSET);
  shell.exportedFunctions = new Map();
}
