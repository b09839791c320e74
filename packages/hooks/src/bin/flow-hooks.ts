#!/usr/bin/env node
import path from 'node:path';
import { parseArgs } from 'node:util';
import { applyPolicy, openTerminal } from '../commands/apply.js';
import { execCommand } from '../commands/exec.js';
import { explain, renderExplanation } from '../commands/explain.js';
import { renderStatus, statusOf } from '../commands/status.js';
import { applyPlan } from '../install/apply-plan.js';
import { renderDiff } from '../install/diff.js';
import { runDoctor } from '../install/doctor.js';
import { formatInstallFinding } from '../install/install-finding.js';
import { planInstall } from '../install/plan.js';
import { renderDoctor, wantsColor } from '../install/render-doctor.js';
import { planUninstall } from '../install/uninstall.js';
import { type Start, type Surroundings, surroundingsOf } from '../surroundings.js';
import { formatFinding } from '../words.js';

/** Exit codes: 0 done, 1 findings or a refusal, 2 usage, 3 broken surroundings; `exec` gives the command's own. */
const HELP = `flow-hooks: a coding agent cannot push what it has not tested.

  flow-hooks install [--dry-run] [--config]   set up this repository (run it again to repair or upgrade)
  flow-hooks uninstall [--dry-run]            give back what was there before
  flow-hooks doctor [--json]                  check that the guard is armed, with the fix for what is not
  flow-hooks status [--json]                  what is tested on the content here, and what is not
  flow-hooks explain [--json] '<command>'     what the guards would decide about a command, and why
  flow-hooks exec -- <command>                run a command and record its test runs
  flow-hooks apply                            put a changed flow.config.yaml into force (a person, in a terminal)

  --directory <path>   work there instead of here
  --version, --help
`;

declare const FLOW_VERSION: string;

const out = (text: string) => process.stdout.write(text);
const err = (text: string) => process.stderr.write(text);

/** Longer than a hook's: a person waits for an answer. */
const DEADLINE = 60_000;

interface Options {
  directory: string;
  json: boolean;
  dryRun: boolean;
  config: boolean;
}

function start(): Start {
  return { environment: process.env, deadline: Date.now() + DEADLINE };
}

function inRepository(options: Options): Surroundings | null {
  const around = surroundingsOf(options.directory, start());
  if (!around) err(`NO_REPOSITORY: ${options.directory} lies in no git repository. Make one: git init\n`);
  return around;
}

function install(options: Options): number {
  const plan = planInstall({
    directory: options.directory,
    environment: process.env,
    version: FLOW_VERSION,
    bundle: path.dirname(__filename),
    withConfig: options.config,
  });
  if (!plan.ok) {
    for (const finding of plan.findings) err(`${formatInstallFinding(finding)}\n`);
    err('Nothing was written.\n');
    return plan.findings.some((finding) => finding.code === 'NO_REPOSITORY') ? 3 : 1;
  }
  for (const one of plan.stack)
    out(`found  ${one.preset.padEnd(11)} ${one.marker}  (${one.command ?? 'no test command found'})\n`);
  if (plan.stack.length === 0)
    out('found  no test runner; pushes are allowed with a notice until flow.config.yaml names a command\n');
  out(plan.plan.length > 0 ? `\n${renderDiff(plan.plan)}\n` : '\nEverything is in place already; nothing to write.\n');
  for (const note of plan.notes) out(`note   ${note}\n`);
  if (options.dryRun || plan.plan.length === 0) return 0;
  const applied = applyPlan(plan.plan);
  if (!applied.ok) {
    for (const finding of applied.findings) err(`${formatInstallFinding(finding)}\n`);
    return 3;
  }
  out(
    '\nInstalled. Next: npx flow-hooks doctor, then commit .claude/ and .gitignore so that teammates are guarded too.\n',
  );
  return 0;
}

function uninstall(options: Options): number {
  const plan = planUninstall({ directory: options.directory, environment: process.env, version: FLOW_VERSION });
  if (!plan.ok) {
    for (const finding of plan.findings) err(`${formatInstallFinding(finding)}\n`);
    return 1;
  }
  out(plan.plan.length > 0 ? `${renderDiff(plan.plan)}\n` : 'Nothing of ours is installed here.\n');
  for (const note of plan.notes) out(`note   ${note}\n`);
  if (options.dryRun || plan.plan.length === 0) return 0;
  const applied = applyPlan(plan.plan);
  if (!applied.ok) {
    for (const finding of applied.findings) err(`${formatInstallFinding(finding)}\n`);
    return 3;
  }
  out('Uninstalled.\n');
  return 0;
}

function doctor(options: Options): number {
  const checks = runDoctor({ directory: options.directory, environment: process.env, version: FLOW_VERSION });
  const ok = checks.every((check) => check.status !== 'failure');
  out(
    options.json
      ? `${JSON.stringify({ version: 1, ok, checks }, null, 2)}\n`
      : renderDoctor(checks, { color: wantsColor(process.env, process.stdout.isTTY) }),
  );
  return ok ? 0 : 1;
}

function status(options: Options): number {
  const around = inRepository(options);
  if (!around) return 3;
  const state = statusOf(around);
  out(options.json ? `${JSON.stringify(state, null, 2)}\n` : renderStatus(state));
  return state.suites.every((suite) => suite.state === 'tested' || suite.state === 'no-tests') ? 0 : 1;
}

function explainCommand(options: Options, words: readonly string[]): number {
  const command = words.join(' ');
  if (!command) {
    err("USAGE: flow-hooks explain '<command>'\n");
    return 2;
  }
  const explanation = explain(command, options.directory, start());
  out(options.json ? `${JSON.stringify(explanation, null, 2)}\n` : renderExplanation(explanation));
  return explanation.decision === 'refuse' ? 1 : 0;
}

function apply(options: Options): number {
  const around = inRepository(options);
  if (!around) return 3;
  const terminal = openTerminal(process.env);
  const result = applyPolicy(around.repository, process.env, terminal);
  terminal?.close();
  switch (result.kind) {
    case 'unchanged':
      out('The policy in force already is that of flow.config.yaml.\n');
      return 0;
    case 'applied':
      out('Applied.\n');
      return 0;
    case 'declined':
      out('Nothing was changed.\n');
      return 1;
    case 'no-person':
      err(`PERSON_ONLY: ${result.why}. Run \`npx flow-hooks apply\` in a terminal of your own.\n`);
      return 1;
    default:
      for (const problem of result.problems) {
        err(`${formatFinding({ code: 'POLICY_INVALID', level: 'block', args: { ...problem } }, Date.now())}\n`);
      }
      return 1;
  }
}

async function exec(options: Options, words: readonly string[]): Promise<number> {
  if (words.length === 0) {
    err('USAGE: flow-hooks exec -- <command> [arguments]\n');
    return 2;
  }
  const result = await execCommand(words, options.directory, start());
  for (const one of result.recorded) err(`flow: recorded ${one.suite}: ${one.outcome}\n`);
  if (result.recorded.length === 0) err('flow: no test run was recognised in this command, so nothing was recorded\n');
  for (const remark of result.remarks) err(`flow: ${remark}\n`);
  return result.exit;
}

/** Everything after `--` belongs to the command that `exec` runs. */
function splitArguments(argv: string[]): { own: string[]; rest: string[] } {
  const at = argv.indexOf('--');
  return at < 0 ? { own: argv, rest: [] } : { own: argv.slice(0, at), rest: argv.slice(at + 1) };
}

async function main(argv: string[]): Promise<number> {
  const { own, rest } = splitArguments(argv);
  let parsed: ReturnType<typeof read>;
  try {
    parsed = read(own);
  } catch (error) {
    err(`USAGE: ${(error as Error).message}\n\n${HELP}`);
    return 2;
  }
  const { values, positionals } = parsed;
  const [verb, ...words] = positionals;
  if (values.version) return out(`${FLOW_VERSION}\n`) ? 0 : 0;
  if (values.help || verb === undefined || verb === 'help')
    return out(HELP) && verb === undefined && !values.help ? 2 : 0;
  const options: Options = {
    directory: path.resolve(values.directory ?? '.'),
    json: values.json ?? false,
    dryRun: values['dry-run'] ?? false,
    config: values.config ?? false,
  };
  switch (verb) {
    case 'install':
      return install(options);
    case 'uninstall':
      return uninstall(options);
    case 'doctor':
      return doctor(options);
    case 'status':
      return status(options);
    case 'explain':
      return explainCommand(options, [...words, ...rest]);
    case 'exec':
      return exec(options, [...words, ...rest]);
    case 'apply':
      return apply(options);
    default:
      err(`USAGE: there is no command \`${verb.slice(0, 40)}\`.\n\n${HELP}`);
      return 2;
  }
}

function read(argv: string[]) {
  return parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      directory: { type: 'string' },
      json: { type: 'boolean' },
      'dry-run': { type: 'boolean' },
      config: { type: 'boolean' },
      version: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error & { code?: string; hint?: string }) => {
    err(`${error.code ?? 'INTERNAL'}: ${error.message}\n${error.hint ? `${error.hint}\n` : ''}`);
    process.exitCode = 3;
  },
);
