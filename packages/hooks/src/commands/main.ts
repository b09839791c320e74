import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Command, err, out } from './command.js';
import { COMMANDS } from './index.js';

declare const FLOW_VERSION: string;

const WIDTH = 44;

const HELP = `flow-hooks: a coding agent cannot push what it has not tested.

${COMMANDS.map(helpLine).join('\n')}

  --directory <path>   work there instead of here
  --version, --help
`;

function helpLine({ name, usage, summary }: Command): string {
  const line = `  flow-hooks ${name} ${usage}`.trimEnd();
  return line.length < WIDTH ? `${line.padEnd(WIDTH)}${summary}` : `${line}\n${' '.repeat(WIDTH)}${summary}`;
}

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
 * @returns the exit code: 0 done, 1 findings or a refusal, 2 usage, 3 broken surroundings, or that of the command that
 * was run. Never throws.
 */
export async function runFlowHooks(argv: readonly string[]): Promise<number> {
  try {
    return await runCommand([...argv]);
  } catch (error) {
    const { code, message, hint } = error as Error & { code?: string; hint?: string };
    err(`${code ?? 'INTERNAL'}: ${message}\n${hint ? `${hint}\n` : ''}`);
    return 3;
  }
}

async function runCommand(argv: string[]): Promise<number> {
  const { own, rest } = splitArguments(argv);
  const verb = verbOf(own);
  const command = COMMANDS.find(({ name }) => name === verb);
  if (verb !== undefined && verb !== 'help' && !command) {
    err(`USAGE: there is no command \`${verb.slice(0, 40)}\`.\n\n${HELP}`);
    return 2;
  }
  let parsed: ReturnType<typeof read>;
  try {
    parsed = read(own, command);
  } catch (error) {
    err(`USAGE: ${(error as Error).message}\n\n${HELP}`);
    return 2;
  }
  const { values, positionals } = parsed;
  if (values.version) out(`${FLOW_VERSION}\n`);
  else if (values.help || !command) out(HELP);
  if (values.version || values.help) return 0;
  if (!command) return verb === undefined ? 2 : 0;
  return command.run({
    directory: path.resolve(values.directory ?? '.'),
    values: values as Record<string, string | boolean | string[] | undefined>,
    words: [...positionals.slice(1), ...rest],
    environment: process.env,
  });
}
