import path from 'node:path';
import { CLIENTS } from '@flow/clients/clients';
import { acceptRemotes } from '@flow/engine/facts/published/accept';
import { recordFirstLooker } from '@flow/engine/facts/weakened-program';
import { surroundingsOf } from '@flow/engine/places/surroundings';
import { readConfig } from '@flow/engine/policy/policy';
import { type DetectedProject, stackLine } from '@flow/engine/policy/presets/detect-stack';
import type { NamedTests } from '@flow/engine/policy/presets/unread-tests';
import { renewSigned } from '@flow/engine/policy/renew';
import { isHidingName } from '@flow/engine/recording/runs/hiding-names';
import { sealWritten } from '@flow/engine/recording/views/seal-written';
import { personsTerminal } from '@flow/engine/run/approvals/ask';
import { describeFault } from '@flow/engine/run/approvals/fault-words';
import { readerOf } from '@flow/engine/run/approvals/reader';
import { asTyped } from '@flow/engine/text/as-typed';
import { clean } from '@flow/engine/text/clean';
import { formatFinding } from '@flow/engine/words/finding-words';
import { bindKey, findRepository } from '@flow/evidence';
import { readPart } from '@flow/evidence/disk/read-part';
import { type Answer, failed } from '../answer/answer.js';
import { hostsAsked, hostsMeant, unguardedHosts, unknownHost } from '../install/host-files/host-files.js';
import { applyPlan } from '../install/plan/apply-plan.js';
import type { Change } from '../install/plan/change.js';
import { renderDiff } from '../install/plan/diff.js';
import { installProblem } from '../install/plan/install-finding.js';
import { type InstallPlan, planInstall } from '../install/plan/plan.js';
import { fewFound, fewNotes, summaryOf } from '../install/plan/summary.js';
import { configText, withTests } from '../install/project/config-file.js';
import {
  declineFront,
  FRONT_LINE,
  frontText,
  isFrontDeclined,
  putFrontIntoForce,
} from '../install/project/front-line.js';
import { dropHeld } from '../install/seal/drop-held.js';
import { type Backend, prepareSeal } from '../install/seal/plan-seal.js';
import { type Call, type Command, repositoryOf, startOf, usage } from './command.js';

declare const FLOW_VERSION: string;

export const install: Command = {
  name: 'install',
  usage:
    '[--host <client>] [--seal host|prefix|off] [--status-line] [--tests <command>]… [--config] [--verbose] [--dry-run]',
  summary: 'set up this repository; run again to repair or upgrade',
  options: {
    'dry-run': { type: 'boolean', about: 'show all that would be written, and write nothing' },
    verbose: { type: 'boolean', about: 'show each change as a diff, and every note' },
    config: { type: 'boolean', about: 'also write a flow.config.yaml with every rule, and the tests that were found' },
    tests: {
      type: 'string',
      value: 'command',
      about: 'the same with this command, which has to exit with 0 for a push; repeatable',
      multiple: true,
    },
    host: {
      type: 'string',
      value: 'client',
      about: `the coding agents, with commas between them: ${CLIENTS.map(({ name }) => name).join(', ')}; all: those that the project or you use`,
    },
    seal: {
      type: 'string',
      value: 'how',
      about:
        'prefix: what Claude Code starts in a shell cannot write evidence or settings, or read the key; host: the same within its own sandbox, where that is on; off: a person ends it',
    },
    'status-line': { type: 'boolean', about: 'add a status line to the project, unless it has one' },
  },
  run: runInstall,
};

/** Returns the built files beside this program, which an installation copies, and their version. */
export const shipped = () => ({ bundle: path.dirname(__filename), version: FLOW_VERSION });

function runInstall(call: Call): Answer {
  const { values } = call;
  const root = findRepository(call.directory)?.root ?? null;
  const asked = typeof values.host === 'string' ? hostsAsked(values.host, root, call.environment) : undefined;
  if (typeof asked === 'string') return usage(call, install, unknownHost(asked));
  const { seal } = values;
  if (seal !== undefined && seal !== 'host' && seal !== 'prefix' && seal !== 'off')
    return usage(call, install, '--seal expects host, prefix or off.');
  if (seal === 'off' && !values['dry-run']) {
    const person = personsTerminal(call.environment);
    if ('fault' in person) return failed(1, person.fault, describeFault(person.fault, person.detail));
    person.terminal.close();
  }
  const tests = Array.isArray(values.tests) ? values.tests.map(testsIn) : [];
  if (tests.some(({ command }) => command === ''))
    return usage(call, install, '--tests expects a command, such as "make test".');
  const hiding = tests.find(({ root, command }) =>
    isHidingName(command, path.resolve(call.directory, root), startOf(call)),
  );
  if (hiding) return hidden(hiding);
  const hosts = asked ?? (root === null ? [] : hostsMeant(root, call.environment));
  const missing = asked || values['dry-run'] || values.json ? [] : unguardedHosts(root, call.environment, hosts);
  const isMore =
    missing.length > 0 && asks(call, `Guard ${missing.map(({ product }) => product).join(' and ')} here too?`);
  const options = {
    directory: call.directory,
    environment: call.environment,
    ...shipped(),
    hosts: isMore ? [...hosts, ...missing] : hosts,
    statusLine: values['status-line'] === true,
    ...(seal !== undefined && { seal: seal as Backend | 'off' }),
  };
  const config =
    tests.length > 0
      ? () => configText(tests)
      : values.config === true
        ? ({ unread }: DetectedProject) => configText(unread)
        : null;
  let plan = planInstall({
    ...options,
    config,
    ...(tests.length > 0 && { amend: (text: string) => withTests(text, tests) }),
  });
  const isAsking = config === null && !values['dry-run'] && !values.json;
  const isNaming = plan.ok && isAsking && wantsTests(call, plan);
  if (isNaming) plan = planInstall({ ...options, config: ({ unread }) => configText(unread) });
  // A call about the seal asks about nothing else.
  const isOfFront = isAsking && !isNaming && values.seal === undefined;
  const front = plan.ok && isOfFront && plan.isWithoutFront ? wantedFront(call) : null;
  if (front !== null) plan = planInstall({ ...options, config: null, front });
  if (!plan.ok) {
    const exit = plan.findings.some((finding) => finding.code === 'NO_REPOSITORY') ? 3 : 1;
    return { exit, problems: plan.findings.map(installProblem), last: 'Nothing was written.' };
  }
  const isWhole = values.verbose === true || values['dry-run'] === true;
  const isNothing = plan.plan.length === 0;
  const isWritten = !values['dry-run'] && !isNothing;
  if (isWritten && plan.plan.some((change) => change.type === 'file' && change.part === 'seal')) makeReady(call);
  const applied = isWritten ? applyPlan(plan.plan) : { ok: true as const };
  if (isWritten && applied.ok) {
    sealConfig(call, plan.plan);
    dropHeld(call.directory, call.environment);
  }
  if (isWritten && applied.ok && front !== null) settleFront(call);
  if (!values['dry-run'] && applied.ok) {
    acceptRemotes(call.directory, call.environment);
    const here = findRepository(call.directory);
    if (here) recordFirstLooker(here, call.environment);
  }
  if ((seal === 'host' || seal === 'prefix') && isWritten && applied.ok) vouchAnew(call);
  const problems = applied.ok ? [] : applied.findings.map(installProblem);
  const found = [...plan.stack.map(stackLine), ...plan.unread.map(testsLine)];
  if (found.length === 0) found.push('found  no project file of a known stack');
  const told = plan.notes.map((note) => asTyped(note, call.directory));
  const held = applied.ok && !values['dry-run'] ? heldBack(call) : [];
  const left = applied.ok ? tests.flatMap((one) => leftOut(one, plan.plan, call.directory)) : [];
  if (plan.isWithoutFront && !isNothing && !isAtTerminal()) told.push(asTyped(FRONT_NOTE, call.directory));
  const notes = [...left, ...held, ...told].map((note) => `note   ${note}`);
  const done = isWhole ? ['', renderDiff(plan.plan)] : summaryOf(plan.plan, applied.ok);
  const lines = [
    ...(isWhole ? found : fewFound(found)),
    ...(isNothing ? ['Everything is already in place; nothing to write.'] : done),
    ...(isWhole ? notes : fewNotes(notes)),
  ];
  const data = {
    stacks: plan.stack,
    tests: plan.unread,
    changes: plan.plan.map(changeOf),
    notes: [...left, ...held, ...told],
  };
  const text = () => lines.map((line) => `${line}\n`).join('');
  const shown = { isVerbatim: true, isUnbroken: isWhole } as const;
  if (!applied.ok) return { exit: 3, text: text(), problems, ...shown };
  if (!isWritten) return { exit: 0, data: { ok: true, written: false, ...data }, text: text(), ...shown };
  // The launcher lies in the folder of the usual client, whichever are guarded.
  const folders = [...new Set(['.claude/', ...options.hosts.map(({ settings }) => `${path.dirname(settings)}/`)])].join(
    ', ',
  );
  const written = plan.plan.flatMap((change) => (change.type === 'file' && change.part === 'config' ? [change] : []));
  const names = written.map(({ label }) => label);
  // What asks for the front alone is in force at once.
  const pending = front !== null && held.length === 0 ? [] : names;
  const first = pending.map((file) => `${call.typed('apply')} to put ${file} into force, `).join('');
  const files = [folders, ...names, '.gitignore'].join(', ').replace(/, ([^,]+)$/, ' and $1');
  const after = `Next: ${first}${call.typed('doctor')}, then commit ${files} on a branch, so that teammates are guarded too.`;
  const next = asTyped(after, call.directory);
  lines.push(`Installed. ${next}`);
  return { exit: 0, data: { ok: true, written: true, ...data, next }, text: text(), ...shown };
}

/** Refuses to name a command of which no run could count. */
const hidden = ({ command }: NamedTests): Answer =>
  failed(
    2,
    'NAMED_HIDES',
    `a pipe, a list or a background start in \`${clean(command, 100)}\` hides how its tests end, so no run of it could count. Put it into a script that ends with their exit code, and name that: --tests ./test.sh`,
  );

/** Tells that a command of `--tests` is not written, as the project's configuration names others: those are a person's. */
function leftOut({ command }: NamedTests, plan: readonly Change[], directory: string): string[] {
  const repository = findRepository(directory);
  const config = repository && readConfig(repository);
  const isWritten = plan.some((change) => change.type === 'file' && change.part === 'config');
  if (!config || isWritten || config.text.includes(command)) return [];
  return [
    `${config.name} names test commands already, so \`${clean(command, 100)}\` was not added: change \`suites\` there by hand.`,
  ];
}

/** What is sealed has to be there first. */
function makeReady({ directory, environment }: Call): void {
  const repository = findRepository(directory);
  if (repository) prepareSeal(repository, environment);
}

/** What older keys vouched for is vouched for by one whose public half is seen inside. */
function vouchAnew({ directory, environment }: Call): void {
  const repository = findRepository(directory);
  if (!repository) return;
  bindKey(repository, environment);
  renewSigned(repository, environment);
}

/** A configuration that this program wrote names nothing until a person says so: it is no change by somebody else. */
function sealConfig(call: Call, plan: readonly Change[]): void {
  const around = surroundingsOf(call.directory, startOf(call));
  const files = plan.flatMap((change) => (change.type === 'file' && change.part === 'config' ? [change.path] : []));
  if (around) sealWritten(files, around);
}

/** Tells that a configuration is written and not in force: the commands that it names count for nothing yet. */
function heldBack({ directory, environment }: Call): string[] {
  const around = surroundingsOf(directory, { environment, deadline: Date.now() + DEADLINE });
  const held = around?.policyFindings.filter(({ code }) => code === 'POLICY_PENDING') ?? [];
  return held.map((finding) => asTyped(formatFinding(finding, Date.now(), readerOf(environment)), directory));
}

/** `DEADLINE` is the time to look at the repository once more, in milliseconds. */
const DEADLINE = 10_000;

/** Describes a file or folder that an installation changes, for programs. */
export const changeOf = (change: Change) =>
  change.type === 'folder'
    ? { path: change.label, change: 'remove-if-empty' }
    : { path: change.label, change: change.before ? (change.after ? 'edit' : 'remove') : 'create' };

/** Returns words of `--tests`: a command, and in front of a colon the folder that it is for. */
function testsIn(words: string): NamedTests {
  const [, root = '.', command = words] = /^([\w./-]+): +(.*)$/.exec(words) ?? [];
  return { root, command: command.trim() };
}

const testsLine = ({ root, command }: NamedTests): string =>
  `found  ${clean(command, 100)}${root === '.' ? '' : ` in ${clean(root, 200)}`}  (its exit code counts once it is named)`;

/** Asks the person at the terminal, if there is one, whether pushes need the tests that were found. */
function wantsTests(call: Call, { unread, isConfigured }: Extract<InstallPlan, { ok: true }>): boolean {
  if (unread.length === 0 || isConfigured) return false;
  const names = unread.slice(0, 3).map(({ root, command }) => `${command}${root === '.' ? '' : ` in ${root}`}`);
  return asks(call, `Require \`${clean(names.join('`, `'), 300)}\` to exit with 0 at each push?`);
}

/** Says how a front comes in, to whoever could not be asked. */
const FRONT_NOTE = `A shell file can answer commands that can matter to nothing (\`ls\`, \`git status\`) in a tenth of the time: add \`${FRONT_LINE}\` to flow.config.yaml, then \`npx flow-hooks apply\` and \`npx flow-hooks install\`.`;

/** Asks the person at the terminal, once in a repository, whether a front answers; returns the configuration that says so, or null. */
function wantedFront(call: Call): string | null {
  if (!isAtTerminal()) return null;
  const around = repositoryOf(call);
  const text = around && !isFrontDeclined(around) ? frontText(around) : null;
  if (!around || text === null) return null;
  const person = personsTerminal(call.environment);
  if ('fault' in person) return null;
  person.terminal.close();
  const question =
    'Have a shell file answer commands that can matter to nothing (`ls`, `git status`), in a tenth of the time?';
  if (asks(call, question)) return text;
  declineFront(around);
  return null;
}

/** A front that a person has just said yes to is in force at once: it changes no rule. */
function settleFront(call: Call): void {
  const around = repositoryOf(call);
  if (around) putFrontIntoForce(around);
}

const isAtTerminal = () => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Asks the person at the terminal; without one the answer is no. */
function asks({ tell }: Call, question: string): boolean {
  if (!isAtTerminal()) return false;
  tell(`${question} [Y/n] `);
  const bytes = Buffer.alloc(4096);
  const answer = bytes.subarray(0, readPart(0, bytes)).toString('utf8').trim();
  return /^(?:y|yes)?$/i.test(answer);
}
