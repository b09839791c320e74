import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startModelServer } from './model-server.js';
import { clientEnvironment, NO_KEY } from './run-client.js';
import type { Script } from './script.js';
import type { TempRepo } from './temp-repo.js';

/** An interactive session of the real client, in a terminal. */
export interface AttendOptions {
  /** From `installClient`. */
  executable: string;
  repo: TempRepo;
  script: Script;
  /** What the person types, line by line; each after the client has come to rest. */
  lines: readonly string[];
  /** Name of the program that drives the terminal: `script` under a terminal emulator's name. @default 'kitty' */
  driver?: string;
}

/**
 * Starts the client in a pseudo terminal and types into it as a person does, key by key. Linux only.
 * @returns all that the screen got, without escape sequences and blanks: the client draws words where they belong, in pieces
 */
export async function attendClient(options: AttendOptions): Promise<string> {
  const { executable, repo, lines, driver = 'kitty' } = options;
  // What a person has answered once: theme, key, trust in the folder.
  const answered = {
    hasCompletedOnboarding: true,
    theme: 'dark',
    customApiKeyResponses: { approved: [NO_KEY.slice(-20)], rejected: [] },
    projects: { [repo.root]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
  };
  writeFileSync(join(repo.home, '.claude.json'), JSON.stringify(answered));
  const program = join(repo.area, driver);
  copyFileSync(spawnSync('sh', ['-c', 'command -v script'], { encoding: 'utf8' }).stdout.trim(), program);
  const server = await startModelServer(options.script);
  const child = spawn(program, ['-qec', `'${executable}'`, '/dev/null'], {
    cwd: repo.root,
    env: { ...repo.environment, ...clientEnvironment(server.url, repo.area), TERM: 'xterm-256color' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let screen = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
  });
  try {
    await quiet(() => (screen.includes(PROMPT) ? screen : ''));
    for (const line of lines) {
      for (const key of line) {
        child.stdin.write(key);
        await pause(40);
      }
      await quiet(() => screen);
      child.stdin.write('\r');
      await quiet(() => screen, 2500);
    }
    const sequences = /\u001b\[[0-9;?>]*[ -/]*[@-~]|\u001b\][^\u0007]*\u0007|\u001b[78]|\s+/g;
    return screen.replace(sequences, '');
  } finally {
    child.kill('SIGKILL');
    await server.close();
  }
}

/** Stands before what the person types, once the client listens. */
const PROMPT = '❯';

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** Waits until something has been shown, and then nothing more for a while. */
async function quiet(screen: () => string, still = 1200): Promise<void> {
  const end = Date.now() + 30_000;
  let last = screen();
  for (let since = Date.now(); Date.now() < end; ) {
    await pause(100);
    const now = screen();
    if (now !== last) since = Date.now();
    last = now;
    if (now !== '' && Date.now() - since > still) return;
  }
}
