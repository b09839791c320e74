import { isRecord } from '../record.js';
import { verbsOf, wordsOfName } from './tool-verbs.js';

const RUNS =
  /^(shell|bash|sh|zsh|terminal|exec|execute|command|commands|cmd|process|run|spawn|script|powershell|pwsh)$/;
const KEYS = [
  'command',
  'cmd',
  'commandLine',
  'command_line',
  'script',
  'shell_command',
  'program',
  'executable',
  'bin',
  'bash',
  'argv',
];
/** Where a program that is named alone has its words. */
const WORD_KEYS = ['args', 'arguments', 'argv'];
/** Lines that are run one after the other. */
const LIST_KEYS = ['commands', 'command_list', 'commandList'];
/** The folder that a server is told to run it in. */
const FOLDER_KEYS = [
  'cwd',
  'workdir',
  'working_directory',
  'workingDirectory',
  'working_dir',
  'workingDir',
  'directory',
];

/** Words of a tool that runs nothing but the lines of a shell, which then may have any of these names. */
const SHELL = /^(shell|bash|sh|zsh|terminal|cmd|command|powershell|pwsh)$/;

/** Tools that type into a terminal, by the words of their names, and where they have what is typed. */
const TYPES = /^(keys|keystrokes|type|input|text)$/;
const TYPED_KEYS = ['keys', 'text', 'input', 'line', 'command'];
const TERMINAL = /^(tmux|screen|terminal|tty|pty|console|iterm|kitty|wezterm)$/;

/** Tools that run code of a language, by the server, the tool or a field, and how that is run from a shell. */
const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/^(python3?|py|ipython|jupyter|pyodide)$/, 'python3 -c'],
  [/^(node|nodejs|javascript|js|deno|bun)$/, 'node -e'],
  [/^ruby$/, 'ruby -e'],
  [/^perl$/, 'perl -e'],
];
const CODE_KEYS = ['code', 'source', 'script'];
const LANGUAGE_KEYS = ['language', 'lang', 'runtime', 'interpreter'];
const SHELL_LANGUAGE = /^(bash|sh|zsh|shell)$/;

/** Tools that run what a project has named, and how that is run from a shell. */
const TASK_RUNNERS: readonly (readonly [RegExp, string])[] = [
  [/^npm$/, 'npm run'],
  [/^pnpm$/, 'pnpm run'],
  [/^yarn$/, 'yarn run'],
  [/^make$/, 'make'],
  [/^just$/, 'just'],
];
const TASK_KEYS = ['script', 'task', 'target', 'recipe', 'name'];

/** Servers of notebooks, whose code is Python with lines for the shell in it. */
const NOTEBOOK = /^(ide|notebook|ipynb|cell|kernel|colab|jupyter|ipython)$/;

/** The client's own tools beside the shell that run a command line. */
const OWN = /^(Monitor|BashOutputMonitor)$/;

type Input = Readonly<Record<string, unknown>>;

/**
 * The command line that a tool would run: of a server (`mcp__shell__execute`), or one that has the name of a shell
 * (`run_terminal_cmd`); null for any other tool.
 */
export function commandOf(tool: string, input: Input): string | null {
  if (OWN.test(tool)) return typeof input.command === 'string' ? input.command : null;
  if (!tool.startsWith('mcp__')) {
    const isShell = wordsOfName(tool).some((word) => SHELL.test(word) || word === 'exec') && !/slash/i.test(tool);
    return isShell ? placed(plainCommand(input), input) : null;
  }
  const server = (tool.split('__')[1] ?? '').toLowerCase().split(/[_-]+/);
  const words = [...verbsOf(tool), ...server];
  const steps = stepsIn(input).flatMap((step) => commandOf(tool, step) ?? []);
  const own = placed(commandIn(tool, words, input), input);
  const all = own === null ? steps : [own, ...steps];
  return all.length > 0 ? all.join('\n') : null;
}

/** Calls in a call: `{ tasks: [{ command: "…" }] }`, `{ params: { command: "…" } }`. */
const stepsIn = (input: Input) =>
  Object.values(input).flatMap((value) =>
    (Array.isArray(value) ? value.slice(0, MAX_STEPS) : [value]).filter(isRecord),
  );

const MAX_STEPS = 50;

/** In the folder that is given with it. */
function placed(command: string | null, input: Input): string | null {
  const folder = FOLDER_KEYS.map((key) => input[key]).find((one) => typeof one === 'string' && one !== '');
  if (command === null || typeof folder !== 'string') return command;
  return `cd ${folder.startsWith('~') ? folder : quoted(folder)}\n${command}`;
}

function find(input: Input, keys: readonly string[]): string | string[] | undefined {
  const found = keys.map((key) => input[key]).find((one) => typeof one === 'string' || isWords(one));
  return found as string | string[] | undefined;
}

/** A line, or a program and its words. */
function plainCommand(input: Input): string | null {
  const lines = find(input, LIST_KEYS);
  if (lines !== undefined) return typeof lines === 'string' ? lines : lines.join('\n');
  const given = find(input, KEYS);
  const text = typeof given === 'string' ? given : given?.map(quoted).join(' ');
  if (text === undefined) return null;
  return [text, ...(input.argv === given ? [] : wordsBeside(input))].join(' ');
}

/** Words that are given apart are not the shell's to split; a text of them is. */
function wordsBeside(input: Input): string[] {
  const beside = find(input, WORD_KEYS);
  if (beside === undefined || beside === '') return [];
  return typeof beside === 'string' ? [beside] : beside.map(quoted);
}

function commandIn(tool: string, words: readonly string[], input: Input): string | null {
  const isGit = words.includes('git');
  const typed = words.some((word) => TERMINAL.test(word)) ? find(input, TYPED_KEYS) : undefined;
  const isTyped = words.some((word) => TYPES.test(word)) && typeof typed === 'string';
  if (words.some((word) => /^eval(uate)?$/.test(word))) return codeIn(words, input);
  if (!words.some((word) => RUNS.test(word)) && !(isGit && has(input, ['command', 'args', 'argv'])))
    return isTyped ? typed : null;
  const runner = TASK_RUNNERS.find(([name]) => words.some((word) => name.test(word)))?.[1];
  const task = runner === undefined ? undefined : find(input, TASK_KEYS);
  if (typeof task === 'string' && /^[\w:.@/-]+$/.test(task))
    return [runner, quoted(task), ...wordsBeside(input)].join(' ');
  const inCode = codeIn(words, input);
  if (inCode !== null) return inCode;
  if (isGit) return gitCommand(tool, input);
  const isShell = words.some((word) => SHELL.test(word) || TERMINAL.test(word));
  const other = isShell && !isReading(words) ? find(input, ['line', 'input', 'text']) : undefined;
  return plainCommand(input) ?? (isTyped ? typed : typeof other === 'string' ? other : null);
}

const isReading = (words: readonly string[]) => words.some((word) => /^(read|list|get|search|show|find)$/.test(word));

/** Code of a language, as the name of the tool or a field says; a notebook's cell. */
function codeIn(words: readonly string[], input: Input): string | null {
  const told = LANGUAGE_KEYS.map((key) => input[key]).find((one) => typeof one === 'string');
  const names = typeof told === 'string' ? [told.toLowerCase()] : words;
  const language = LANGUAGES.find(([name]) => names.some((word) => name.test(word)))?.[1];
  const isNotebook = words.some((word) => NOTEBOOK.test(word));
  const isShell = typeof told === 'string' && SHELL_LANGUAGE.test(names[0]!);
  const code = language === undefined && !isNotebook && !isShell ? undefined : find(input, CODE_KEYS);
  if (typeof code !== 'string') return null;
  if (isShell) return code;
  return isNotebook || language === undefined ? cellCommand(code) : `${language} ${quoted(code)}`;
}

/** `{ args: ["push"] }`, `{ command: "push origin" }` or `{ subcommand: "push" }` of a server that is git. */
function gitCommand(tool: string, input: Input): string | null {
  const given = find(input, [...KEYS, 'subcommand']) ?? gitVerb(tool, input.args);
  if (typeof given !== 'string') return given.map(quoted).join(' ');
  const text = /^\s*git\b/.test(given) ? given : `git ${given}`;
  return [text, ...wordsBeside(input)].join(' ');
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

const has = (input: Input, keys: readonly string[]) => keys.some((key) => input[key] !== undefined);

const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');

const quoted = (word: string) => (/^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
