import { type ApprovalStatement, type Gate, isAsStrong, neededStrength } from '@flow/core';
import type { ItemFact, OpenCheck } from '@flow/core/workflow';
import { contentToApprove } from '@flow/engine/facts/approvals/content';
import { type GateFacts, gateFacts } from '@flow/engine/facts/approvals/gates';
import { readEvidence } from '@flow/engine/facts/evidence';
import { reportDamage } from '@flow/engine/facts/evidence-check';
import type { Surroundings } from '@flow/engine/places/surroundings';
import { challenge, personsTerminal } from '@flow/engine/run/approvals/ask';
import { describeFault } from '@flow/engine/run/approvals/fault-words';
import { branchOf, gateHere, type OpenGate, openGate, recordApproval, stateNow } from '@flow/engine/run/approvals/make';
import { renderShown } from '@flow/engine/run/approvals/show';
import { judgeTerminal } from '@flow/engine/run/approvals/terminal';
import { terminalFacts } from '@flow/engine/run/approvals/terminal-facts';
import { standingHere, workflowRoom } from '@flow/engine/run/door';
import { asTyped } from '@flow/engine/text/as-typed';
import { clean } from '@flow/engine/text/clean';
import { describeApproval } from '@flow/engine/words/finding-words';
import { approvalsOf, findSigningKey, signText, statementText, verifyText } from '@flow/evidence';
import { mergeBase } from '@flow/evidence/git/ancestry';
import { findBase } from '@flow/evidence/git/base';
import { type Answer, failed } from '../answer/answer.js';
import { type Call, type Command, noRepository, repositoryOf, usage } from './command.js';

export const approve: Command = {
  name: 'approve',
  usage: '<gate> [--item <id>] [--sign] | --list [--json]',
  summary: 'approve a gate (a person, in a terminal), or list approvals',
  options: {
    item: {
      type: 'string',
      value: 'id',
      about: 'the item that is approved, where a workflow asks for the approval of each',
    },
    sign: { type: 'boolean', about: "sign with git's signing key; needs no terminal" },
    list: { type: 'boolean', about: 'list the gates and their approvals' },
  },
  run: runApprove,
};

function runApprove(call: Call): Answer {
  const around = repositoryOf(call);
  if (!around) return noRepository(call);
  if (call.values.list || call.words.length === 0) return list(around, call);
  const [gate = '', more] = call.words;
  if (more !== undefined) return usage(call, approve, 'One gate.');
  const rules = gateHere(around, gate);
  if (!rules) {
    const known = Object.keys(around.policy.approvals.gates).join(', ');
    const message = `there is no gate \`${clean(gate, 40)}\`. The policy in force has: ${clean(known, 400)}.`;
    return failed(2, 'GATE_UNKNOWN', message);
  }
  const about = itemNamed(call, around, gate, rules);
  if ('exit' in about) return about;
  const open = openGate(around, gate, rules, about.item);
  if ('nothing' in open) return failed(1, 'NOTHING_TO_APPROVE', open.nothing);
  return call.values.sign || neededStrength(rules) === 'signed'
    ? sign(call, around, open)
    : confirm(call, around, open);
}

/**
 * The item that the call names, where the run asks for the approval of each; without a run a gate is approved as a whole.
 * @returns the refusal of an item that nobody knows, or that is missing where nothing but items is approved
 */
function itemNamed(
  { values, typed }: Call,
  around: Surroundings,
  gate: string,
  rules: Gate,
): { item?: ItemFact } | Answer {
  const { item: id } = values;
  const named = typeof id === 'string' ? id : undefined;
  const standing = standingHere(around);
  const command = (item?: string) => `${typed('approve')} ${gate}${item === undefined ? '' : ` --item ${item}`}`;
  if (!standing) {
    const why = `no workflow runs here, so there are no items. ${command()}`;
    return named === undefined ? {} : failed(1, 'ITEM_NOT_ASKED', why);
  }
  const found = workflowRoom().itemToApprove(standing, gate, rules, named, command);
  return 'code' in found ? failed(found.code === 'ITEM_MISSING' ? 2 : 1, found.code, found.why) : found;
}

/** The most items that are told in one line. */
const MOST = 20;

/** `confirm` asks with the default strength: the person types what only the terminal shows. */
function confirm({ typed, tell }: Call, around: Surroundings, open: OpenGate): Answer {
  const { start, repository } = around;
  const person = personsTerminal(start.environment);
  if ('fault' in person) {
    const why = describeFault(person.fault, person.detail, true);
    return failed(
      1,
      person.fault,
      `${why} Run \`${typed('approve')} ${open.gate}${open.item ? ` --item ${clean(open.item.id, 60)}` : ''}\` there.`,
    );
  }
  beginAnew(around, tell);
  const statement = stateNow(around, open, 'terminal');
  const answer = challenge(person.terminal, shownFor(around, open, statement));
  person.terminal.close();
  if (answer === 'declined') return failed(1, 'DECLINED', 'Nothing was approved.');
  if (answer !== 'given') return failed(1, 'TOO_FAST', 'nobody reads that fast. Nothing was approved.');
  return approved(statement, recordApproval(repository, open, statement, null));
}

function approved({ gate, item, person, method, issued }: ApprovalStatement, said: string): Answer {
  const of = item ? { item: item.id } : {};
  return { exit: 0, data: { ok: true, approved: { gate, ...of, person, method, time: issued } }, text: `${said}\n` };
}

/** Approves with the signing key that git uses: who holds the key approves, and the key asks for what it wants. */
function sign({ typed, tell, show }: Call, around: Surroundings, open: OpenGate): Answer {
  const { repository, policy, start } = around;
  const { seat } = terminalFacts(start.environment);
  const verdict = judgeTerminal({
    terminal: true,
    readable: true,
    foreground: true,
    seat: { ...seat, driver: [] },
    attached: [],
  });
  if (!verdict.ok && verdict.fault.startsWith('AGENT'))
    return failed(1, verdict.fault, describeFault(verdict.fault, verdict.detail));
  const key = findSigningKey(repository);
  if ('failed' in key) return failed(1, 'NO_SIGNING_KEY', key.failed);
  beginAnew(around, tell);
  const statement = stateNow(around, open, 'signed');
  const shown = shownFor(around, open, statement);
  // The key may ask for a touch or a passphrase: whoever gives it has to see first what is signed.
  show(shown);
  const signature = signText(statementText(statement), 'flow-approval', key);
  if ('failed' in signature) return failed(1, 'SIGNING_FAILED', `${signature.failed}. Nothing was approved.`);
  const verified = verifyText(
    statementText(statement),
    signature,
    'flow-approval',
    policy.approvals.signers,
    repository,
  );
  if ('failed' in verified) {
    const way = `Add the key to approvals.signers in flow.config.yaml (\`name ssh-ed25519 AAAA…\`), apply it (\`${typed('apply')}\`), and approve again.`;
    return failed(1, 'SIGNER_UNKNOWN', `${verified.failed}. ${way} Nothing was approved.`);
  }
  return approved(statement, recordApproval(repository, open, statement, signature));
}

/** Ends what damage ends before the approval is given: an approval given first would count for nothing in a run. */
function beginAnew({ repository }: Surroundings, tell: Call['tell']): void {
  const [first] = reportDamage(repository, { tool: 'approve', session: null });
  if (first !== undefined)
    tell(`EVIDENCE_VOID: ${clean(first, 300)}. Earlier records do not count; this approval will.\n`);
}

function shownFor(around: Surroundings, { gate, rules, files, item }: OpenGate, statement: ApprovalStatement): string {
  const { repository, policy, start } = around;
  const earlier = approvalsOf(readEvidence(repository).approvals, policy.approvals.signers, gate, repository);
  const before =
    earlier.findLast((one) => one.statement.item?.id === item?.id && isAsStrong(one, statement.method))?.statement ??
    null;
  const base = rules.tree ? findBase(repository, policy, null, start) : null;
  const commit = base && mergeBase(repository, base.commit, 'HEAD', start.deadline);
  const shown = renderShown(
    repository,
    { gate, rules, statement, files, before, base: commit, ...(item && { item }) },
    start.deadline,
  );
  const standing = standingHere(around);
  const notes = standing ? workflowRoom().approvalNotes(standing, gate, item?.id) : [];
  // What is approved is shown as it is; what is told about it names commands.
  return notes.length > 0 ? `${shown}${asTyped(notes.join('\n'), repository.root)}\n` : shown;
}

/** Lists the gates, and which of them are approved here and now. */
function list(around: Surroundings, { typed }: Call): Answer {
  const { repository, policy, start } = around;
  const names = Object.keys(policy.approvals.gates);
  const place = { branch: branchOf(repository), commit: null, disk: true };
  const content = contentToApprove(repository, start.deadline);
  const evidence = readEvidence(repository);
  const { open = [], items = [] } = standingHere(around)?.status ?? {};
  const gatesIn = (checks: readonly OpenCheck[] = []) =>
    checks.flatMap(({ finding: { code, args } }) => (code === 'APPROVAL_MISSING' ? [args.gate] : []));
  const asked = new Set(gatesIn(open));
  const itemsFor = (gate: string) =>
    items.length === 0
      ? []
      : workflowRoom()
          .everyItem(items)
          .flatMap((one) => (gatesIn(one.open).includes(gate) ? [one.id] : []));
  const gates = gateFacts(repository, policy, names, evidence, place, content?.tree ?? null, start.deadline).map(
    (one): ListedGate => ({ ...one, asked: asked.has(one.gate), items: itemsFor(one.gate) }),
  );
  return {
    exit: gates.every((one) => one.verdict.state === 'valid' && !isAskedAgain(one)) ? 0 : 1,
    data: { branch: place.branch, gates: gates.map(asJson) },
    text: gates.map((gate) => `${describeGate(gate, typed)}\n`).join(''),
  };
}

/** A gate, and whether the run of the branch waits for it. */
interface ListedGate extends GateFacts {
  asked: boolean;
  /** Ids of the items that wait to be approved at the gate, each by itself. */
  items: string[];
}

/**
 * Tells whether a gate is approved and the run asks again: the approval came before the run began, or before its
 * evidence was damaged.
 */
const isAskedAgain = ({ verdict, asked }: ListedGate) => verdict.state === 'valid' && asked;

function asJson({ gate, rules, verdict, asked, items }: ListedGate) {
  const { approval, state, changed } = verdict;
  return {
    gate,
    title: rules.title,
    state,
    strength: neededStrength(rules),
    push: rules.push,
    changed,
    ...(asked && { asked }),
    ...(items.length > 0 && { items }),
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
  const { gate, rules, verdict, items } = listed;
  // What nobody was asked for yet holds nothing up, unless a push waits for it.
  const untouched = verdict.state === 'missing' && rules.push !== 'block';
  const isValid = verdict.state === 'valid' && !isAskedAgain(listed);
  const standing = isValid ? 'approved' : untouched ? 'open' : 'BLOCKED';
  const again = isAskedAgain(listed)
    ? `, before this run began or its evidence was damaged: \`${typed('approve')} ${gate}\``
    : '';
  const ids = items.slice(0, MOST).map((one) => clean(one, 40));
  const waiting =
    ids.length > 0 ? `, waits for items: ${ids.join(', ')} (\`${typed('approve')} ${gate} --item ${ids[0]}\`)` : '';
  return `${gate.padEnd(10)} ${standing.padEnd(8)}  ${clean(rules.title)}: ${describeApproval(verdict)}${again}${waiting}`;
}
