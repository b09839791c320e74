import type { Call } from '../commands/command.js';

/** The lines that a person sees while something is shipped. */
export interface Progress {
  /** A line that stays. */
  say(text: string): void;
  /** A line that the next one replaces, on a terminal; elsewhere it is said when it is another one than before. */
  turn(text: string): void;
}

/** Tells on standard error what goes on; nothing with `--json` and `--quiet`. */
export function progressOf(call: Call): Progress {
  const isTerminal = process.stderr.isTTY === true && !call.environment.CI;
  let open = false;
  let last = '';
  const close = () => {
    if (open) call.tell('\r\u001b[K');
    open = false;
  };
  return {
    say(text) {
      close();
      call.tell(`${text}\n`);
    },
    turn(text) {
      if (isTerminal) {
        call.tell(`\r\u001b[K${text.slice(0, (process.stderr.columns ?? 80) - 1)}`);
        open = true;
      } else if (text !== last) call.tell(`${text}\n`);
      last = text;
    },
  };
}
