import path from 'node:path';
import { parseArgs } from 'node:util';
import { clean } from '../text/clean.js';
import { type Answer, failed, printAnswer } from './answer.js';
import { type Command, type Spelling, usage } from './command.js';
import { ALL, help, helpOf, meant, meantOption } from './help.js';
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
  json: { type: 'boolean' },
} as const;

function read(argv: string[], command: Command | undefined) {
  return parseArgs({ args: argv, allowPositionals: true, options: { ...command?.options, ...COMMON } });
}

/** The command's name is the first word that is neither an option nor the value of `--directory`. */
function verbOf(argv: readonly string[]): string | undefined {
  return argv.find((word, at) => !word.startsWith('-') && argv[at - 1] !== '--directory');
}

/**
 * Runs `flow-hooks` with its words: reads them, runs one command, prints its answer.
 * @param spelling how its commands are typed where another program hands its words on
 * @returns the exit code: 0 done, 1 findings or a refusal, 2 usage, 3 broken surroundings, or that of the command that
 * was run. Never throws.
 */
export async function runFlowHooks(argv: readonly string[], spelling: Spelling = asOurs): Promise<number> {
  const answer = await runCommand([...argv], spelling).catch((error) => {
    const { code, message, hint } = error as Error & { code?: string; hint?: string };
    return failed(3, code ?? 'INTERNAL', message, hint);
  });
  printAnswer(answer, splitArguments([...argv]).own.includes('--json'));
  return answer.exit;
}

const asOurs: Spelling = (name) => `npx flow-hooks ${name}`;

async function runCommand(argv: string[], typed: Spelling): Promise<Answer> {
  const { own, rest } = splitArguments(argv);
  const verb = verbOf(own);
  // `help doctor` asks for the same as `doctor --help`.
  const about = verb === 'help' ? (verbOf(own.slice(own.indexOf(verb) + 1)) ?? verb) : verb;
  const command = COMMANDS.find(({ name }) => name === about);
  if (about !== undefined && about !== 'help' && !command)
    return failed(2, 'USAGE', `unknown command \`${clean(about, 40)}\`. ${meant(about, typed)}`);
  let parsed: ReturnType<typeof read>;
  try {
    parsed = read(own, command);
  } catch (error) {
    // Node goes on to say how a word with a dash could be told from an option.
    const [said = ''] = clean((error as Error).message, 300).split('. To specify');
    if (!command) return failed(2, 'USAGE', `${said}. ${ALL}`);
    const given = /^Unknown option '--([^']+)'/.exec(said)?.[1];
    const near = given && meantOption(given, command, typed);
    return near ? failed(2, 'USAGE', `${said}. ${near}`) : usage({ typed }, command, `${said}.`);
  }
  const { values, positionals } = parsed;
  if (values.version) return { exit: 0, text: `${FLOW_VERSION}\n` };
  const shown = () => (command ? helpOf(command) : help());
  if (values.help || verb === 'help') return { exit: 0, text: shown() };
  if (!command) return values.json ? failed(2, 'USAGE', `expected a command. ${ALL}`) : { exit: 2, text: shown() };
  return command.run({
    directory: path.resolve(values.directory ?? '.'),
    values: values as Record<string, string | boolean | string[] | undefined>,
    words: [...positionals.slice(1), ...rest],
    environment: process.env,
    typed,
  });
}
