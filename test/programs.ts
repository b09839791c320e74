import { spawnSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether programs that many files ask for are on this machine, by their words. */
    programs: Readonly<Record<string, boolean>>;
  }
}

/** What nearly every file of the suites asks for before its tests are known: pytest alone needs a third of a second to answer. */
const ASKED_BY_ALL = [
  'go version',
  'python3 -m pytest --version',
  'cargo --version',
  'python3 --version',
  'rspec --version',
];

/** Asks once for all files of a run. */
export default function askForPrograms({ provide }: TestProject): void {
  const answers = ASKED_BY_ALL.map((line): [string, boolean] => {
    const [program = '', ...words] = line.split(' ');
    return [line, spawnSync(program, words, { stdio: 'ignore' }).status === 0];
  });
  provide('programs', Object.fromEntries(answers));
}
