import { baseName, type Frame, type Result, type Session, type Shell, UNKNOWN } from './state.js';
import { under } from './wrappers.js';

/** Subcommands of a terminal multiplexer whose words are shell code. */
const MULTIPLEXED =
  /^(?:new|new-session|new-window|neww|split-window|splitw|respawn-pane|respawnp|respawn-window|run-shell|run|if-shell|if|send-keys|send|popup|display-popup|pipe-pane|pipep)$/;

/** Words that take the next one, of `tmux` and `screen`. */
const VALUED = /^-[tsnFcxyLSfe]$/;

/**
 * Programs that hand text to a shell somewhere else: deferred jobs, terminal multiplexers, a login on this machine, dialog
 * languages. Reported as if the shell were here. Undefined for any other program.
 */
export function runElsewhere(
  argv: readonly string[],
  session: Session,
  shell: Shell,
  frame: Frame,
): Result | undefined {
  const program = baseName(argv[0] ?? '');
  const words = argv.slice(1);
  const later: Frame = {
    ...under(frame, program),
    exit: 'hidden',
    certain: false,
    background: true,
    input: { rest: '' },
  };
  const run = (code: string) => session.code(code, shell.clone(), later, 'file');
  switch (program) {
    case 'at':
    case 'batch': {
      if (words.some((word) => /^-[lrcdq]/.test(word))) return undefined;
      const at = words.indexOf('-f');
      return at >= 0
        ? session.run(['sh', words[at + 1] ?? ''], shell.clone(), later)
        : session.code(frame.input?.rest ?? '', shell.clone(), later);
    }
    case 'tmux': {
      const at = words.findIndex((word) => MULTIPLEXED.test(word));
      if (at < 0) return undefined;
      const isKeys = /^send/.test(words[at] as string);
      const code = words
        .slice(at + 1)
        .filter((word, index, all) => !word.startsWith('-') && !VALUED.test(all[index - 1] ?? ''));
      run((isKeys ? code.filter((word) => !/^(?:Enter|C-m|KPEnter)$/.test(word)) : code).join(' '));
      return UNKNOWN;
    }
    case 'screen': {
      const at = words.findIndex(
        (word, index) => !word.startsWith('-') && !/^-\w*[SsTtcehp]$/.test(words[index - 1] ?? ''),
      );
      const stuffed = words.indexOf('stuff');
      if (stuffed >= 0) run((words[stuffed + 1] ?? '').replace(/\\n|\^M/g, '\n'));
      else if (at >= 0) session.run(words.slice(at), shell.clone(), later);
      return UNKNOWN;
    }
    case 'ssh': {
      const at = words.findIndex(
        (word, index) => !word.startsWith('-') && !/^-[bcDEeFIiJLlmOopQRSWw]$/.test(words[index - 1] ?? ''),
      );
      if (!/^(?:[\w.-]+@)?(?:localhost|127\.0\.0\.1|::1)$/.test(words[at] ?? '')) return undefined;
      const code = words.slice(at + 1).join(' ');
      run(code === '' ? (frame.input?.rest ?? '') : code);
      return UNKNOWN;
    }
    case 'expect':
    case 'tclsh': {
      const text = [...words, frame.input?.rest ?? ''].join('\n');
      for (const match of text.matchAll(/(?:^|[\n;{[])\s*-?c?\s*(?:spawn(?:\s+-\w+)*|exec)\s+([^\n;\]}]+)/g))
        run(match[1] ?? '');
      return undefined;
    }
    case 'sqlite3':
    case 'psql':
    case 'mysql': {
      const text = [...words, frame.input?.rest ?? ''].join('\n');
      for (const match of text.matchAll(/(?:^|\n)\s*(?:\.(?:shell|system)|\\!|system)\s+([^\n]+)/g))
        run(match[1] ?? '');
      return undefined;
    }
    case 'gdb':
    case 'lldb': {
      for (const word of words)
        if (/^(?:shell|!|platform shell)\s*/.test(word)) run(word.replace(/^(?:platform )?(?:shell|!)\s*/, ''));
      return undefined;
    }
    case 'pwsh':
    case 'powershell': {
      // Not a language that we read; plain commands look the same in both.
      const at = words.findIndex((word) => /^-(?:c|command)$/i.test(word));
      if (at >= 0) run(words.slice(at + 1).join(' '));
      return undefined;
    }
    default:
      return undefined;
  }
}
