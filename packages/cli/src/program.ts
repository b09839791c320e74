import path from 'node:path';
import { Command as Commander, CommanderError, Option } from 'commander';
import { printAnswer, printFailure } from './answer.js';
import { asTyped, lineTyped, type OwnPrograms } from './as-typed.js';
import { type Call, type Command, EXIT, FlowError, GROUPS, type Problem } from './commands/command.js';
import { COMMANDS } from './commands/index.js';
import { addCompletion, ownScript } from './completion.js';
import { HANDED, handedWords, hooks, spelledFor, verbAt } from './evidence.js';
import { HELP_LAYOUT, helpParagraph, helpWidth } from './help-layout.js';
import { fitted, screenWidth } from './on-screen.js';

declare const FLOW_VERSION: string;

const HELP_AFTER = `
Exit codes: 0 success, 1 a gate failed or there are findings, 2 usage error, 3 environment error, 130 interrupted.
With --json, output is {"version":1,"ok":…,"data":…,"error":…}. NO_COLOR and FORCE_COLOR are supported.`;

const COMPLETE_EXAMPLES: Command['examples'] = [
  ['complete bash > ~/.flow.bash', 'then add to ~/.bashrc: source ~/.flow.bash; zsh and fish work the same way'],
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
  const name = path.basename(calledAs).startsWith('flowctl') ? 'flowctl' : 'flow';
  if (handed) return (await hooks()).runFlowHooks(handed, spelledFor((await programsHere(name, calledAs)).flow));
  process.once('SIGINT', () => process.exit(EXIT.interrupted));
  const state = { exit: EXIT.ok as number, shown: '' };
  const json = argv.includes('--json');
  const script = ownScript(
    argv.filter((word) => word !== '--json'),
    name,
  );
  if (script !== null) {
    printAnswer({ ok: true, data: { script }, text: script }, json);
    return EXIT.ok;
  }
  const programs = await programsHere(name, calledAs);
  const program = await buildProgram(name, state, argv, programs);
  if (argv.length === 0) {
    program.outputHelp();
    return EXIT.usage;
  }
  try {
    await program.parseAsync(meantWords(argv, program), { from: 'user' });
    return state.exit;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) {
      if (json) printAnswer({ ok: true, data: { text: state.shown }, text: state.shown }, json);
      return EXIT.ok;
    }
    // Options alone: the help that was shown says enough, but to who reads JSON.
    if (isHelpShown(error) && !json) return EXIT.usage;
    const verb = program.commands.find((one) => one.name() === argv[verbAt(argv)])?.name();
    const commands = program.commands.map((one) => one.name());
    const { problem, exit } = await describe(error, programs, verb, commands);
    printFailure(problem, json);
    return exit;
  }
}

const isHelpShown = (error: unknown) => error instanceof CommanderError && error.code === 'commander.help';

/**
 * How our programs are started here. This one says by what name and from where it was: by a package manager that has
 * fetched it for one call, only the package's own name starts it again.
 */
async function programsHere(name: 'flow' | 'flowctl', calledAs: string): Promise<OwnPrograms> {
  const { programHere, isOnPath, scoped } = await hooks();
  const here = process.cwd();
  const isFetched = calledAs.split(path.sep).includes('node_modules') && !isOnPath(name, process.env);
  const flow = isOfProject(calledAs) ? programHere(name, here) : isFetched ? scoped(name) : name;
  return { flow, hooks: programHere('flow-hooks', here) };
}

/** Installed in the project at hand alone: its name is on nobody's search path, and package managers find it. */
function isOfProject(calledAs: string): boolean {
  const at = calledAs.split(path.sep).indexOf('node_modules');
  if (at < 0) return false;
  const project = calledAs.split(path.sep).slice(0, at).join(path.sep);
  return !path.relative(project, process.cwd()).startsWith('..');
}

/** Help about a command or an option that there is not is answered as the word itself would be: with what was meant. */
function meantWords(argv: readonly string[], { commands, options }: Commander): readonly string[] {
  const [first, about] = argv;
  if (first !== 'help' || !about) return argv;
  const known = about.startsWith('-')
    ? ['-h', '--help', ...options.flatMap(({ short, long }) => [short, long])]
    : commands.map((one) => one.name());
  return known.includes(about) ? argv : [about];
}

/**
 * The whole program: for running, for completion, and for the reference pages of the documentation.
 * @param state where a command leaves its exit code, and with `--json` help and version what they show
 * @param argv its words, for completion alone
 * @param programs how they are started here, for everything that is to be typed as it is printed
 */
export async function buildProgram(
  name: string,
  state: { exit: number; shown?: string },
  argv: readonly string[] = [],
  programs: OwnPrograms = { flow: name, hooks: 'npx flow-hooks' },
): Promise<Commander> {
  const typed = programs.flow;
  const program = new Commander(name)
    .description('Guides a coding agent from plan to tested code, based on what is proven.')
    .version(FLOW_VERSION)
    .option('-C <dir>', 'run in this folder instead')
    .option('--json', 'print JSON')
    .option('-q, --quiet', 'print only the result')
    .configureHelp({ ...HELP_LAYOUT, showGlobalOptions: true })
    .addHelpText('after', () => helpParagraph(HELP_AFTER))
    .exitOverride()
    .commandsGroup(GROUPS.other)
    .helpCommand('help [command]', 'show help for a command')
    .configureOutput({
      outputError: () => {},
      getOutHelpWidth: () => helpWidth(process.stdout.columns),
      writeOut: (text) => {
        if (argv.includes('--json')) state.shown = (state.shown ?? '') + text;
        else process.stdout.write(text);
      },
    });
  for (const command of COMMANDS) register(program, command, programs, state, argv);
  await registerHanded(program, typed);
  await addCompletion(program, argv);
  const complete = program.commands.find((one) => one.name() === 'complete');
  complete?.addHelpText('after', examplesOf(typed, COMPLETE_EXAMPLES));
  return program;
}

function register(
  program: Commander,
  command: Command,
  programs: OwnPrograms,
  state: { exit: number },
  argv: readonly string[],
): void {
  const typed = programs.flow;
  const one = program
    .command(`${command.name}${command.arguments ? ` ${command.arguments}` : ''}`)
    .description(command.summary)
    .helpGroup(GROUPS[command.group])
    .addHelpText('after', examplesOf(typed, command.examples));
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
      program: typed,
      programs,
      line: [typed, ...argv.filter((word) => word !== '--json').map(quoted)].join(' '),
      say(text) {
        if (!json && !common.quiet) process.stderr.write(asTyped(text, programs));
      },
    };
    const answer = await command.run(call);
    const text = command.isDocument ? answer.text : asTyped(answer.text, programs);
    const width = command.isDocument || command.group === 'setup' ? null : screenWidth();
    const { problem } = answer;
    const said = problem && { problem: { ...problem, ...typedIn(problem, programs) } };
    printAnswer({ ...answer, ...said, text: width === null ? text : fitted(text, width) }, json);
    state.exit = answer.ok ? EXIT.ok : (answer.exit ?? EXIT.finding);
  });
}

/** What is told of a problem, with our commands as they are typed here. */
const typedIn = ({ message, remedy }: Problem, programs: OwnPrograms) => ({
  message: asTyped(message, programs),
  remedy: lineTyped(remedy, programs),
});

/** A word as a shell takes it. */
const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** The commands of `flow-hooks`, for help and completion: what runs them never comes here. */
async function registerHanded(program: Commander, typed: string): Promise<void> {
  const { COMMANDS: table, spelling } = await hooks();
  for (const [verb, { hooks: other, group, example }] of Object.entries(HANDED)) {
    const own = table.find((command) => command.name === (other ?? verb));
    if (!own) continue;
    const one = program
      .command(verb)
      .description(own.summary)
      .usage(own.usage)
      .configureHelp({ ...HELP_LAYOUT, showGlobalOptions: false })
      .helpGroup(GROUPS[group])
      .addHelpText('after', examplesOf(typed, [example]));
    for (const [long, option] of Object.entries(own.options ?? {})) one.option(spelling(long, option), option.about);
  }
}

function examplesOf(typed: string, examples: Command['examples']): string {
  return `\nExamples:\n${examples.map(([line, what]) => `  $ ${typed} ${line}\n      ${what}`).join('\n')}`;
}

/** What ended a command, as a problem with a code and a remedy. */
async function describe(
  error: unknown,
  programs: OwnPrograms,
  verb: string | undefined,
  commands: readonly string[],
): Promise<{ problem: Problem; exit: number }> {
  const typed = programs.flow;
  if (error instanceof FlowError) {
    return { problem: { ...error.problem, ...typedIn(error.problem, programs) }, exit: error.exit };
  }
  const { clean } = await hooks();
  if (error instanceof CommanderError) {
    const text = isHelpShown(error) ? 'expected a command.' : error.message.replace(/^error: /, '');
    const [message = '', meant] = text.split('\n');
    const suggestion = /Did you mean (?:one of )?(.+)\?/.exec(meant ?? '')?.[1];
    const unknown = /^unknown command '(.+)'/.exec(message)?.[1];
    const begun = commands.filter((one) => unknown !== undefined && one.startsWith(unknown));
    const near = begun.length === 1 ? begun : (suggestion?.split(', ').map((one) => clean(one)) ?? []);
    // An option belongs to its command; several that are near are not what was meant.
    const isOption = near[0]?.startsWith('-') === true;
    const lines = near.map((one) => [typed, isOption ? verb : '', one].filter(Boolean).join(' '));
    const remedy =
      lines.length > (isOption ? 1 : 3) || lines.length === 0
        ? `See \`${[typed, verb, '--help'].filter(Boolean).join(' ')}\`.`
        : `Did you mean ${lines.map((line) => `\`${line}\``).join(' or ')}?`;
    return { problem: { code: 'USAGE', message: clean(message), remedy }, exit: EXIT.usage };
  }
  const { code, message, hint } = error as Error & { code?: unknown; hint?: unknown };
  const known = typeof code === 'string' ? code : 'INTERNAL';
  const doctor = `\`${typed} doctor\``;
  const told = known === 'NOT_WRITABLE' ? `${hint} ${doctor} has the command.` : hint;
  const remedy = typeof told === 'string' ? told : `Run ${doctor}.`;
  return { problem: { code: known, message: clean(message, 1000), remedy: clean(remedy, 500) }, exit: EXIT.broken };
}
