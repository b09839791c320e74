import { type ApprovalStatement, isAsStrong, neededStrength } from '@flow/core';
import { approvalsOf, findSigningKey, git, signText, statementText, verifyText } from '@flow/evidence';
import { challenge, personsTerminal } from '../approvals/ask.js';
import { contentToApprove } from '../approvals/content.js';
import { describeFault } from '../approvals/fault-words.js';
import { type GateFacts, gateFacts } from '../approvals/gates.js';
import { branchOf, type OpenGate, openGate, recordApproval, stateNow } from '../approvals/make.js';
import { renderShown } from '../approvals/show.js';
import { judgeTerminal } from '../approvals/terminal.js';
import { terminalFacts } from '../approvals/terminal-facts.js';
import { findBase } from '../facts/base.js';
import { readEvidence } from '../facts/evidence.js';
import { describeApproval } from '../finding-words/finding-words.js';
import { reportDamage } from '../observers/seals/evidence-check.js';
import type { Surroundings } from '../surroundings.js';
import { clean } from '../text/clean.js';
import { standingHere, workflowRoom } from '../workflow/door.js';
import { type Call, type Command, err, out, repositoryOf, usage } from './command.js';

export const approve: Command = {
  name: 'approve',
  usage: '<gate> [--sign] | --list [--json]',
  summary: 'approve a gate (a person, in a terminal), or list approvals',
  options: {
    sign: { type: 'boolean', about: "sign with git's signing key; needs no terminal" },
    list: { type: 'boolean', about: 'list the gates and their approvals' },
    json: { type: 'boolean', about: 'with --list: print JSON' },
  },
  run: runApprove,
};

function runApprove(call: Call): number {
  const around = repositoryOf(call);
  if (!around) return 3;
  if (call.values.list || call.words.length === 0) return list(around, call);
  const [gate = '', more] = call.words;
  if (more !== undefined) return usage(call, approve, 'One gate.');
  const rules = Object.hasOwn(around.policy.approvals.gates, gate) ? around.policy.approvals.gates[gate] : undefined;
  if (!rules) {
    const known = Object.keys(around.policy.approvals.gates).join(', ');
    err(`GATE_UNKNOWN: there is no gate \`${clean(gate, 40)}\`. The policy in force has: ${clean(known, 400)}.\n`);
    return 2;
  }
  const open = openGate(around, gate);
  if ('nothing' in open) {
    err(`NOTHING_TO_APPROVE: ${open.nothing}\n`);
    return 1;
  }
  return call.values.sign || neededStrength(rules) === 'signed'
    ? sign(call, around, open)
    : confirm(call, around, open);
}

/** The default strength: the person types what only the terminal shows. */
function confirm({ typed }: Call, around: Surroundings, open: OpenGate): number {
  const { start, repository } = around;
  const person = personsTerminal(start.environment);
  if ('fault' in person) {
    err(
      `${person.fault}: ${describeFault(person.fault, person.detail, true)} Run \`${typed('approve')} ${open.gate}\` there.\n`,
    );
    return 1;
  }
  beginAnew(around);
  const statement = stateNow(around, open, 'terminal');
  const answer = challenge(person.terminal, show(around, open, statement));
  person.terminal.close();
  if (answer !== 'given') {
    err(
      answer === 'declined' ? 'Nothing was approved.\n' : 'TOO_FAST: nobody reads that fast. Nothing was approved.\n',
    );
    return 1;
  }
  out(`${recordApproval(repository, open, statement, null)}\n`);
  return 0;
}

/** With the signing key that git uses: who holds it approves, and the key asks for what it wants. */
function sign({ typed }: Call, around: Surroundings, open: OpenGate): number {
  const { repository, policy, start } = around;
  const { seat } = terminalFacts(start.environment);
  const verdict = judgeTerminal({
    terminal: true,
    readable: true,
    foreground: true,
    seat: { ...seat, driver: [] },
    attached: [],
  });
  if (!verdict.ok && verdict.fault.startsWith('AGENT')) {
    err(`${verdict.fault}: ${describeFault(verdict.fault, verdict.detail)}\n`);
    return 1;
  }
  const key = findSigningKey(repository);
  if ('failed' in key) {
    err(`NO_SIGNING_KEY: ${key.failed}\n`);
    return 1;
  }
  beginAnew(around);
  const statement = stateNow(around, open, 'signed');
  out(show(around, open, statement));
  const signature = signText(statementText(statement), 'flow-approval', key);
  if ('failed' in signature) {
    err(`SIGNING_FAILED: ${signature.failed}. Nothing was approved.\n`);
    return 1;
  }
  const verified = verifyText(
    statementText(statement),
    signature,
    'flow-approval',
    policy.approvals.signers,
    repository,
  );
  if ('failed' in verified) {
    err(
      `SIGNER_UNKNOWN: ${verified.failed}. Add the key to approvals.signers in flow.config.yaml (\`name ssh-ed25519 AAAA…\`), apply it (\`${typed('apply')}\`), and approve again. Nothing was approved.\n`,
    );
    return 1;
  }
  out(`${recordApproval(repository, open, statement, signature)}\n`);
  return 0;
}

/** What damage ends, ends before the approval: given first, it would count for nothing in a run. */
function beginAnew({ repository }: Surroundings): void {
  const [first] = reportDamage(repository, { tool: 'approve', session: null });
  if (first !== undefined)
    err(`EVIDENCE_VOID: ${clean(first, 300)}. Earlier records do not count; this approval will.\n`);
}

function show(around: Surroundings, { gate, rules, files }: OpenGate, statement: ApprovalStatement): string {
  const { repository, policy, start } = around;
  const earlier = approvalsOf(readEvidence(repository).approvals, policy.approvals.signers, gate, repository);
  const before = earlier.findLast((one) => isAsStrong(one, statement.method))?.statement ?? null;
  const base = rules.tree ? findBase(repository, policy, null, start.deadline) : null;
  const fork = base && git(repository, ['merge-base', base.commit, 'HEAD'], { deadline: start.deadline });
  const commit = fork?.status === 0 ? fork.stdout.toString('latin1').trim() : null;
  const shown = renderShown(repository, { gate, rules, statement, files, before, base: commit }, start.deadline);
  const standing = standingHere(around);
  const notes = standing ? workflowRoom().approvalNotes(standing, gate) : [];
  return notes.length > 0 ? `${shown}${notes.join('\n')}\n` : shown;
}

/** Which gates there are, and which of them are approved here and now. */
function list(around: Surroundings, { values, typed }: Call): number {
  const json = values.json === true;
  const { repository, policy, start } = around;
  const names = Object.keys(policy.approvals.gates);
  const place = { branch: branchOf(repository), commit: null, disk: true };
  const content = contentToApprove(repository, start.deadline);
  const evidence = readEvidence(repository);
  const open = standingHere(around)?.status.open ?? [];
  const asked = new Set(
    open.flatMap(({ finding: { code, args } }) => (code === 'APPROVAL_MISSING' ? [args.gate] : [])),
  );
  const gates = gateFacts(repository, policy, names, evidence, place, content?.tree ?? null, start.deadline).map(
    (one): ListedGate => ({ ...one, asked: asked.has(one.gate) }),
  );
  if (json) out(`${JSON.stringify({ version: 1, branch: place.branch, gates: gates.map(asJson) }, null, 2)}\n`);
  else for (const gate of gates) out(`${describeGate(gate, typed)}\n`);
  return gates.every((one) => one.verdict.state === 'valid' && !isAskedAgain(one)) ? 0 : 1;
}

/** A gate, and whether the run of the branch waits for it. */
interface ListedGate extends GateFacts {
  asked: boolean;
}

/** It is approved, and the run asks again: it was given before the run began, or before its evidence was damaged. */
const isAskedAgain = ({ verdict, asked }: ListedGate) => verdict.state === 'valid' && asked;

function asJson({ gate, rules, verdict, asked }: ListedGate) {
  const { approval, state, changed } = verdict;
  return {
    gate,
    title: rules.title,
    state,
    strength: neededStrength(rules),
    push: rules.push,
    changed,
    ...(asked && { asked }),
    ...(approval
      ? {
          by: approval.signer ?? approval.statement.person,
          method: approval.statement.method,
          time: approval.statement.issued,
        }
      : {}),
  };
}

function describeGate(listed: ListedGate, typed: Call['typed']): string {
  const { gate, rules, verdict } = listed;
  // What nobody was asked for yet holds nothing up, unless a push waits for it.
  const untouched = verdict.state === 'missing' && rules.push !== 'block';
  const isValid = verdict.state === 'valid' && !isAskedAgain(listed);
  const standing = isValid ? 'approved' : untouched ? 'open' : 'BLOCKED';
  const again = isAskedAgain(listed)
    ? `, before this run began or its evidence was damaged: \`${typed('approve')} ${gate}\``
    : '';
  return `${gate.padEnd(10)} ${standing.padEnd(8)}  ${clean(rules.title)}: ${describeApproval(verdict)}${again}`;
}
