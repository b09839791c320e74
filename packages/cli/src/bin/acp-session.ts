import { readFileSync, realpathSync, writeSync } from 'node:fs';
import { leadSession } from '@flow/driver/acp';
import { judgeLine, surroundingsOf } from '@flow/hooks/program';
import { refusalOf } from '../drive/permission.js';

/*
 * A session with a client that speaks the Agent Client Protocol: started by `flow run` with the client's words, with the prompt
 * on standard input, in the work tree that the session is for. What is said goes to standard output, a line each.
 */

/** Milliseconds that the guards may take for one command line. */
const PATIENCE = 20_000;

const directory = realpathSync(process.cwd());
const controller = new AbortController();
process.once('SIGTERM', () => controller.abort());

process.exitCode = await leadSession({
  ...{ words: process.argv.slice(2), directory, environment: process.env, prompt: readFileSync(0, 'utf8') },
  say: (line) => void writeSync(1, `${JSON.stringify(line)}\n`),
  judge: (asked) =>
    refusalOf(asked, directory, (line) => {
      const start = { environment: process.env, deadline: Date.now() + PATIENCE, here: directory };
      const around = surroundingsOf(directory, start);
      // Where nothing is guarded, nothing can be judged.
      return around === null
        ? { kind: 'refused', text: 'the guards cannot be asked' }
        : judgeLine(line, directory, around);
    }),
  signal: controller.signal,
});
process.exit();
