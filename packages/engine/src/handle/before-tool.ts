import path from 'node:path';
import { type Decision, type Event, NONE } from '@flow/clients/event';
import type { Finding, Policy, Ruling } from '@flow/core';
import { putPending } from '@flow/evidence';
import { folderIn } from '@flow/evidence/disk/folder-in';
import { readSmall } from '@flow/evidence/disk/read-small';
import type { Analysis } from '@flow/shell-effects';
import { lookAtContent } from '../facts/content.js';
import { type KeptReading, notedContext } from '../facts/kept-reading.js';
import { EXEC_UNKEPT, once, wasTold } from '../facts/once.js';
import { confirmConfigOnce } from '../facts/published/confirm.js';
import { shellContext } from '../facts/shell-context.js';
import { effectsOf } from '../facts/shell-door.js';
import { editsOf } from '../judges/file-edits.js';
import type { FileEdit } from '../judges/guard.js';
import { commandsOf, lineProblem } from '../judges/tool-command.js';
import { requestOf } from '../judges/tool-request.js';
import { codeRun, typedInto } from '../judges/tool-typing.js';
import { isSealedHere } from '../places/seal.js';
import { homeOf, type Start, type Surroundings, surroundingsOf } from '../places/surroundings.js';
import { builtInPolicy } from '../policy/built-in.js';
import { beforeInstalls, writesAhead } from '../recording/installed/observe.js';
import { swapsAround } from '../recording/runs/around-run.js';
import { aboutToStart } from '../recording/runs/capture.js';
import { doubtsOf } from '../recording/runs/doubts.js';
import type { ExactCall } from '../recording/runs/exact.js';
import { lineVariables } from '../recording/runs/line-variables.js';
import { namedInVain } from '../recording/runs/named-in-vain.js';
import { runOfMany } from '../recording/runs/of-many.js';
import { recognise } from '../recording/runs/recognise.js';
import type { RecognisedRun } from '../recording/runs/recognised-run.js';
import { throughExec } from '../recording/runs/rewrite.js';
import { unreadRun } from '../recording/runs/unread-run.js';
import { unrecordedByExec } from '../recording/runs/unrecorded-by-exec.js';
import { unwritable } from '../recording/runs/unwritable.js';
import { exclusiveAmong } from '../run/leases/turns.js';
import { settle } from '../run/overrides/settle.js';
import { beforeReview, beforeWork } from '../run/reviews/door.js';
import { clean } from '../text/clean.js';
import { formatFinding, formatRefusal } from '../words/finding-words.js';
import { readIn } from '../words/where-read.js';
import { auditJudged, auditUnreadable } from './audit/audit.js';
import { recordLogged, recordOverridden } from './edits/phase-edits.js';
import { type Deed, GUARD_ENTRIES, isRefused, judgeDeed } from './guards/index.js';
import { partsOf } from './guards/parts.js';
import { homesOf } from './homes.js';
import { doneInPlace } from './in-place/in-place.js';
import { keepCommitLook, lookBeforeCommit } from './seals/plain-commits.js';
import { firstSeal } from './seals/seal.js';
import { sealSecrets } from './seals/secret-change.js';
import { asShown, behindWriters, besideCommand, hiddenLine, judgeUnread, textsBehind } from './texts-behind.js';
import { keepJudged } from './texts-since.js';

type Before = Extract<Event, { kind: 'tool-before' }>;

const SHELLS = new Set(['Bash', 'PowerShell']);

/** Judges a tool call before it is made; a command's test runs are noted, so that their results can be recorded. */
export function beforeTool(event: Before, start: Start): Decision {
  const around = surroundingsOf(event.directory, start);
  // What is found is kept for the rest of the event.
  if (around) confirmConfigOnce(around);
  if (SHELLS.has(event.tool)) return beforeCommand(event, start);
  const decision = beforeEdit(event, start);
  if (decision.kind === 'refuse' || decision.kind === 'ask') return decision;
  const briefed = beforeReview(event, start) ?? beforeWork(event, start);
  return briefed ? { ...briefed, ...textsOf(decision) } : decision;
}

function beforeCommand(event: Before, start: Start): Decision {
  const { command } = event.input;
  if (typeof command !== 'string') return refuseInput(event, 'command is not a string');
  const around = surroundingsOf(event.directory, start);
  const commitLook = around && lookBeforeCommit(command, around);
  const noted = notedContext(shellContext(event.directory, start));
  const analysis = effectsOf(command, noted.context);
  const deed = deedOf(event, { text: command, analysis });
  const beside = besideCommand(event, start).map((one) => readLine(one.command, event, start));
  const joined = behindWriters(deed.command!, beside);
  const more = joined === null ? [] : judge(deedOf(event, readLine(joined, event, start)), around, start);
  const settled = settle([...judge(deed, around, start), ...more], callOf(event), around);
  const { offer } = settled;
  const here = around && folderIn(around.repository.root, event.directory);
  const rulings = settled.rulings.map((one) => ({ ...one, finding: readIn(here, one.finding) }));
  auditJudged(event, rulings, [{ home: around, edits: [] }], analysis);
  if (isRefused(rulings)) {
    const shown = firstLine(command);
    const what = (where: string) => `\`${shown}\`${where}${hiddenPush(analysis, rulings, shown)}`;
    if (!event.skill) return refusal(what(''), rulings, offer, start);
    return asShown(refusal(what(` in the text of ${clean(event.skill, 80)}`), rulings, offer, start));
  }
  recordLogged(rulings, deed, event.session, around);
  recordOverridden(rulings, deed, around);
  if (around) takeLooks(around, event.directory);
  if (commitLook && rulings.length === 0) keepCommitLook(commitLook, around);
  // No event tells how such a command ended, so a test run in it proves nothing.
  if (event.skill) return tell(rulings, [], event, around);
  const done = doneInPlace(event, around, start);
  if (done) return done.kind === 'rewrite' ? { ...done, ...textsOf(tell(rulings, [], event, around)) } : done;
  const seen = beforeRuns(event, command, analysis, start, () => noted.keep(command, analysis));
  const installs = around ? beforeInstalls(analysis, around) : [];
  const told = tell(rulings, [...seen.findings, ...installs], event, around);
  return seen.rewritten ? { ...seen.rewritten, ...textsOf(told) } : told;
}

/** What cannot be written down is not compared afterwards; that stops no command. */
function takeLooks(around: Surroundings, directory: string): void {
  try {
    firstSeal(around);
    sealSecrets(around, directory);
  } catch {
    // The state folder that cannot be written is told where evidence is kept.
  }
}

/** Notes the test runs that a command is about to start, or sends them through `flow-hooks exec`. */
function beforeRuns(
  event: Before,
  command: string,
  analysis: Analysis,
  start: Start,
  readingOf: () => KeptReading | null,
) {
  const context = shellContext(event.directory, start);
  const findings: Finding[] = [];
  const set = lineVariables(analysis, context);
  const isSet = Object.keys(set).length > 0;
  const found = homesOf(analysis.effects, event.directory, start)
    .map((home) => ({
      home,
      runs: recognise(
        unrecordedByExec(analysis, home.repository, start),
        home.repository,
        home.policy,
        { readFile: readSmall },
        context,
      ),
    }))
    .filter(({ runs }) => runs.length > 0 || isSet);
  const rewritten = start.host?.rewrite === false ? null : rewrite(event, command, found);
  if (rewritten) return { rewritten, findings };
  if (found.every(({ runs }) => runs.length === 0)) findings.push(...unrecorded(event, analysis, start));
  for (const { home, runs } of found) {
    // One output for runs in several repositories: whose result is whose cannot be told.
    if (found.filter((one) => one.runs.length > 0).length > 1) for (const run of runs) run.doubts.push('several-runs');
    try {
      if (runs.length === 0) {
        putPending(home.repository, event.call, { ...aboutToStart(command, [], null), set });
        continue;
      }
      const content = lookAtContent(home.repository, start.deadline);
      const before = 'failed' in content ? null : content;
      const begun = aboutToStart(command, runs, before, folderIn(home.repository.root, event.directory));
      const reading = readingOf();
      putPending(home.repository, event.call, { ...begun, ...(isSet && { set }), ...(reading && { reading }) });
      findings.push(...doubtsOf(content));
      findings.push(...swapsAround(analysis, runs, home.repository, home.policy, before, start.deadline));
    } catch (error) {
      // Recording is open: the run goes on, and proves nothing. The push guard stays closed.
      findings.push(unwritable(error));
    }
  }
  return { rewritten: null, findings };
}

/** Finds what is to be said of a command that may run tests although no run of the command is recorded. */
function unrecorded({ directory }: Before, analysis: Analysis, start: Start): Finding[] {
  const around = surroundingsOf(directory, start);
  const found = (around && namedInVain(analysis, around)) ?? runOfMany(analysis) ?? unreadRun(analysis);
  return found ? [found] : [];
}

/**
 * Lets the agent's plain test command run through `flow-hooks exec`, where the policy says so, or where the suite runs once at a
 * time, as that command waits for its turn; the run is recorded there.
 */
function rewrite(
  event: Before,
  command: string,
  found: readonly { home: Surroundings; runs: RecognisedRun[] }[],
): Extract<Decision, { kind: 'rewrite' }> | null {
  const [only, ...others] = found;
  if (!only || others.length > 0 || event.input.run_in_background === true) return null;
  const { policy } = only.home;
  const ids = only.runs.map(({ suite }) => suite);
  if (!policy.capture.exec && exclusiveAmong(policy, ids).length === 0) return null;
  // In a sealed shell `exec` can record nothing: this hook, which stands outside, records what it sees.
  if (isSealedHere(only.home.repository, only.home.start.environment)) return null;
  const through = throughExec(command, only.runs, event.call);
  if (through === null) return null;
  const { session, agent } = event;
  if (wasTold(only.home.repository, session, EXEC_UNKEPT, only.home.start)) return null;
  const directory = path.join(only.home.repository.root, only.runs[0]!.directory);
  const exact = { session, agent, words: through.words, directory, remarks: null };
  const pending: ExactCall = { ...aboutToStart(command, [], null), exact };
  try {
    putPending(only.home.repository, event.call, pending);
  } catch {
    // Without a place for it the hook goes on as usual, and tells what is wrong.
    return null;
  }
  return { kind: 'rewrite', input: { ...event.input, command: through.command } };
}

/** `TYPED` is the name that earlier versions of the client gave the tool for such commands. */
const TYPED = 'SlashCommand';

/** Judges a command that was typed, or came back as a prompt, before the client reads its text. */
export function beforeExpansion(event: Extract<Event, { kind: 'expansion' }>, start: Start): Decision {
  const { session, agent, directory, command, given } = event;
  const input = { command: `/${command}`, args: given };
  const asCall = { kind: 'tool-before' as const, tool: TYPED, role: null, call: 'typed', input };
  return beforeEdit({ ...asCall, session, agent, directory }, start);
}

function beforeEdit(event: Before, start: Start): Decision {
  const home = homeOf(start.environment);
  const named = editsOf(event.tool, event.input, event.directory, home);
  const problem = named.problem ?? lineProblem(event.tool, event.input);
  if (problem !== null) return refuseInput(event, problem);
  const reading = textsBehind(event, start);
  const apart = reading.lines.map(({ command, path: file }) => ({ ...readLine(command, event, start), file }));
  const texts = apart.flatMap((line) => {
    const joined = behindWriters(
      line,
      apart.filter((other) => other !== line),
    );
    return joined === null ? [line] : [line, { ...readLine(joined, event, start), text: line.text, file: line.file }];
  });
  const commands = commandsIn(event, start);
  const asked = requestOf(event.tool, event.input);
  const lines = [
    ...(commands.length > 0 ? commands : [null]),
    ...(asked === null ? [] : [readLine(asked, event, start)]),
    ...texts,
  ];
  const [deed, ...others] = lines.map((command) => deedOf(event, command));
  const parts = partsOf(deed!, named.edits, (place) => surroundingsOf(place, start));
  // The same line in another folder: each is judged for itself, as only one of them happens.
  const here = surroundingsOf(event.directory, start);
  parts.push(...others.map((part) => ({ part, home: here })));
  const judged = parts.map(({ part, home }) => {
    const { command, edits } = part;
    return { home, command, edits, rulings: judge(part, home, start) };
  });
  const around = here ?? judged[0]?.home ?? null;
  const unread = judgeUnread(reading.unread, event.directory, policyOf(around));
  const all = [...unread, ...judged.flatMap(({ rulings }) => rulings)];
  const { rulings, offer } = settle(all, callOf(event), around);
  auditJudged(event, rulings, judged);
  if (isRefused(rulings)) {
    const hidden = texts.find((text) => judged.some(({ command, rulings }) => command === text && isRefused(rulings)));
    const what = hidden ? hiddenLine(firstLine(hidden.text), hidden.file, event.directory) : '';
    const named = event.tool === TYPED ? 'this command' : `this ${event.tool}`;
    return refusal(`${named}${what}`, rulings, offer, start);
  }
  for (const one of judged) {
    recordLogged(one.rulings, deed!, event.session, one.home);
    recordOverridden(one.rulings, deed!, one.home);
  }
  if (around && reading.lines.length > 0) keepJudged(reading.lines, event, around);
  const installs = judged.flatMap(({ home: at, edits }) => (at ? writesAhead(edits.map(planned), at) : []));
  if (rulings !== all) return tell(rulings, installs, event, around);
  const told = judged.map((one) => tell(one.rulings, one.home === around ? installs : [], event, one.home));
  return told.find((decision) => decision.kind !== 'none') ?? NONE;
}

const planned = ({ path: file, reach }: FileEdit) => ({
  ...{ path: file, isWide: reach !== undefined, isDeletion: reach === 'beneath', by: null },
});

const readLine = (text: string, { directory }: Before, start: Start) => ({
  text,
  analysis: effectsOf(text, shellContext(directory, start)),
});

/** Returns the command lines of a tool that is no shell of the client's, and what each would do. */
function commandsIn(event: Before, start: Start): NonNullable<Deed['command']>[] {
  const { tool, input } = event;
  const read = (text: string) => readLine(text, event, start);
  const sure = commandsOf(tool, input).map(read);
  if (sure.length > 0) return sure;
  return [...typedInto(tool, input), ...codeRun(tool, input)]
    .map(read)
    .filter(({ analysis }) => analysis.readable || analysis.limit !== undefined);
}

const callOf = ({ tool, input, directory, session, call }: Before) => ({ tool, input, directory, session, id: call });

function deedOf(event: Before, command: Deed['command']): Deed {
  const { tool, input, directory, role } = event;
  return { tool, input, directory, role, command, edits: [] };
}

const judge = (deed: Deed, around: Surroundings | null, start: Start): Ruling[] =>
  judgeDeed(GUARD_ENTRIES, deed, { around, start }, policyOf(around), false);

/** Outside of any repository the built-in policy holds. */
const policyOf = (around: Surroundings | null): Policy => around?.policy ?? builtInPolicy();

function refuseInput(event: Before, why: string): Decision {
  auditUnreadable(event, 'INPUT_INVALID');
  const finding: Finding = { code: 'INPUT_INVALID', level: 'block', args: { why } };
  return { kind: 'refuse', reason: formatRefusal('this call', [finding], Date.now()) };
}

function refusal(what: string, rulings: readonly Ruling[], offer: string, start: Start): Decision {
  if (isQuestion(rulings, start)) return question(rulings);
  const findings = rulings.filter(({ answer }) => /refuse|tell|note/.test(answer)).map(({ finding }) => finding);
  return { kind: 'refuse', reason: `${formatRefusal(what, findings, Date.now())}${offer}` };
}

/** What a phase leaves to the person becomes the host's own question, where nothing else refuses and the host has one. */
const isQuestion = (rulings: readonly Ruling[], start: Start) =>
  start.host?.asks === true &&
  rulings.every(({ answer, finding }) => answer !== 'refuse' || finding.code === 'EDIT_ASK');

function question(rulings: readonly Ruling[]): Decision {
  const asked = rulings.filter(({ finding }) => finding.code === 'EDIT_ASK');
  const lines = asked.map(({ finding }) => `flow: ${formatFinding(finding, Date.now())}`);
  return { kind: 'ask', reason: [...new Set(lines)].join('\n') };
}

/**
 * Returns findings of a call that passes: monitored refusals and warnings are told each time, notices once a session.
 */
function tell(
  rulings: readonly Ruling[],
  others: readonly Finding[],
  event: Before,
  around: Surroundings | null,
): Decision {
  const monitored = rulings.filter(({ answer }) => answer === 'monitor').map(({ finding }) => finding);
  const warned = rulings.filter(({ answer }) => answer === 'tell' || answer === 'note').map(({ finding }) => finding);
  const told = [...warned, ...others].filter(
    (finding) =>
      finding.level === 'warn' ||
      (finding.level === 'note' && around && once(around.repository, event.session, finding.code, around.start)),
  );
  const lines = told.map((finding) => `flow: ${formatFinding(finding, Date.now())}`);
  if (monitored.length > 0) {
    lines.unshift(`(monitor mode: not enforced) ${formatRefusal(`this ${event.tool}`, monitored, Date.now())}`);
  }
  if (lines.length === 0) return NONE;
  const text = lines.join('\n');
  return { kind: 'tell', context: text, notice: text };
}

/** Returns text that a decision tells; empty where the decision tells nothing. */
const textsOf = ({ kind, ...texts }: Decision) => (kind === 'tell' ? texts : {});

/** Returns the push that is refused, where it stands in a script, a later line or a word that does not show it. */
function hiddenPush({ effects }: Analysis, rulings: readonly Ruling[], shown: string): string {
  const isPush = rulings.some(({ answer, finding }) => answer === 'refuse' && finding.code.startsWith('PUSH_'));
  const found = effects.find((one) => (one.kind === 'push' && !one.flags.dryRun) || one.kind === 'publish');
  if (!isPush || !found || !('spelled' in found) || shown.includes(found.spelled)) return '';
  return `, which would run \`${clean(found.spelled, 80)}\``;
}

function firstLine(command: string): string {
  const line = command.split('\n')[0] ?? '';
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
