import { isRecord } from '@flow/core/record';
import { shellWord } from '@flow/shell-effects/text/quoted';
import { gitWordsOf } from './tool-git.js';
import { foldersToldIn, NESTED_KEY, parsedText, serverOf, snake, verbsOf, wordsOfName } from './tool-verbs.js';

const RUNS =
  /^(shell|bash|sh|zsh|terminal|exec|execute|executor|invoke|command|commands|cmd|process|run|runner|spawn|script|cron|scheduler|powershell|pwsh)$/;
/** Fields that hold a line or a program, in snake case; the first that is there counts. */
const KEYS = [
  ...['command', 'cmd', 'command_line', 'cmd_line', 'cmdline', 'command_string', 'command_text', 'shell_command'],
  ...['script', 'program', 'executable', 'exe', 'bin', 'bash', 'run', 'argv'],
];
const LINE_KEY = /^(command|cmd|command_line|cmd_line|shell_command)$/;
/** Fields that hold the input of a program: of a shell, its lines. */
const STDIN_KEYS = ['stdin', 'stdin_data', 'standard_input', 'input'];
/** Fields that hold the words of a program that is named alone. */
const WORD_KEYS = ['args', 'arguments', 'params', 'parameters', 'argv'];
/** Lines that are run one after the other. */
const LIST_KEYS = ['commands', 'command_list'];

/** Words of a tool that runs nothing but the lines of a shell, which then may have any of these names. */
const SHELL = /^(shell|bash|sh|zsh|terminal|cmd|command|powershell|pwsh)$/;

/** Tools that type into a terminal, by the words of their names, and where they have what is typed. */
const TYPES = /^(keys|keystrokes|type|input|text)$/;
const TYPED_KEYS = ['keys', 'text', 'input', 'line', 'command'];
const TERMINAL = /^(tmux|screen|terminal|tty|pty|console|iterm|kitty|wezterm)$/;

/** Tools that run code of a language, by the server, the tool or a field, and how that is run from a shell. */
const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/^(python3?|py|ipython|jupyter|pyodide)$/, 'python3 -c'],
  // Beside the page's own scripts, Playwright runs code where the server runs.
  [/^(node|nodejs|javascript|js|deno|bun|playwright)$/, 'node -e'],
  [/^ruby$/, 'ruby -e'],
  [/^perl$/, 'perl -e'],
  [/^(applescript|osascript)$/, 'osascript -e'],
];
const CODE_KEYS = [
  ...['code', 'source', 'script', 'expression', 'expr', 'snippet', 'statement'],
  ...['cell_source', 'cell_content', 'cell_code', 'cell'],
];
const LANGUAGE_KEYS = ['language', 'language_id', 'lang', 'runtime', 'interpreter'];
const SHELL_LANGUAGE = /^(bash|sh|zsh|shell|shell_?script)$/;

/** Tools that run what a project has named, and how that is run from a shell. */
const TASK_RUNNERS: readonly (readonly [RegExp, string])[] = [
  [/^(npm|package|packages)$/, 'npm run'],
  [/^pnpm$/, 'pnpm run'],
  [/^yarn$/, 'yarn run'],
  [/^make$/, 'make'],
  [/^just$/, 'just'],
  [/^taskfile$/, 'task'],
];
const TASK_KEYS = ['script', 'script_name', 'task', 'task_name', 'target', 'recipe', 'name'];

/** Servers that are one program, which may leave out its name. */
const PROGRAM = /^(gh|glab|gt|jj|sl|hub|npm|pnpm|yarn|make|just)$/;

/** Scripts that a tool runs by their names, and what reads them. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/\.(?:ba|z|k|da)?sh$/, 'sh'],
  [/\.py$/, 'python3'],
  [/\.[cm]?js$/, 'node'],
  [/\.rb$/, 'ruby'],
  [/\.pl$/, 'perl'],
];
const SCRIPT_KEYS = ['script_path', 'script_file', 'file_path', 'file', 'path', 'filename', 'script'];

/** `EDITOR_PUSH` matches the commands of an editor that publish. */
const EDITOR_PUSH = /^git\.(?:push|sync|publish|commit\w*(?:push|sync))\w*$/i;

/** Servers of notebooks, whose code is Python with lines for the shell in it. */
const NOTEBOOK = /^(ide|notebook|ipynb|cell|kernel|colab|jupyter|ipython)$/;

/** The client's own tools beside the shell that run a command line. */
const OWN = /^(Monitor|BashOutputMonitor)$/;

type Input = Readonly<Record<string, unknown>>;

/**
 * Returns the command line that a tool would run: of a server (`mcp__shell__execute`), or one that has the name of a
 * shell (`run_terminal_cmd`); none for any other tool. With a folder there are two: a server may as well ignore what it
 * is told, and run the line here.
 */
export function commandsOf(tool: string, input: Input): string[] {
  const lines = [commandOf(tool, input, true), commandOf(tool, input, false)];
  return [...new Set(lines.filter((line) => line !== null))];
}

/** Servers whose name alone says that they run lines, and tools that then need one. */
const SHELL_SERVER = /^(shell|bash|sh|zsh|terminal|cmd|command|commands|powershell|pwsh|commander)$/;
const NEEDS_LINE = /^(exec|execute|run)(_(command|cmd|shell|line|process))?$|^start_process$/;

/**
 * Words for what is wrong with the command line of a server's tool: the line is no text and no words, or a shell is told
 * none.
 */
export function lineProblem(tool: string, input: Input): string | null {
  if (!tool.startsWith('mcp__') || !verbsOf(tool).some((verb) => RUNS.test(verb))) return null;
  const isLine = (value: unknown) => typeof value === 'string' || isWords(value);
  const wrong = Object.entries(input).find(([key, value]) => LINE_KEY.test(snake(key)) && !isLine(value));
  if (wrong) return `${wrong[0]} of ${tool} is not a text`;
  const isShell = serverOf(tool).some((word) => SHELL_SERVER.test(word));
  return isShell && NEEDS_LINE.test(verbsOf(tool).join('_')) && Object.keys(input).length === 0
    ? `${tool} got no command`
    : null;
}

function commandOf(tool: string, input: Input, isObeyed: boolean): string | null {
  if (OWN.test(tool)) return typeof input.command === 'string' ? input.command : null;
  if (!tool.startsWith('mcp__')) {
    const isShell = wordsOfName(tool).some((word) => SHELL.test(word) || word === 'exec') && !/slash/i.test(tool);
    if (!isShell) return null;
    // `{ action: { command: […] } }`, `{ input: "…" }`
    const nested = stepsIn(input).map((step) => placed(plainCommand(step), step, isObeyed));
    const typed = find(input, ['line', 'input', 'text']);
    const line = [placed(plainCommand(input), input, isObeyed), ...nested].find((one) => one !== null);
    return line ?? (typeof typed === 'string' ? typed : null);
  }
  const server = (tool.split('__')[1] ?? '').toLowerCase().split(/[_-]+/);
  const words = [...verbsOf(tool), ...server];
  const steps = stepsIn(input).flatMap((step) => commandOf(tool, step, isObeyed) ?? []);
  const own = placed(commandIn(tool, words, input), input, isObeyed);
  const all = own === null ? steps : [own, ...steps];
  return all.length > 0 ? all.join('\n') : null;
}

/** Calls in a call: `{ tasks: [{ command: "…" }] }`, `{ params: { command: "…" } }`, which may be JSON. */
const stepsIn = (input: Input) =>
  Object.entries(input).flatMap(([key, value]) => {
    const given = typeof value === 'string' && NESTED_KEY.test(key) ? parsedText(value) : value;
    return (Array.isArray(given) ? given.slice(0, MAX_STEPS) : [given]).filter(isRecord);
  });

const MAX_STEPS = 50;

/** Places a command in the folder that is given with the command. */
function placed(command: string | null, input: Input, isObeyed: boolean): string | null {
  const [folder] = isObeyed ? foldersToldIn(input) : [];
  if (command === null || folder === undefined) return command;
  return `cd ${folder.startsWith('~') ? folder : shellWord(folder)}\n${command}`;
}

/** The first of these fields, in any spelling, that holds a text or words. */
function find(input: Input, keys: readonly string[]): string | string[] | undefined {
  const holds = (value: unknown): value is string | string[] => typeof value === 'string' || isWords(value);
  const others = new Map(Object.entries(input).map(([key, value]) => [snake(key), value]));
  return keys.map((key) => (holds(input[key]) ? input[key] : others.get(key))).find(holds);
}

/** Returns a line, or a program and its words. */
function plainCommand(input: Input): string | null {
  const lines = find(input, LIST_KEYS);
  if (lines !== undefined) return typeof lines === 'string' ? lines : lines.join('\n');
  const given = find(input, KEYS);
  const text = typeof given === 'string' ? given : given && lineOf(given);
  if (text === undefined) return null;
  const line = [text, ...(input.argv === given ? [] : wordsBeside(input))].join(' ');
  const read = find(input, STDIN_KEYS);
  return typeof read === 'string' && read !== '' ? `${line} <<< ${shellWord(read)}` : line;
}

/** Returns a program and its words. No program has blanks in its name: such a first word is a line. */
const lineOf = ([first = '', ...rest]: readonly string[]) =>
  [/\s/.test(first.trim()) ? first : shellWord(first), ...rest.map(shellWord)].join(' ');

/** Words that are given apart are not the shell's to split; a text of them is. */
function wordsBeside(input: Input): string[] {
  const beside = find(input, WORD_KEYS);
  if (beside === undefined || beside === '') return [];
  return typeof beside === 'string' ? [beside] : beside.map(shellWord);
}

function commandIn(tool: string, words: readonly string[], input: Input): string | null {
  const isGit = words.includes('git');
  const typed = words.some((word) => TERMINAL.test(word)) ? typedIn(input) : undefined;
  const isTyped = words.some((word) => TYPES.test(word)) && typed !== undefined;
  // In a page, which starts nothing.
  const isInPage = words.includes('playwright');
  if (words.some((word) => /^eval(uate)?$/.test(word))) return isInPage ? null : codeIn(words, input);
  const isGitCall = isGit && has(input, ['command', 'args', 'argv']);
  const gitWords = isGit && !isGitCall ? gitWordsOf(tool, input) : null;
  if (gitWords !== null) return gitWords.map(shellWord).join(' ');
  const [verb = '', ...more] = verbsOf(tool);
  const isProgram = more.length === 0 && PROGRAM.test(verb);
  if (!words.some((word) => RUNS.test(word)) && !isGitCall && !isProgram) return isTyped ? typed : null;
  const named = taskIn(words, input) ?? scriptIn(tool, input) ?? codeIn(words, input);
  if (named !== null) return named;
  if (isGit) return gitCommand(tool, input);
  const isShell = words.some((word) => SHELL.test(word) || TERMINAL.test(word));
  const other = isShell && !isReading(words) ? find(input, ['line', 'input', 'text']) : undefined;
  const plain = plainCommand(input);
  if (plain === null) return isTyped ? typed : typeof other === 'string' ? other : programCommand(words, input);
  if (EDITOR_PUSH.test(plain)) return 'git push';
  return [plain, programCommand(words, input, plain)].filter((line) => line !== null).join('\n');
}

/** Text that is typed into a terminal, without the key that ends it. */
function typedIn(input: Input): string | undefined {
  const given = find(input, TYPED_KEYS);
  const text = typeof given === 'string' ? given : given?.join(' ');
  return text?.replace(/\s+(?:C-m|Enter|Return)\s*$/i, '');
}

/** Returns a task of the project, by its runner. */
function taskIn(words: readonly string[], input: Input): string | null {
  const runner = TASK_RUNNERS.find(([name]) => words.some((word) => name.test(word)))?.[1];
  const task = runner === undefined ? undefined : find(input, TASK_KEYS);
  if (typeof task !== 'string' || !/^[\w:.@/-]+$/.test(task)) return null;
  return [runner, shellWord(task), ...wordsBeside(input)].join(' ');
}

/** Returns a script of the project, by its path; tests are run by their runners. */
function scriptIn(tool: string, input: Input): string | null {
  const verbs = verbsOf(tool);
  if (!verbs.some((verb) => /^(file|script)$/.test(verb)) || verbs.some((verb) => /^tests?$/.test(verb))) return null;
  const file = find(input, SCRIPT_KEYS);
  const reader = typeof file === 'string' ? SCRIPTS.find(([name]) => name.test(file))?.[1] : undefined;
  return reader === undefined || /\s/.test(file as string) ? null : [reader, file, ...wordsBeside(input)].join(' ');
}

/** Returns the words of a server that is one program, with its name before them. */
function programCommand(words: readonly string[], input: Input, plain?: string): string | null {
  const program = words.find((word) => PROGRAM.test(word));
  if (program === undefined || plain?.startsWith(`${program} `)) return null;
  const line = plain ?? wordsBeside(input).join(' ');
  return line === '' ? null : `${program} ${line}`;
}

const isReading = (words: readonly string[]) => words.some((word) => /^(read|list|get|search|show|find)$/.test(word));

/** Returns code of a language, as the name of the tool or a field says; a notebook's cell. */
function codeIn(words: readonly string[], input: Input): string | null {
  const told = find(input, LANGUAGE_KEYS);
  const names = typeof told === 'string' ? [told.toLowerCase()] : words;
  const language = LANGUAGES.find(([name]) => names.some((word) => name.test(word)))?.[1];
  const isNotebook = words.some((word) => NOTEBOOK.test(word));
  const isShell = typeof told === 'string' && SHELL_LANGUAGE.test(names[0]!);
  const keys = isNotebook ? [...CODE_KEYS, 'content'] : CODE_KEYS;
  const code = language === undefined && !isNotebook && !isShell ? undefined : find(input, keys);
  if (typeof code !== 'string') return null;
  if (isShell) return code;
  return isNotebook || language === undefined ? cellCommand(code) : `${language} ${shellWord(code)}`;
}

/**
 * `gitCommand` reads the words of git from a call of a server that is git: `{ args: ["push"] }`, `{ command: "push origin"
 * }` or `{ subcommand: "push" }`.
 */
function gitCommand(tool: string, input: Input): string | null {
  const given = find(input, [...KEYS, 'subcommand', 'operation', 'action']) ?? gitVerb(tool, input.args);
  const line = typeof given === 'string' ? given : given.map(shellWord).join(' ');
  const text = /^\s*(?:\S*\/)?git\b/.test(line) ? line : `git ${line}`;
  if (typeof given !== 'string') return text;
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

/** Returns a notebook's cell: `%%bash` makes all of it shell code, `!git status` a line of it. */
function cellCommand(code: string): string {
  const shell = /^\s*%%(?:bash|sh|script)\b[^\n]*\n([\s\S]*)$/.exec(code)?.[1];
  if (shell !== undefined) return shell;
  const isShell = (line: string) => /^\s*(?:\w+\s*=\s*)?!/.test(line);
  const lines = code.split('\n');
  const rest = lines.filter((line) => !isShell(line)).join('\n');
  const typed = lines.filter(isShell).map((line) => line.replace(/^[^!]*!/, ''));
  return [...(rest.trim() === '' ? [] : [`python3 -c ${shellWord(rest)}`]), ...typed].join('\n');
}

const has = (input: Input, keys: readonly string[]) => keys.some((key) => input[key] !== undefined);

const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
