import { execFile } from 'node:child_process';

/** Runs a program, with text on its standard input, while the registry of this process goes on answering. @returns `{ status, stdout, stderr }`, status -1 without a start or after its time */
export function run(command, words, { timeout = 900_000, input = '', ...options } = {}) {
  return new Promise((resolve) => {
    const done = (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ status, stdout, stderr: status === -1 ? `${stderr}${error.message}` : stderr });
    };
    const child = execFile(command, words, { encoding: 'utf8', maxBuffer: 1e9, timeout, ...options }, done);
    // A program may end without having read it.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}
