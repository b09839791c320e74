import { spawn } from 'node:child_process';
import { refuseSteeredIn } from '@flow/evidence';
import { CoordinatorUnknown } from '../port.js';

/** `Ran` holds what a git command answered; the status is null where it was ended. */
export interface Ran {
  status: number | null;
  stdout: Buffer;
  stderr: string;
}

/** Milliseconds that one command may take: a remote that says nothing is one whose answer is not known. */
const LONGEST = 60_000;

/** Variables of git that say how a remote is reached; all others would steer what is asked. */
const KEPT = /^GIT_(?:SSH|ASKPASS|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY|VALUE)|SSL|HTTP|PROXY|CURL)/;

const SETTINGS = ['core.fsmonitor=false', 'gc.auto=0', 'maintenance.auto=false'];

/** The program writes refs of its own by itself: git's hooks ask about the work of people and agents. */
const NO_HOOKS = 'core.hooksPath=/dev/null';

function environment(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(process.env))
    if (!name.startsWith('GIT_') || KEPT.test(name)) env[name] = value;
  const who = { NAME: 'flow', EMAIL: 'flow@localhost' };
  return {
    ...env,
    LC_ALL: 'C.UTF-8',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    ...Object.fromEntries(
      ['AUTHOR', 'COMMITTER'].flatMap((role) =>
        Object.entries(who).map(([key, value]) => [`GIT_${role}_${key}`, value]),
      ),
    ),
  };
}

/** Runs git in a repository without a terminal, and without hooks unless these are asked for. A failing git is a result. */
export function runGit(
  folder: string,
  words: readonly string[],
  { input = '', hooks = false }: { input?: string; hooks?: boolean } = {},
): Promise<Ran> {
  return new Promise((done) => {
    // Nothing that a sealed session has put into git's settings runs here.
    const program = refuseSteeredIn(folder)?.get('git') ?? 'git';
    const settings = [...SETTINGS, ...(hooks ? [] : [NO_HOOKS])].flatMap((one) => ['-c', one]);
    const child = spawn(program, [...settings, ...words], {
      cwd: folder,
      env: environment(),
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: LONGEST,
      killSignal: 'SIGKILL',
    });
    const out: Buffer[] = [];
    let stderr = '';
    child.stdout.on('data', (data: Buffer) => out.push(data));
    child.stderr.setEncoding('utf8').on('data', (data: string) => {
      if (stderr.length < 10_000) stderr += data;
    });
    child.on('error', (error) => done({ status: null, stdout: Buffer.alloc(0), stderr: error.message }));
    child.on('close', (status) => done({ status, stdout: Buffer.concat(out), stderr }));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

/** Runs git and returns its answer. @throws CoordinatorUnknown where it failed */
export async function askGit(folder: string, words: readonly string[], input = ''): Promise<string> {
  const ran = await runGit(folder, words, { input });
  if (ran.status !== 0) throw unknown(words, ran);
  return ran.stdout.toString('utf8').trim();
}

/** Makes the error of a command whose answer could not be had; a password in an address is left out. */
export function unknown(words: readonly string[], { stderr }: Pick<Ran, 'stderr'>): CoordinatorUnknown {
  const told = stderr
    .replaceAll(/\/\/[^/@\s]*@/g, '//')
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .trim();
  return new CoordinatorUnknown(`git ${words[0]} failed: ${told.slice(0, 300) || 'no reason was given'}`);
}
