import { verbsOf } from './file-edits.js';

const RUNS = /^(shell|bash|sh|zsh|terminal|exec|execute|command|commands|cmd|process|run|spawn|script)$/;
const KEYS = ['command', 'cmd', 'commandLine', 'command_line', 'script', 'shell_command', 'argv'];

/** The command line that a server's tool would run (`mcp__shell__execute`); null for any other tool. */
export function commandOf(tool: string, input: Readonly<Record<string, unknown>>): string | null {
  const server = tool.startsWith('mcp__') ? (tool.split('__')[1] ?? '').split(/[_-]+/) : [];
  if (![...verbsOf(tool), ...server].some((word) => RUNS.test(word))) return null;
  const given = KEYS.map((key) => input[key]).find((one) => typeof one === 'string' || isWords(one));
  const text = isWords(given) ? given.map(quoted).join(' ') : given;
  if (typeof text !== 'string') return null;
  // Words that are given apart are not the shell's to split.
  return isWords(input.args) ? [text, ...input.args.map(quoted)].join(' ') : text;
}

const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');

const quoted = (word: string) => (/^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
