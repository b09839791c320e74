import path from 'node:path';
import { Command as Commander, CommanderError, Option } from 'commander';
import { printAnswer, printFailure } from './answer.js';
import { type Call, type Command, EXIT, FlowError, GROUPS, type Problem } from './commands/command.js';
import { COMMANDS } from './commands/index.js';
import { addCompletion, ownScript } from './completion.js';
import { HANDED, handedWords, hooks } from './evidence.js';

declare const FLOW_VERSION: string;

const HELP_AFTER = `
Exit codes: 0 ok, 1 a gate failed or something was found, 2 wrong usage, 3 broken surroundings, 130 interrupted.
With --json the answer is {"version":1,"ok":…,"data":…,"error":…}. NO_COLOR and FORCE_COLOR are honoured.`;

const COMPLETE_EXAMPLES: Command['examples'] = [
  ['complete bash > ~/.flow.bash', 'then, in ~/.bashrc: source ~/.flow.bash; zsh and fish in the same way'],
];

/**
 * Runs `flow` with its words: parses, runs one command, prints its answer. Never throws.
 * @param calledAs path of the program as it was called, which says by what name
 * @returns the exit code
 */
export async function main(argv: readonly string[], calledAs = 'flow'): Promise<number> {
  // A reader that has seen enough (`| head`) is no failure.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const handed = handedWords(argv);
  if (handed) return (await hooks()).runFlowHooks(handed);
  process.once('SIGINT', () => process.exit(EXIT.interrupted));
  const name = path.basename(calledAs).startsWith('flowctl') ? 'flowctl' : 'flow';
  const state = { exit: EXIT.ok as number };
  const script = ownScript(argv, name);
  if (script !== null) {
    process.stdout.write(script);
    return EXIT.ok;
  }
  const program = await buildProgram(name, state, argv);
  if (argv.length === 0) {
    program.outputHelp();
    return EXIT.usage;
  }
  try {
    await program.parseAsync(meantWords(argv, program), { from: 'user' });
    return state.exit;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok;
    const { problem, exit } = await describe(error, name);
    printFailure(problem, argv.includes('--json'));
    return exit;
  }
}

/** Help about a command that there is not is answered as the command itself would be: with the one that was meant. */
function meantWords(argv: readonly string[], { commands }: Commander): readonly string[] {
  const [first, about] = argv;
  const isUnknown =
    first === 'help' && about && !about.startsWith('-') && commands.every((one) => one.name() !== about);
  return isUnknown ? [about] : argv;
}

/**
 * The whole program: for running, for completion, and for the reference pages of the documentation.
 * @param state where a command leaves its exit code
 * @param argv its words, for completion alone
 */
export async function buildProgram(
  name: string,
  state: { exit: number },
  argv: readonly string[] = [],
): Promise<Commander> {
  const program = new Commander(name)
    .description('Leads a coding agent from plan to tested code, by what has been proven.')
    .version(FLOW_VERSION)
    .option('-C <dir>', 'work there instead of here')
    .option('--json', 'print the answer as JSON')
    .option('-q, --quiet', 'print the answer only')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', HELP_AFTER)
    .exitOverride()
    .commandsGroup(GROUPS.other)
    .configureOutput({ outputError: () => {} });
  for (const command of COMMANDS) register(program, command, name, state);
  await registerHanded(program, name);
  await addCompletion(program, argv);
  const complete = program.commands.find((one) => one.name() === 'complete');
  complete?.addHelpText('after', examplesOf(name, COMPLETE_EXAMPLES));
  return program;
}

function register(program: Commander, command: Command, name: string, state: { exit: number }): void {
  const one = program
    .command(`${command.name}${command.arguments ? ` ${command.arguments}` : ''}`)
    .description(command.summary)
    .helpGroup(GROUPS[command.group])
    .addHelpText('after', examplesOf(name, command.examples));
  for (const { flags, description, choices } of command.flags ?? []) {
    const option = new Option(flags, description);
    one.addOption(choices ? option.choices([...choices]) : option);
  }
  one.action(async (...given: unknown[]) => {
    const common = program.opts<{ C?: string; json?: boolean; quiet?: boolean }>();
    const json = common.json === true;
    const call: Call = {
      directory: path.resolve(common.C ?? '.'),
      words: (given.slice(0, -2) as (string | string[] | undefined)[]).flat().filter((word) => word !== undefined),
      options: one.opts(),
      environment: process.env,
      json,
      program: name,
      say(text) {
        if (!json && !common.quiet) process.stderr.write(text);
      },
    };
    const answer = await command.run(call);
    printAnswer(answer, json);
    state.exit = answer.ok ? EXIT.ok : (answer.exit ?? EXIT.finding);
  });
}

/** The commands of `flow-hooks`, for help and completion: what runs them never comes here. */
async function registerHanded(program: Commander, name: string): Promise<void> {
  const { COMMANDS: table } = await hooks();
  for (const [verb, { hooks: other, group, example }] of Object.entries(HANDED)) {
    const own = table.find((command) => command.name === (other ?? verb));
    if (!own) continue;
    const one = program
      .command(verb)
      .description(own.summary)
      .usage(own.usage)
      .configureHelp({ showGlobalOptions: false })
      .helpGroup(GROUPS[group])
      .addHelpText('after', examplesOf(name, [example]));
    for (const [long, { short, type }] of Object.entries(own.options ?? {}))
      one.option(`${short ? `-${short}, ` : ''}--${long}${type === 'string' ? ' <value>' : ''}`);
  }
}

function examplesOf(name: string, examples: Command['examples']): string {
  return `\nExamples:\n${examples.map(([line, what]) => `  $ ${name} ${line}\n      ${what}`).join('\n')}`;
}

/** What ended a command, as a problem with a code and a remedy. */
async function describe(error: unknown, name: string): Promise<{ problem: Problem; exit: number }> {
  if (error instanceof FlowError) return { problem: error.problem, exit: error.exit };
  const { clean } = await hooks();
  if (error instanceof CommanderError) {
    const text = error.message.replace(/^error: /, '');
    const [message = '', meant] = text.split('\n');
    const suggestion = /Did you mean (?:one of )?(.+)\?/.exec(meant ?? '')?.[1];
    const remedy = suggestion ? `Did you mean \`${name} ${clean(suggestion)}\`?` : `See \`${name} --help\`.`;
    return { problem: { code: 'USAGE', message: clean(message), remedy }, exit: EXIT.usage };
  }
  const { code, message, hint } = error as Error & { code?: unknown; hint?: unknown };
  const known = typeof code === 'string' ? code : 'INTERNAL';
  const remedy = typeof hint === 'string' ? hint : `See what \`${name} doctor\` says.`;
  return { problem: { code: known, message: clean(message, 1000), remedy: clean(remedy, 500) }, exit: EXIT.broken };
}
