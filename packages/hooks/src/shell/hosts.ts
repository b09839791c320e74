import { runCmake, runCtest } from './cmake.js';
import { runForeignText } from './foreign.js';
import { contentOf } from './paths.js';
import {
  baseName,
  type Frame,
  HOLE,
  isKnown,
  type Result,
  resolvePath,
  type Session,
  type Shell,
  UNKNOWN,
} from './state.js';
import { runDispatched, runWorkflows } from './workflow-runs.js';
import { under } from './wrappers.js';

/** Subcommands of a terminal multiplexer whose words are shell code. */
const MULTIPLEXED =
  /^(?:new|new-session|new-window|neww|split-window|splitw|respawn-pane|respawnp|respawn-window|run-shell|run|if-shell|if|send-keys|send|popup|display-popup|pipe-pane|pipep)$/;

/** Words that take the next one, of `tmux` and `screen`. */
const VALUED = /^-[tsnFcxyLSfe]$/;

/** The words between those that are `mark`. */
function splitAt(words: readonly string[], mark: string): string[][] {
  const parts: string[][] = [[]];
  for (const word of words) {
    if (word === mark) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}

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
      const isInput = /^(?:-|\/dev\/(?:stdin|fd\/0))$/.test(words[at + 1] ?? '');
      return at >= 0 && !isInput
        ? session.run(['sh', words[at + 1] ?? ''], shell.clone(), later)
        : session.code(frame.input?.rest ?? '', shell.clone(), later);
    }
    case 'systemctl': {
      if (!words.some((word) => /^(?:start|restart|reload-or-restart|--now)$/.test(word))) return undefined;
      const unit = words.filter((word) => /^[\w@.-]+$/.test(word) && !word.startsWith('-')).at(-1) ?? '';
      const name = /\.\w+$/.test(unit) ? unit.replace(/\.timer$/, '.service') : `${unit}.service`;
      const text = contentOf(session, shell, `~/.config/systemd/user/${name}`) ?? '';
      for (const match of text.matchAll(/^Exec\w+\s*=\s*[-@:+!]*(.+)$/gm)) run(match[1] ?? '');
      return undefined;
    }
    case 'crontab': {
      const [file] = words.filter((word, at) => !word.startsWith('-') && words[at - 1] !== '-u');
      if (words.some((word) => /^-\w*[lre]/.test(word))) return undefined;
      const text = file === undefined ? frame.input?.rest : contentOf(session, shell, file);
      for (const line of (text ?? '').replaceAll(HOLE, '\n').split('\n')) {
        // Five fields or a nickname, then the command; a `%` ends it.
        const code = /^\s*(?:@\w+|(?:[\d*/,a-z-]+\s+){4}[\d*/,a-z-]+)\s+([^%]+)/i.exec(line)?.[1];
        if (code !== undefined) run(code);
      }
      return undefined;
    }
    case 'vim':
    case 'nvim':
    case 'vi': {
      // Fugitive's commands, and functions of the editor's languages that start something.
      for (const word of words) {
        const pushed = /^[+:]*(?:Git!?|G!?|Gina|Dispatch!?)\s+(.+)$/.exec(word)?.[1];
        if (pushed !== undefined) run(`git ${pushed.replace(/^git\s+/, '')}`);
        if (/^[+:]*Gpush\b/.test(word)) run('git push');
        if (/system\(|os\.execute\(|job_?start\(|term(?:_start|open)\(|vim\.system/.test(word))
          runForeignText(word, session, shell, later);
      }
      return undefined;
    }
    case 'run-parts': {
      const folder = words.filter((word) => !word.startsWith('-')).at(-1);
      const path = folder === undefined ? undefined : resolvePath(folder, shell, session.context.home);
      for (const name of (isKnown(path) ? session.list(path) : undefined) ?? [])
        session.run([`${path}/${name}`], shell.clone(), later);
      return UNKNOWN;
    }
    case 'cmd': {
      const at = words.findIndex((word) => /^\/c$/i.test(word));
      if (at >= 0) run(words.slice(at + 1).join(' '));
      return undefined;
    }
    case 'mail':
    case 'ftp':
    case 'dc': {
      const text = [...words, frame.input?.rest ?? ''].join('\n');
      for (const match of text.matchAll(/(?:^|\n)[ \t]{0,64}~?![ \t]{0,64}([^\n]+)/g)) run(match[1] ?? '');
      return undefined;
    }
    case 'm4': {
      for (const match of (frame.input?.rest ?? '').matchAll(/\be?syscmd\(`?([^)']*)/g)) run(match[1] ?? '');
      return undefined;
    }
    case 'osascript': {
      for (const match of words.join('\n').matchAll(/\bdo (?:shell )?script "((?:[^"\\]|\\.)*)"/g))
        run((match[1] ?? '').replace(/\\(.)/g, '$1'));
      return undefined;
    }
    case 'tmux': {
      const parts = splitAt(words, ';').filter((part) => part.some((word) => MULTIPLEXED.test(word)));
      for (const part of parts) {
        const at = part.findIndex((word) => MULTIPLEXED.test(word));
        const isKeys = /^send/.test(part[at] as string);
        const code = part
          .slice(at + 1)
          .filter((word, index, all) => !word.startsWith('-') && !VALUED.test(all[index - 1] ?? ''));
        if (!isKeys) run(code.join(' '));
        else {
          // Keys are typed as they are, one right behind the other.
          const typed = code.map((word) =>
            /^(?:Enter|C-m|KPEnter)$/.test(word) ? '\n' : word === 'Space' ? ' ' : word,
          );
          run(typed.join(''));
          if (typed.filter((word) => word !== '\n').length > 1) run(typed.join(' '));
        }
      }
      return parts.length === 0 ? undefined : UNKNOWN;
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
    case 'gh': {
      if (words[0] === 'act') runWorkflows('act', words.slice(1), session, shell, later);
      if (words[0] === 'workflow' && words[1] === 'run') runDispatched(words.slice(2), session, shell, later);
      return undefined;
    }
    case 'act':
    case 'circleci':
    case 'gitlab-runner':
    case 'gitlab-ci-local': {
      runWorkflows(program, words, session, shell, later);
      return undefined;
    }
    case 'ctest':
      runCtest(words, session, shell, later);
      return undefined;
    case 'cmake':
      return runCmake(words, session, shell, { ...later, input: frame.input });
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
      for (const match of text.matchAll(
        /(?:^|[\n;{[])[ \t]{0,64}(?:-?c[ \t]{1,64})?(?:spawn(?:\s+-\w+)*|exec)\s+([^\n;\]}]+)/g,
      ))
        run(match[1] ?? '');
      return undefined;
    }
    case 'sqlite3':
    case 'psql':
    case 'mysql': {
      const files = words.filter((_word, at) => /^(?:-f|--file|-init)$/.test(words[at - 1] ?? ''));
      const texts = files.map((file) => contentOf(session, shell, file) ?? '');
      const text = [...words, ...texts, frame.input?.rest ?? ''].join('\n');
      for (const match of text.matchAll(/(?:^|\n)[ \t]{0,64}(?:\.(?:shell|system)|\\!|system)\s+([^\n]+)/g))
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
      if (at >= 0)
        run(
          words
            .slice(at + 1)
            .join(' ')
            .replace(/^&\s*/, ''),
        );
      return undefined;
    }
    default:
      return undefined;
  }
}
