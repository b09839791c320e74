import { verbsOf } from './tool-verbs.js';

const RUNS = /^(shell|bash|sh|zsh|terminal|exec|execute|command|commands|cmd|process|run|spawn|script)$/;
const KEYS = [
  'command',
  'cmd',
  'commandLine',
  'command_line',
  'script',
  'shell_command',
  'argv',
  'program',
  'executable',
];

/** Tools that type into a terminal, by the words of their names, and where they have what is typed. */
const TYPES = /^(keys|keystrokes|type|input|text)$/;
const TYPED_KEYS = ['keys', 'text', 'input', 'command'];

/** Tools that run code of a language, by the server or the tool, and how that is run from a shell. */
const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/^(python|py|ipython|jupyter|pyodide)$/, 'python3 -c'],
  [/^(node|nodejs|javascript|js|deno|bun)$/, 'node -e'],
  [/^ruby$/, 'ruby -e'],
  [/^perl$/, 'perl -e'],
];
const CODE_KEYS = ['code', 'source', 'script'];

/** Servers of notebooks, whose code is Python with lines for the shell in it. */
const NOTEBOOK = /^(ide|notebook|ipynb|cell|kernel|colab|jupyter|ipython)$/;

/** The client's own tools beside the shell that run a command line. */
const OWN = /^(Monitor|BashOutputMonitor)$/;

/** The command line that a server's tool would run (`mcp__shell__execute`); null for any other tool. */
export function commandOf(tool: string, input: Readonly<Record<string, unknown>>): string | null {
  if (OWN.test(tool)) return typeof input.command === 'string' ? input.command : null;
  const server = tool.startsWith('mcp__') ? (tool.split('__')[1] ?? '').toLowerCase().split(/[_-]+/) : [];
  const words = [...verbsOf(tool), ...server];
  const find = (keys: readonly string[]) =>
    keys.map((key) => input[key]).find((one) => typeof one === 'string' || isWords(one));
  const isGit = words.includes('git');
  if (!words.some((word) => RUNS.test(word)) && !(isGit && has(input, ['command', 'args', 'argv']))) {
    const typed = server.length > 0 && words.some((word) => TYPES.test(word)) ? find(TYPED_KEYS) : undefined;
    return words.some((word) => /^(tmux|screen|terminal|tty|pty|console|iterm|kitty|wezterm)$/.test(word)) &&
      typeof typed === 'string'
      ? typed
      : null;
  }
  const language = LANGUAGES.find(([name]) => words.some((word) => name.test(word)))?.[1];
  const isNotebook = words.some((word) => NOTEBOOK.test(word));
  const code = language === undefined && !isNotebook ? undefined : find(CODE_KEYS);
  if (typeof code === 'string' && isNotebook) return cellCommand(code);
  if (typeof code === 'string') return `${language} ${quoted(code)}`;
  // `{ args: ["push"] }` or `{ command: "push origin" }` of a server that is git.
  const given = find(KEYS) ?? (isGit ? gitVerb(tool, input.args) : undefined);
  if (isGit && typeof given === 'string' && !/^\s*git\b/.test(given))
    return `git ${[given, ...wordsIn(input.args)].join(' ')}`;
  const text = isWords(given) ? given.map(quoted).join(' ') : given;
  if (typeof text !== 'string') return null;
  // Words that are given apart are not the shell's to split.
  return isWords(input.args) ? [text, ...input.args.map(quoted)].join(' ') : text;
}

/** `git_config` with arguments is `git config`; a tool that runs any of git's commands has the verb in its arguments. */
function gitVerb(tool: string, args: unknown): string {
  const verb = verbsOf(tool)
    .filter((word) => word !== 'git')
    .join('-');
  const isGiven = RUNS.test(verb) || (Array.isArray(args) && args[0] === verb);
  return verb === '' || isGiven ? 'git' : `git ${verb}`;
}

/** A notebook's cell: `%%bash` makes all of it shell code, `!git status` a line of it. */
function cellCommand(code: string): string {
  const shell = /^\s*%%(?:bash|sh|script)\b[^\n]*\n([\s\S]*)$/.exec(code)?.[1];
  if (shell !== undefined) return shell;
  const isShell = (line: string) => /^\s*(?:\w+\s*=\s*)?!/.test(line);
  const lines = code.split('\n');
  const rest = lines.filter((line) => !isShell(line)).join('\n');
  const typed = lines.filter(isShell).map((line) => line.replace(/^[^!]*!/, ''));
  return [...(rest.trim() === '' ? [] : [`python3 -c ${quoted(rest)}`]), ...typed].join('\n');
}

const has = (input: Readonly<Record<string, unknown>>, keys: readonly string[]) =>
  keys.some((key) => input[key] !== undefined);

const wordsIn = (value: unknown) => (isWords(value) ? value.map(quoted) : []);

const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');

const quoted = (word: string) => (/^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
