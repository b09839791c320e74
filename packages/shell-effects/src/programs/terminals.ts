import type { ProgramFile } from '../program.js';
import { type HandingCall, runHanded } from '../starts/handing-call.js';
import { type Result, UNKNOWN } from '../state.js';

/** Subcommands of a terminal multiplexer whose words are shell code. */
const MULTIPLEXED =
  /^(?:new|new-session|new-window|neww|split-window|splitw|respawn-pane|respawnp|respawn-window|run-shell|run|if-shell|if|send-keys|send|popup|display-popup|pipe-pane|pipep)$/;

/** Words of `tmux` that take the next one. */
const VALUED = /^-[tsnFcxyLSfe]$/;

/** Terminal programs carry out commands in a terminal of their own, and keep what it shows. */
export const terminals: ProgramFile = {
  script: {
    wraps: {
      code: '-c --command',
      valued: '-I -O -B -T -E -m',
      skip: 1,
      isShell: true,
      log: /^(?:-\w*[cIOBTEm]|--command)$/,
    },
    writes: {
      valued: '-c --command -I -O -B -T -E -m -o',
      out: '-I -O -B -T --log-in --log-out --log-io --log-timing',
    },
  },
  'tmux save-buffer, tmux saveb': { writes: { targets: 'each', valued: '-L -S -f -b' } },
  asciinema: { writes: { targets: 'second' } },
  tmux: { valued: '-L -S -f -b', hands: runTmux },
  screen: { hands: runScreen },
};

/** `runTmux` carries out the code of tmux's windows and the keys that tmux types into them. */
function runTmux(call: HandingCall): Result | undefined {
  const chained = splitAt(call.words, ';');
  if (chained.length > 1)
    for (const part of chained) {
      const at = part.findIndex((word) => /^saveb|^save-buffer$/.test(word));
      if (at >= 0) call.session.writes(['tmux', ...part.slice(at)], call.shell, call.later);
    }
  const parts = chained.filter((part) => part.some((word) => MULTIPLEXED.test(word)));
  for (const part of parts) {
    const at = part.findIndex((word) => MULTIPLEXED.test(word));
    const code = part
      .slice(at + 1)
      .filter((word, index, all) => !word.startsWith('-') && !VALUED.test(all[index - 1] ?? ''));
    if (/^send/.test(part[at] as string)) typeKeys(call, code);
    else runHanded(call, code.join(' '));
  }
  return parts.length === 0 ? undefined : UNKNOWN;
}

/** Keys are typed as they are, one right behind the other. */
function typeKeys(call: HandingCall, keys: readonly string[]): void {
  const typed = keys.map((key) => (/^(?:Enter|C-m|KPEnter)$/.test(key) ? '\n' : key === 'Space' ? ' ' : key));
  runHanded(call, typed.join(''));
  if (typed.filter((key) => key !== '\n').length > 1) runHanded(call, typed.join(' '));
}

/** Returns the words between those that are `mark`. */
function splitAt(words: readonly string[], mark: string): string[][] {
  const parts: string[][] = [[]];
  for (const word of words) {
    if (word === mark) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}

/** `runScreen` carries out what screen starts, or the keys that it stuffs into a window. */
function runScreen(call: HandingCall): Result {
  const { words, session, shell, later } = call;
  const at = words.findIndex(
    (word, index) => !word.startsWith('-') && !/^-\w*[SsTtcehp]$/.test(words[index - 1] ?? ''),
  );
  const stuffed = words.indexOf('stuff');
  if (stuffed >= 0) runHanded(call, (words[stuffed + 1] ?? '').replace(/\\n|\^M/g, '\n'));
  else if (at >= 0) session.run(words.slice(at), shell.clone(), later);
  return UNKNOWN;
}
