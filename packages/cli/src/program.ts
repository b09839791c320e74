import path from 'node:path';
import { fittedFor, topOf } from '@flow/engine/text/on-screen';
import type { Answered, Door, Manner } from '@flow/hooks/program';
import { Command as Commander, CommanderError, Option } from 'commander';
import { asTyped, lineTyped, type OwnPrograms } from './as-typed.js';
import { type Answer, answerOf, type Call, type Command, EXIT, FlowError, GROUPS } from './commands/command.js';
import { allCommands, commandNamed } from './commands/index.js';
import { INSIDE } from './commands/inside.js';
import { addCompletion, ownScript } from './completion.js';
import { envelopeOf } from './envelope.js';
import { HANDED, handedWords, hooks, spelledFor, verbAt } from './evidence.js';
import { HELP_LAYOUT, helpParagraph, helpWidth } from './help-layout.js';
import { isInPlace } from './in-place.js';
import { shellWord } from './shell-word.js';

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
  const name = path.basename(calledAs).startsWith('flowctl') ? 'flowctl' : 'flow';
  const programs = await programsHere(name, calledAs);
  const { runFlowHooks, printAnswered, NOT_IN_PLACE } = await hooks();
  const handed = handedWords(argv);
  if (handed && !(handed[0] === 'explain' && (await isExplainOfRun(handed)))) {
    if (isInPlace(process.env)) return NOT_IN_PLACE;
    const exit = await runFlowHooks(handed, spelledFor(programs.flow));
    if (handed[0] === 'approve' && handed.includes('--sign') && exit === EXIT.ok) await tellOfApproval(handed);
    return exit;
  }
  process.once('SIGINT', () => process.exit(EXIT.interrupted));
  const running: Running = { name, argv, programs, manner: mannerOf(programs, argv.includes('--json')) };
  try {
    return await printAnswered(await answerTo(running), running.manner);
  } catch (error) {
    return printAnswered(await brokenOff(error, running), running.manner);
  }
}

/** Tells whether `explain` is about something of the run, which is read for this question alone. */
async function isExplainOfRun(handed: readonly string[]): Promise<boolean> {
  const { isOfRun } = await import('./explain/of-run.js');
  return isOfRun(handed, process.env);
}

/** An approval counts on the other machines of a shared run once they are told; whether they could be told changes no exit code. */
async function tellOfApproval(handed: readonly string[]): Promise<void> {
  const at = handed.indexOf('--directory');
  const directory = path.resolve(at < 0 ? '.' : (handed[at + 1] ?? '.'));
  const { tellSigned } = await import('./drive/share.js');
  const tell = (text: string) => void process.stderr.write(text);
  await tellSigned({ directory, environment: process.env, tell }, 'approval').catch(() => {});
}

/** A run of the program. */
interface Running {
  name: 'flow' | 'flowctl';
  argv: readonly string[];
  programs: OwnPrograms;
  /** The way in which the answer is printed: the program's, and once the command is known, the command's. */
  manner: Manner;
  /** All commands, once they are known. */
  program?: Commander;
}

function mannerOf(programs: OwnPrograms, json: boolean): Manner {
  return {
    json,
    documentOf: envelopeOf,
    typed: (text) => asTyped(text, programs),
    remedyTyped: (remedy) => lineTyped(remedy, programs),
  };
}

/** Makes what is drawn again and again lie within the lines and columns of a terminal. */
const onThisScreen = (): Partial<Manner> =>
  process.stdout.isTTY ? { drawn: (text) => topOf(fittedFor(process.stdout, text), process.stdout.rows || 24) } : {};

async function answerTo(running: Running): Promise<Awaited<Answered>> {
  const { name, argv, programs } = running;
  const script = ownScript(
    argv.filter((word) => word !== '--json'),
    name,
  );
  if (script !== null) return textAnswer(script, { script });
  const { doorOf, insideOf, isHidden, NOT_IN_PLACE, refusedInside } = await hooks();
  let shown = '';
  let answered: Answered | undefined;
  const program = await buildProgram({
    name,
    argv,
    programs,
    write(text) {
      shown += text;
    },
    run(command, call) {
      const manner = mannerOf(programs, call.json);
      running.manner = command.group === 'setup' ? manner : { ...manner, ...onThisScreen() };
      const inside = insideOf(INSIDE[command.name], call.options);
      const isDone = isInPlace(call.environment);
      // What works in the shell is left to the shell: the agent may name any file there.
      if (isDone && inside === 'works') answered = { exit: NOT_IN_PLACE };
      else if (inside !== 'works' && (isDone ? inside !== 'outside' : isHidden(call.environment)))
        answered = refusedInside(`${call.program} ${command.name}`, inside, call);
      else answered = command.run({ ...call, ...doorOf(manner, call.json || call.isQuiet) });
    },
  });
  running.program = program;
  if (argv.length === 0) {
    program.outputHelp();
    return { exit: EXIT.usage, text: shown, isVerbatim: true };
  }
  try {
    await program.parseAsync(meantWords(argv, program), { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return textAnswer(shown, { text: shown });
    // Options alone: the help that was shown says enough, but to who reads JSON.
    if (isHelpShown(error) && !running.manner.json) return { exit: EXIT.usage, last: shown.trimEnd() };
    throw error;
  }
  return answered ?? textAnswer(shown, { text: shown });
}

const textAnswer = (text: string, data: object): Answer => ({ exit: EXIT.ok, data, text, isVerbatim: true });

const isHelpShown = (error: unknown) => error instanceof CommanderError && error.code === 'commander.help';

/**
 * Finds out how our programs are started here. A program that a package manager has fetched for one call is started
 * again only by the name of its package.
 */
async function programsHere(name: 'flow' | 'flowctl', calledAs: string): Promise<OwnPrograms> {
  const { programHere, isOnPath, scoped, clean } = await hooks();
  const here = process.cwd();
  const typed = process.env.FLOW_IN_PLACE;
  if (typed !== undefined) return { flow: clean(typed, 200), hooks: programHere('flow-hooks', here) };
  const isFetched = calledAs.split(path.sep).includes('node_modules') && !isOnPath(name, process.env);
  const flow = isOfProject(calledAs) ? programHere(name, here) : isFetched ? scoped(name) : name;
  return { flow, hooks: programHere('flow-hooks', here) };
}

/**
 * Tells whether the program is installed in the project at hand alone: its name is on nobody's search path, and package
 * managers find it.
 */
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

const ASKS_VERSION: ReadonlySet<string> = new Set(['-V', '--version']);

/** The parts that a program is built of. */
interface Building {
  name: string;
  /** The words of the call. */
  argv?: readonly string[];
  /** The words that start our programs here, for everything that is to be typed as it is printed. */
  programs?: OwnPrograms;
  /** Takes help and version. */
  write?(text: string): void;
  run?: Run;
}

/** Runs a command as it was called; the door is not open yet. */
type Run = (command: Command, call: Omit<Call, keyof Door>) => void;

/**
 * Builds the program for words: with the command that they call alone, or whole where they call none that is `flow`'s own,
 * as for help, for completion and for the reference pages of the documentation.
 */
export async function buildProgram({
  name,
  argv = [],
  programs = { flow: name, hooks: 'npx flow-hooks' },
  write = () => {},
  run = () => {},
}: Building): Promise<Commander> {
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
      writeOut: write,
      writeErr: write,
    });
  if (ASKS_VERSION.has(argv[0] ?? '')) return program;
  const called = await commandNamed(argv[verbAt(argv)] ?? '');
  for (const command of called ? [called] : await allCommands()) register(program, command, { programs, argv, run });
  // Commander has to know of the others only for help, for completion, and to say what was meant.
  if (called) return program;
  await registerHanded(program, typed);
  await addCompletion(program, argv);
  const complete = program.commands.find((one) => one.name() === 'complete');
  complete?.addHelpText('after', examplesOf(typed, COMPLETE_EXAMPLES));
  return program;
}

function register(
  program: Commander,
  command: Command,
  { programs, argv, run }: Required<Pick<Building, 'programs' | 'argv' | 'run'>>,
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
  one.action((...given: unknown[]) => {
    const common = program.opts<{ C?: string; json?: boolean; quiet?: boolean }>();
    run(command, {
      directory: path.resolve(common.C ?? '.'),
      words: (given.slice(0, -2) as (string | string[] | undefined)[]).flat().filter((word) => word !== undefined),
      options: one.opts(),
      environment: process.env,
      json: common.json === true,
      isQuiet: common.quiet === true,
      program: typed,
      line: [typed, ...argv.filter((word) => word !== '--json').map(shellWord)].join(' '),
    });
  });
}

/** Registers the commands of `flow-hooks`, for help and completion: what runs them never comes here. */
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

/** Answers for a command that an error has ended, with a code and a remedy. */
async function brokenOff(error: unknown, running: Running): Promise<Answer> {
  if (error instanceof FlowError) return answerOf(error);
  const { clean, failed } = await hooks();
  if (error instanceof CommanderError) return misused(error, running);
  const { code, message, hint } = error as Error & { code?: unknown; hint?: unknown };
  const known = typeof code === 'string' ? code : 'INTERNAL';
  const doctor = `\`${running.programs.flow} doctor\``;
  const told = known === 'NOT_WRITABLE' ? `${hint} ${doctor} has the command.` : hint;
  const remedy = typeof told === 'string' ? told : `Run ${doctor}.`;
  return failed(EXIT.broken, known, clean(message, 1000), clean(remedy, 500));
}

/** Answers words that Commander cannot read, with what was probably meant. */
async function misused(error: CommanderError, { argv, programs, program }: Running): Promise<Answer> {
  const { clean, failed } = await hooks();
  const typed = programs.flow;
  const commands = program?.commands.map((one) => one.name()) ?? [];
  const verb = commands.find((one) => one === argv[verbAt(argv)]);
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
  return failed(EXIT.usage, 'USAGE', clean(message), remedy);
}
