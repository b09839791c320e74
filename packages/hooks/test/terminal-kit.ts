import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { CLI, has } from './kit.js';

/** Whether this machine can make a pseudo terminal for a test. */
export const HAS_SCRIPT = process.platform === 'linux' && has('script', '--version');

export interface AtTerminal {
  /** What the person types; gets all that was shown and the word that is asked for. @default the word */
  answer?: (word: string, shown: string) => string;
  /** What they type at other questions, by the question's end. */
  replies?: [question: string, reply: string][];
  /** Milliseconds that the person takes. @default a second */
  after?: number;
  environment?: Record<string, string>;
  /**
   * Name of the program that drives the terminal. A terminal emulator's by default: `script` under another name, which
   * shows a limit, too (docs/threat-model.md): who may name programs can pretend to be a terminal.
   */
  driver?: string;
  /** The built program. @default flow-hooks */
  program?: string;
  /** How wide the terminal is. @default of unknown width, which counts as 80 */
  columns?: number;
}

/** Runs `flow-hooks` in a pseudo terminal of its own, with somebody who reads and types. */
export async function atTerminal(repo: TempRepo, words: readonly string[], options: AtTerminal = {}) {
  const { answer = (word) => word, after = 1000, environment = {}, driver = 'kitty' } = options;
  const replies = [...(options.replies ?? [])];
  const emulator = path.join(repo.area, driver);
  copyFileSync(spawnSync('sh', ['-c', 'command -v script'], { encoding: 'utf8' }).stdout.trim(), emulator);
  const quoted = [process.execPath, options.program ?? CLI, ...words].map((word) => `'${word}'`).join(' ');
  const sized = options.columns === undefined ? quoted : `stty cols ${options.columns}; ${quoted}`;
  const child = spawn(emulator, ['-qec', sized, '/dev/null'], {
    cwd: repo.root,
    env: { ...repo.environment, TERM: 'dumb', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let text = '';
  let asked = false;
  child.stderr.on('data', (chunk) => {
    text += chunk;
  });
  child.stdout.on('data', (chunk) => {
    text += chunk;
    const [next] = replies;
    if (next && text.includes(next[0])) {
      replies.shift();
      child.stdin.write(`${next[1]}\n`);
    }
    const word = /type (\S+) \(anything else declines\)/.exec(text)?.[1];
    if (!word || asked) return;
    asked = true;
    setTimeout(() => child.stdin.write(`${answer(word, text)}\n`), after);
  });
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { status, text: text.replaceAll('\r', '') };
}
