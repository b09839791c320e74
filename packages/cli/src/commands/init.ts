import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hooks } from '../evidence.js';
import { type Answers, type Parts, type Tier, USUAL_RESULTS } from '../init/answers.js';
import { baseNotes, type Found, look, packagesOf, stacksOf } from '../init/found.js';
import { leftOut, partsOf } from '../init/left-out.js';
import { projectFiles } from '../init/project-files.js';
import { TIERS } from '../init/tiers.js';
import { paint } from '../paint.js';
import { ADD_PLUGIN } from '../plugin/add.js';
import { type Answer, type Call, type Command, EXIT, FlowError, type Problem } from './command.js';

export const init: Command = {
  name: 'init',
  group: 'setup',
  summary: 'set up this repository: asks, says what it writes, writes it; safe to run again',
  flags: [
    { flags: '-y, --yes', description: 'accept what was found and the defaults, and write' },
    { flags: '--dry-run', description: 'show all that would be written, and write nothing' },
    { flags: '--verbose', description: 'show each change as a diff, and every note' },
    {
      flags: '--tier <number>',
      description: '1: guards, 2: also phases, 3: also agents and skills',
      choices: ['1', '2', '3'],
    },
    { flags: '--without <names...>', description: 'phases and agents of the ceremony to leave out' },
    { flags: '--plugin', description: 'tier 3: use agents and skills from the plugin instead of project files' },
    {
      flags: '--no-memory',
      description: 'tiers 2 and 3: no block about flow in your own memory file (FLOW_NO_MEMORY=1 does the same)',
    },
    {
      flags: '--host <client>',
      description: 'the coding agents, with commas between them; all: those that the project or you use',
    },
  ],
  examples: [
    ['init', 'asks; Enter accepts what was found'],
    ['init --yes --tier 1', 'for scripts: the guards with the default rules'],
    ['init --yes --tier 3 --without logging patterns', 'adds agents and skills, without two of the reviewers'],
    ['init --dry-run', 'what would be written'],
  ],
  run: async (call) => ({ ...(await runInit(call)), isUnbroken: isWhole(call) }),
};

/** Tells whether the answer shows every line that is written. */
const isWhole = ({ options }: Call) => options.dryRun === true || options.verbose === true;

async function runInit(call: Call): Promise<Answer> {
  const {
    CLIENTS,
    hostsAsked,
    unknownHost,
    planInstall,
    applyPlan,
    acceptRemotes,
    installProblem,
    shipped,
    CONFIG_TEXT,
  } = await hooks();
  const { host: named, tier, yes, dryRun } = call.options;
  const found = await look(call.directory, call.environment);
  const hosts = typeof named === 'string' ? hostsAsked(named, found.root, call.environment) : undefined;
  if (typeof hosts === 'string')
    throw new FlowError('usage', 'HOST_UNKNOWN', unknownHost(hosts), `${call.program} init --host codex`);
  const { ask, canAsk, confirmWrite } = await import('../init/ask.js');
  const { configText } = await import('../init/config-text.js');
  const isAsking = !yes && !dryRun && !call.json && canAsk();
  const usual = usualAnswers(found, call);
  const answers = isAsking ? await ask(found, usual, tier !== undefined) : usual;
  const text = configText(answers, CONFIG_TEXT);
  if (found.config === null) await checkConfig(text, call.program);
  const amended = await amendedConfig(found, answers);
  const planned = planInstall({
    directory: call.directory,
    environment: call.environment,
    ...shipped(),
    config: () => text,
    ...(amended.text !== null && { amend: () => amended.text! }),
    ...(hosts && { hosts }),
    statusLine: true,
    files: await projectFiles(
      answers,
      stacksOf(found, answers).map(({ preset }) => preset),
    ),
    rules: answers.tier > 1,
    ...(call.options.memory === false ? { memory: false } : answers.tier > 1 ? { memory: true } : {}),
  });
  if (!planned.ok) throw refused(planned.findings.map(installProblem), call.program);
  const { plan } = planned;
  const notes = [
    ...(found.configFault === null ? [] : [found.configFault]),
    ...(await baseNotes(call.directory, call.environment, found, answers.baseBranch)),
    ...planned.notes,
    ...amended.notes,
    ...tierNotes(answers),
  ];
  const report: Report = { found, answers, changes: await changesOf(plan), notes, written: false, next: '' };
  const shown = await describe(report, plan, isWhole(call) ? 'whole' : 'planned');
  if (plan.length === 0 || dryRun) return answer({ ...report, next: await nextStep(report, call) }, shown);
  if (isAsking) {
    call.tell(`${shown}\n`);
    if (!(await confirmWrite())) throw new FlowError('interrupted', 'DECLINED', 'nothing was written.', '');
  } else if (!yes) {
    const problem = {
      code: 'NOT_CONFIRMED',
      message: 'nothing was written: there is no terminal to ask in.',
      remedy: `${call.program} init --yes`,
    };
    return { ...answer({ ...report, next: problem.remedy }, shown), exit: EXIT.finding, problems: [problem] };
  }
  const applied = applyPlan(plan);
  if (!applied.ok) throw refused(applied.findings.map(installProblem), call.program);
  acceptRemotes(call.directory, call.environment);
  const { offerCompanions } = await import('../init/offer-companions.js');
  const added = isAsking ? await offerCompanions(call, hosts?.[0] ?? CLIENTS[0]!, answers) : [];
  for (const line of added) call.tell(`${line}\n`);
  const done = { ...report, notes: [...(await heldBack(call)), ...notes], written: true };
  const told = isAsking ? '' : await describe(done, plan, isWhole(call) ? 'whole' : 'done');
  return answer({ ...done, next: await nextStep(done, call) }, told);
}

interface Report {
  found: Found;
  answers: Answers;
  /** The files that are written; the program's own files are left out. */
  changes: { path: string; change: 'new' | 'changed' }[];
  notes: string[];
  written: boolean;
  /** The command to type next. */
  next: string;
}

function usualAnswers({ base, ceremony, unread }: Found, { options, program }: Call): Answers {
  const tier = options.tier === undefined ? 1 : (Number(options.tier) as Tier);
  return {
    tier,
    without: namedParts(partsOf(ceremony, tier), [options.without ?? []].flat().map(String), program),
    agentsFrom: options.plugin ? 'plugin' : 'files',
    baseBranch: base,
    suites: unread,
    strictness: 'strict',
    results: USUAL_RESULTS,
    exact: false,
    conventions: [],
    notOurs: [],
    outermost: [],
    notCaptured: [],
  };
}

/** Sorts the names behind `--without` into phases and agents; an unknown name is a mistake. */
function namedParts(known: Parts, names: string[], program: string): Parts {
  const unknown = names.find((name) => !known.phases.includes(name) && !known.agents.includes(name));
  if (unknown === undefined)
    return {
      phases: known.phases.filter((name) => names.includes(name)),
      agents: known.agents.filter((name) => names.includes(name)),
    };
  const all = [...known.phases, ...known.agents].join(', ');
  const message = all
    ? `this tier has no phase or agent named ${JSON.stringify(unknown.slice(0, 60))}; it has ${all}.`
    : 'Tier 1 has no phases and no agents.';
  throw new FlowError('usage', 'PART_UNKNOWN', message, `${program} init --tier 3 --without logging`);
}

/** Checks that a configuration still has a workflow that can lead after parts of it were left out. */
async function checkConfig(text: string, program: string): Promise<void> {
  const { compileConfig, clean } = await hooks();
  const compiled = compileConfig(text);
  if (compiled.ok) return;
  const [{ at, message } = { at: '', message: '' }] = compiled.problems;
  const why = clean(`${at}: ${message}`, 500);
  throw new FlowError('usage', 'ANSWERS_INVALID', `these answers conflict: ${why}`, `${program} init --tier 3`);
}

/** Adds the answers to a configuration that is there already, and notes what a person is told of it. */
async function amendedConfig(
  { root, config }: Found,
  answers: Answers,
): Promise<{ text: string | null; notes: string[] }> {
  const ceremony = leftOut(answers);
  if (config === null || Object.keys(ceremony).length === 0) return { text: null, notes: [] };
  const { compileConfig, clean } = await hooks();
  const { amendConfig, inOneLine } = await import('../init/amend-config.js');
  const wanted = { workflows: { ceremony } };
  const isJson = config.endsWith('.json');
  const amended = isJson ? null : amendConfig(readFileSync(path.join(root, config), 'utf8'), wanted);
  if (!amended || !compileConfig(amended.text).ok) {
    const what = isJson ? JSON.stringify(wanted) : inOneLine(wanted);
    return { text: null, notes: [`${config} is unchanged. To match these answers, add: ${what}`] };
  }
  const kept = amended.kept.map((one) => `${config} says ${clean(one, 200)}: kept as it is.`);
  return { text: amended.added === '' ? null : amended.text, notes: kept };
}

/** Tells a person what a tier needs that no file can bring. */
function tierNotes({ tier, agentsFrom }: Answers): string[] {
  if (tier < 3) return [];
  return agentsFrom === 'files' ? [] : [`Each person adds the plugin once: ${ADD_PLUGIN.join(' && ')}`];
}

type Plan = Extract<ReturnType<Awaited<ReturnType<typeof hooks>>['planInstall']>, { ok: true }>['plan'];

async function changesOf(plan: Plan): Promise<Report['changes']> {
  const { clean } = await hooks();
  return plan.flatMap((change) =>
    change.type === 'file' && change.part !== 'bundle' && change.part !== 'record'
      ? [{ path: clean(change.label, 300), change: change.before ? ('changed' as const) : ('new' as const) }]
      : [],
  );
}

/**
 * Describes what was found and what is written, as people read it: whole, or in a dozen lines before or after the
 * writing.
 */
async function describe(
  { found, answers, notes }: Report,
  plan: Plan,
  how: 'whole' | 'planned' | 'done',
): Promise<string> {
  const { clean, renderDiff, stackLine, summaryOf, fewFound, fewNotes } = await hooks();
  const { title } = TIERS[answers.tier];
  const ours = stacksOf(found, answers);
  const lines = ours.map(stackLine);
  const named = found.config === null ? answers.suites : [];
  for (const { root, command } of named)
    lines.push(`found  ${clean(command, 100)}${root === '.' ? '' : ` in ${clean(root, 200)}`}  (its exit code counts)`);
  if (ours.length + named.length === 0)
    lines.push('found  no test runner; name its command under `suites` in flow.config.yaml');
  const packages = packagesOf(ours);
  if (packages.length > 1) lines.push(`found  ${packages.length} packages: a file belongs to the nearest`);
  const isWhole = how === 'whole';
  const told = [`tier   ${answers.tier}, ${title}`, ...(isWhole ? lines : fewFound(lines))];
  told.push(`found  base branch ${clean(found.base ?? 'none yet; it is looked up at each push', 200)}`);
  if (found.config !== null)
    told.push(`kept   ${found.config}: ${found.configFault === null ? 'its rules are unchanged' : 'it is not valid'}`);
  const none = 'Everything is already in place; nothing to write.';
  if (isWhole) told.push('', plan.length > 0 ? renderDiff(plan) : `${none}\n`);
  else told.push(...(plan.length > 0 ? summaryOf(plan, how === 'done') : [none]));
  const said = notes.map((note) => `note   ${clean(note, 500)}`);
  told.push(...(isWhole ? said : fewNotes(said)));
  return `${told.join('\n').trimEnd()}\n`;
}

async function nextStep({ changes, written, answers }: Report, call: Call): Promise<string> {
  const { program, options } = call;
  if (!written && changes.length > 0) return `${program} init --yes${options.tier ? ` --tier ${options.tier}` : ''}`;
  // Rules hold once a person has put them into force, or once they are on the base branch.
  if (changes.some(({ path: file }) => /^flow\.config\.ya?ml$/.test(file))) return `${program} apply`;
  if ((await heldBack(call)).length > 0) return `${program} apply`;
  return answers.tier > 1 ? `${program} start ceremony` : `${program} doctor`;
}

/** Tells that a configuration is not in force, so that its stacks, commands and workflows do not hold yet. */
async function heldBack({ directory, environment }: Call): Promise<string[]> {
  const { surroundingsOf, formatFinding, readerOf } = await hooks();
  const around = surroundingsOf(directory, { environment, deadline: Date.now() + DEADLINE });
  const held = around?.policyFindings.filter(({ code }) => code === 'POLICY_PENDING' || code === 'POLICY_INVALID');
  return (held ?? []).map((finding) => formatFinding(finding, Date.now(), readerOf(environment)));
}

/** Milliseconds that reading the repository may take. */
const DEADLINE = 60_000;

function answer(report: Report, shown: string): Answer {
  const next = paint('bold', report.next);
  return {
    exit: 0,
    data: report,
    text: `${shown}${report.written ? '\nWritten.' : '\n'}${report.written ? ' ' : ''}Next: ${next}\n`,
  };
}

function refused([first, ...others]: readonly Problem[], program: string): FlowError {
  const { code, message } = first ?? { code: 'INSTALL', message: '' };
  const exit = code === 'NO_REPOSITORY' || code === 'NO_GIT' ? 'broken' : 'finding';
  const more = others.map((one) => `\n${one.code}: ${one.message}`).join('');
  return new FlowError(exit, code, message + more, `Nothing was written. Then: ${program} init`);
}
