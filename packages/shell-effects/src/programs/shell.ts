import { assignNamed } from '../bash/assignments.js';
import { nothing } from '../prints/call.js';
import { echo, printf } from '../prints/format.js';
import type { ProgramFile } from '../program.js';
import { type Call, PLAIN_SHELL, type Result, under } from '../state.js';
import { hasOption, type WriterCall, write } from '../writers/call.js';

/** Words of the shell itself print, wait, or start what they are given. */
export const shell: ProgramFile = {
  command: { carries: runCommand },
  builtin: { wraps: { isBuiltin: true } },
  exec: { wraps: { valued: '-a', replaces: true } },
  'noglob, nocorrect, -, busybox, toybox': { wraps: {} },
  history: { writer: keepHistory },
  source: { reads: {} },
  // Some shells read backslashes, some print `-e`.
  echo: {
    prints: ({ words, shell }) =>
      shell.options.has(PLAIN_SHELL) && words.some((word) => word.includes('\\') || /^-[neE]/.test(word))
        ? undefined
        : echo(words),
  },
  printf: {
    runs: setVariable,
    prints: ({ words }) => (words[0] === '-v' ? '' : printf(words[0] === '--' ? words.slice(1) : words)),
  },
  which: { prints: ({ operands }) => `${operands[0] ?? ''}\n` },
  type: {
    prints: ({ words, operands }) =>
      words.some((word) => /^-[apP]+$/.test(word)) ? `${operands[0] ?? ''}\n` : undefined,
  },
  'true, false, sleep': { prints: nothing },
};

/**
 * `keepHistory` reads `history -w`: into the file that the call names, else into the one that the shell keeps its history
 * in.
 */
function keepHistory(call: WriterCall): void {
  if (!hasOption(call, /^-\w*[aw]/)) return;
  const path = call.operands[0] ?? call.shell.variables.get('HISTFILE')?.value;
  if (path !== undefined) write(call, path);
}

function runCommand({ argv, session, shell, frame }: Call): Result | undefined {
  let at = 1;
  for (; argv[at]?.startsWith('-') === true; at++) {
    if (argv[at] === '--') {
      at++;
      break;
    }
    if (/[vV]/.test(argv[at] as string)) return { output: `${argv[at + 1] ?? ''}\n`, status: undefined };
  }
  const rest = argv.slice(at);
  if (rest.length === 0) return undefined;
  // `command` passes over functions and aliases.
  const plain = shell.clone();
  plain.functions = new Map();
  plain.aliases = new Map();
  const isState = /^(?:cd|pushd|popd|export|set|eval|source|\.)$/.test(rest[0] as string);
  return session.run(rest, isState ? shell : plain, under(frame, 'command'));
}

/** `printf -v name`: the text becomes the value of a variable. */
function setVariable({ argv, session, shell }: Call): Result | undefined {
  if (argv[1] !== '-v') return undefined;
  assignNamed(argv[2] ?? '', printf(argv.slice(argv[3] === '--' ? 4 : 3)), session, shell);
  return { output: '', status: true };
}
