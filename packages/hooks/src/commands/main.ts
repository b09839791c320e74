import path from 'node:path';
import { parseArgs } from 'node:util';
import { asTyped } from '@flow/engine/text/as-typed';
import { clean } from '@flow/engine/text/clean';
import { isHidden } from '@flow/evidence';
import { type Answer, type Answered, type Door, failed } from '../answer/answer.js';
import { doorOf, type Manner, printAnswered } from '../answer/print.js';
import { type Command, type Spelling, usage } from './command.js';
import { documentOf } from './document.js';
import { ALL, help, helpOf, meant, meantOption } from './help.js';
import { COMMANDS } from './index.js';
import { INSIDE, insideOf, refusedInside } from './inside.js';

declare const FLOW_VERSION: string;

/** Splits the words at `--`: everything behind it belongs to the command that is run or explained. */
function splitArguments(argv: readonly string[]): { own: string[]; rest: string[] } {
  const at = argv.indexOf('--');
  return at < 0 ? { own: [...argv], rest: [] } : { own: argv.slice(0, at), rest: argv.slice(at + 1) };
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

/** Finds the command's name: the first word that is neither an option nor the value of `--directory`. */
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
  const manner = mannerOf(splitArguments(argv).own.includes('--json'));
  const calling = { argv, typed: spelling, ...doorOf(manner) };
  return printAnswered(await runCommand(calling).catch(brokenOff), manner);
}

function mannerOf(json: boolean): Manner {
  const typed = (text: string) => asTyped(text, process.cwd());
  return { json, typed, documentOf: (answer) => documentOf(answer, typed) };
}

/** Answers for a command that was broken off by an error. */
function brokenOff(error: Error & { code?: string; hint?: string }): Answer {
  const { code = 'INTERNAL', message, hint } = error;
  return failed(3, code, message, hint);
}

const asOurs: Spelling = (name) => `npx flow-hooks ${name}`;

interface Calling extends Door {
  argv: readonly string[];
  typed: Spelling;
}

async function runCommand({ argv, typed, ...door }: Calling): Promise<Awaited<Answered>> {
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
  const inside = insideOf(INSIDE[command.name], values);
  if (inside !== 'works' && isHidden(process.env)) {
    const directory = path.resolve(values.directory ?? '.');
    return refusedInside(typed(command.name), inside, { directory, environment: process.env });
  }
  return command.run({
    ...door,
    directory: path.resolve(values.directory ?? '.'),
    values: values as Record<string, string | boolean | string[] | undefined>,
    words: [...positionals.slice(1), ...rest],
    environment: process.env,
    json: values.json === true,
    typed,
  });
}
