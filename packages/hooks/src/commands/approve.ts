import path from 'node:path';
import { type ApprovalStatement, type Gate, neededStrength, type Strength } from '@flow/core';
import {
  findSigningKey,
  git,
  newReceiptId,
  type Repository,
  readJournal,
  renderApproval,
  rootCommits,
  type Signature,
  signText,
  statementText,
  verifyText,
  writeApproval,
  writeFileAtomic,
} from '@flow/evidence';
import { challenge, personsTerminal } from '../approvals/ask.js';
import { globsOf, type SubjectFile, subjectFiles } from '../approvals/content.js';
import { type GateFacts, gateFacts } from '../approvals/gates.js';
import { renderShown } from '../approvals/show.js';
import { judgeTerminal } from '../approvals/terminal.js';
import { terminalFacts } from '../approvals/terminal-facts.js';
import { findBase } from '../facts/base.js';
import { readEvidence } from '../facts/runs.js';
import { contentNow } from '../observers/capture.js';
import type { Surroundings } from '../surroundings.js';
import { clean, describeApproval, describeFault } from '../words.js';
import { type Call, type Command, err, out, repositoryOf, startOf } from './command.js';

export const approve: Command = {
  name: 'approve',
  usage: '<gate> [--sign] | --list [--json]',
  summary: 'approve what a gate shows (a person, in a terminal), or see what is approved',
  options: { sign: { type: 'boolean' }, list: { type: 'boolean' }, json: { type: 'boolean' } },
  run: runApprove,
};

function runApprove(call: Call): number {
  const around = repositoryOf(call);
  if (!around) return 3;
  if (call.values.list || call.words.length === 0) return list(around, call.values.json === true);
  const [gate = ''] = call.words;
  const rules = Object.hasOwn(around.policy.approvals.gates, gate) ? around.policy.approvals.gates[gate] : undefined;
  if (!rules) {
    const known = Object.keys(around.policy.approvals.gates).join(', ');
    err(`GATE_UNKNOWN: there is no gate \`${clean(gate, 40)}\`. The policy in force has: ${clean(known, 400)}.\n`);
    return 2;
  }
  const start = startOf(call);
  const place = { branch: branchOf(around.repository), commit: null, disk: true };
  const files = subjectFiles(around.repository, rules, place, start.deadline);
  const nothing = whatIsMissing(gate, rules, place.branch, files);
  if (nothing) {
    err(`NOTHING_TO_APPROVE: ${nothing}\n`);
    return 1;
  }
  const needed = neededStrength(rules);
  const method: Strength = call.values.sign || needed === 'signed' ? 'signed' : 'terminal';
  return method === 'signed' ? sign(around, gate, rules, files!) : confirm(around, gate, rules, files!);
}

/** In words, why there is nothing that could be approved. */
function whatIsMissing(
  gate: string,
  rules: Gate,
  branch: string | null,
  files: SubjectFile[] | undefined,
): string | null {
  if (files === undefined) return `what gate ${gate} is about cannot be read: too many files, or too large ones.`;
  if (branch === null && rules.subjects.some((glob) => glob.includes('{branch}')))
    return `gate ${gate} is about a branch, and none is checked out. git switch <branch>`;
  if (files.length > 0 || rules.tree) return null;
  const globs = globsOf(rules, branch).map((glob) => clean(glob, 120));
  return `gate ${gate} is about ${globs.join(', ') || 'no file at all'}, and there is no such file.`;
}

/** The default strength: the person types what only the terminal shows. */
function confirm(around: Surroundings, gate: string, rules: Gate, files: SubjectFile[]): number {
  const { start, repository } = around;
  const person = personsTerminal(start.environment);
  if ('fault' in person) {
    err(
      `${person.fault}: ${describeFault(person.fault, person.detail)} Run \`npx flow-hooks approve ${gate}\` there.\n`,
    );
    return 1;
  }
  const statement = stateNow(around, gate, rules, files, 'terminal');
  const answer = challenge(person.terminal, show(around, gate, rules, files, statement));
  person.terminal.close();
  if (answer !== 'given') {
    err(
      answer === 'declined' ? 'Nothing was approved.\n' : 'TOO_FAST: nobody reads that fast. Nothing was approved.\n',
    );
    return 1;
  }
  return keep(repository, rules, statement, null, files);
}

/** With the signing key that git uses: who holds it approves, and the key asks for what it wants. */
function sign(around: Surroundings, gate: string, rules: Gate, files: SubjectFile[]): number {
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
  const statement = stateNow(around, gate, rules, files, 'signed');
  out(show(around, gate, rules, files, statement));
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
      `SIGNER_UNKNOWN: ${verified.failed}. Add the key's line to approvals.signers in flow.config.yaml (\`name ssh-ed25519 AAAA…\`), put it into force (\`npx flow-hooks apply\`), and approve again. Nothing was approved.\n`,
    );
    return 1;
  }
  return keep(repository, rules, statement, signature, files);
}

function show(
  around: Surroundings,
  gate: string,
  rules: Gate,
  files: SubjectFile[],
  statement: ApprovalStatement,
): string {
  const { repository, policy, start } = around;
  const earlier = readJournal(repository).events.filter(
    (event) => event.type === 'approval' && (event.data.statement as ApprovalStatement).gate === gate,
  );
  const before = (earlier.at(-1)?.data.statement as ApprovalStatement | undefined) ?? null;
  const base = rules.tree ? findBase(repository, policy, null, start.deadline) : null;
  const fork = base && git(repository, ['merge-base', base.commit, 'HEAD'], { deadline: start.deadline });
  const commit = fork?.status === 0 ? fork.stdout.toString('latin1').trim() : null;
  return renderShown(repository, { gate, rules, statement, files, before, base: commit }, start.deadline);
}

function stateNow(
  { repository, start }: Surroundings,
  gate: string,
  rules: Gate,
  files: SubjectFile[],
  method: Strength,
): ApprovalStatement {
  const content = contentNow(repository, start.deadline);
  const issued = Date.now();
  return {
    v: 1,
    id: newReceiptId(issued),
    gate,
    repo: rootCommits(repository, start.deadline),
    branch: branchOf(repository),
    head: content?.head ?? null,
    tree: content?.tree ?? null,
    subjects: files.map(({ path: name, sha256 }) => ({ path: name, sha256 })),
    person: personOf(repository),
    method,
    session: null,
    issued,
    expires: rules.hours === null ? null : issued + rules.hours * 3_600_000,
    prev: readJournal(repository).events.at(-1)?.hash ?? null,
  };
}

/** Records the approval, and writes the file that people and other tools look at. */
function keep(
  repository: Repository,
  rules: Gate,
  statement: ApprovalStatement,
  signature: Signature | null,
  files: SubjectFile[],
): number {
  writeApproval(repository, statement, signature);
  writeApprovalView(repository, statement, signature);
  const what = rules.tree ? 'the whole content' : files.map((file) => clean(file.path, 120)).join(', ');
  out(
    `Approved: gate ${statement.gate}, ${what}, ${signature ? 'signed' : 'in this terminal'} by ${clean(statement.person)}.\n`,
  );
  return 0;
}

/** `gate-<gate>.approved` (features D14, D69): carries a signed approval; an unsigned one is information only. */
function writeApprovalView(repository: Repository, statement: ApprovalStatement, signature: Signature | null): void {
  if (statement.branch === null) return;
  const file = path.join(repository.root, 'develop', statement.branch, `gate-${statement.gate}.approved`);
  try {
    writeFileAtomic(file, `${renderApproval({ statement, signature })}\n`, { within: repository.root });
  } catch (error) {
    err(`note: ${clean((error as Error).message)}; the approval itself is recorded\n`);
  }
}

function personOf(repository: Repository): string {
  const ask = (name: string) => git(repository, ['config', '--get', name]).stdout.toString('utf8').trim();
  return clean(`${ask('user.name')} <${ask('user.email')}>`.trim(), 200);
}

function branchOf(repository: Repository): string | null {
  const answer = git(repository, ['symbolic-ref', '--quiet', '--short', 'HEAD']);
  return answer.status === 0 ? answer.stdout.toString('utf8').trim() : null;
}

/** Which gates there are, and which of them are approved here and now. */
function list(around: Surroundings, json: boolean): number {
  const { repository, policy, start } = around;
  const names = Object.keys(policy.approvals.gates);
  const place = { branch: branchOf(repository), commit: null, disk: true };
  const content = contentNow(repository, start.deadline);
  const { approvals } = readEvidence(repository);
  const gates = gateFacts(repository, policy, names, approvals, place, content?.tree ?? null, start.deadline);
  if (json) out(`${JSON.stringify({ version: 1, branch: place.branch, gates: gates.map(asJson) }, null, 2)}\n`);
  else for (const gate of gates) out(`${describeGate(gate)}\n`);
  return gates.every(({ verdict }) => verdict.state === 'valid') ? 0 : 1;
}

function asJson({ gate, rules, verdict }: GateFacts) {
  const { approval, state, changed } = verdict;
  return {
    gate,
    title: rules.title,
    state,
    strength: neededStrength(rules),
    push: rules.push,
    changed,
    ...(approval
      ? {
          by: approval.signer ?? approval.statement.person,
          method: approval.statement.method,
          time: approval.statement.issued,
        }
      : {}),
  };
}

function describeGate({ gate, rules, verdict }: GateFacts): string {
  return `${gate.padEnd(10)} ${verdict.state === 'valid' ? 'approved' : 'BLOCKED '}  ${clean(rules.title)}: ${describeApproval(verdict)}`;
}
