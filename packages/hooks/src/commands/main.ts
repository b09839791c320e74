import path from 'node:path';
import { parseArgs } from 'node:util';
import { clean } from '../text/clean.js';
import { type Command, err, out, type Spelling, usage, written } from './command.js';
import { ALL, help, helpOf, meant } from './help.js';
import { COMMANDS } from './index.js';

declare const FLOW_VERSION: string;

/** Everything after `--` belongs to the command that is run or explained. */
function splitArguments(argv: string[]): { own: string[]; rest: string[] } {
  const at = argv.indexOf('--');
  return at < 0 ? { own: argv, rest: [] } : { own: argv.slice(0, at), rest: argv.slice(at + 1) };
}

const COMMON = {
  directory: { type: 'string' },
  version: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

function read(argv: string[], command: Command | undefined) {
  return parseArgs({ args: argv, allowPositionals: true, options: { ...command?.options, ...COMMON } });
}

/** The command's name is the first word that is neither an option nor the value of `--directory`. */
function verbOf(argv: readonly string[]): string | undefined {
  return argv.find((word, at) => !word.startsWith('-') && argv[at - 1] !== '--directory');
}

/**
 * Runs `flow-hooks` with its words.
 * @param spelling how its commands are typed where another program hands its words on
 * @returns the exit code: 0 done, 1 findings or a refusal, 2 usage, 3 broken surroundings, or that of the command that
 * was run. Never throws.
 */
export async function runFlowHooks(argv: readonly string[], spelling: Spelling = asOurs): Promise<number> {
  const exit = await runCommand([...argv], spelling).catch((error) => {
    const { code, message, hint } = error as Error & { code?: string; hint?: string };
    err(`${code ?? 'INTERNAL'}: ${message}\n${hint ? `${hint}\n` : ''}`);
    return 3;
  });
  if (exit !== 0 && written.out === '' && wantsJson(argv)) out(failureJson());
  return exit;
}

function wantsJson(argv: readonly string[]): boolean {
  const { own } = splitArguments([...argv]);
  return own.includes('--json') && COMMANDS.some(({ name, options }) => name === verbOf(own) && options?.json);
}

/** What was said on standard error, for who reads JSON: `flow` has the same form. */
function failureJson(): string {
  const [first = '', ...rest] = written.err.trim().split('\n');
  const [, code = 'INTERNAL', message = first] = /^([A-Z][A-Z_]+): (.*)$/.exec(first) ?? [];
  const remedy = rest.map((line) => line.trim()).join(' ');
  return `${JSON.stringify({ version: 1, ok: false, error: { code, message, remedy } }, null, 2)}\n`;
}

const asOurs: Spelling = (name) => `npx flow-hooks ${name}`;

async function runCommand(argv: string[], typed: Spelling): Promise<number> {
  const { own, rest } = splitArguments(argv);
  const verb = verbOf(own);
  // `help doctor` asks for the same as `doctor --help`.
  const about = verb === 'help' ? (verbOf(own.slice(own.indexOf(verb) + 1)) ?? verb) : verb;
  const command = COMMANDS.find(({ name }) => name === about);
  if (about !== undefined && about !== 'help' && !command)
    return mistake(`unknown command \`${clean(about, 40)}\`. ${meant(about, typed)}`);
  let parsed: ReturnType<typeof read>;
  try {
    parsed = read(own, command);
  } catch (error) {
    // Node goes on to say how a word with a dash could be told from an option.
    const [said = ''] = clean((error as Error).message, 300).split('. To specify');
    return command ? usage({ typed }, command, `${said}.`) : mistake(`${said}. ${ALL}`);
  }
  const { values, positionals } = parsed;
  if (values.version) out(`${FLOW_VERSION}\n`);
  else if (values.help || verb === 'help' || !command) out(command ? helpOf(command) : help());
  if (values.version || values.help || verb === 'help') return 0;
  if (!command) return 2;
  return command.run({
    directory: path.resolve(values.directory ?? '.'),
    values: values as Record<string, string | boolean | string[] | undefined>,
    words: [...positionals.slice(1), ...rest],
    environment: process.env,
    typed,
  });
}

function mistake(words: string): number {
  err(`USAGE: ${words}\n`);
  return 2;
}
