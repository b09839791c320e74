import { eventsOf, git, readCarriedApproval, readJournal, renderApproval, writeApproval } from '@flow/evidence';
import type { Surroundings } from '../../places/surroundings.js';
import type { Run } from '../runs/run.js';

/** What became of a signed word that another machine has told. */
export type Taken = { signer: string; what: string } | { known: true } | { failed: string };

/**
 * Takes an approval from another machine in, where a person has signed it whom the trusted policy lists. Its own signature makes
 * it count, here and each time that it is used; who handed it on does not matter.
 */
export function takeApproval(
  { repository, policy, start }: Surroundings,
  run: Pick<Run, 'id' | 'n'>,
  told: Readonly<Record<string, unknown>>,
): Taken {
  const { statement, signature } = told;
  const text = JSON.stringify({ statement, signature });
  const { events } = readJournal(repository, start.environment);
  const rendered = renderApprovalOf(text);
  if (eventsOf(events, 'approval').some(({ data }) => renderApproval(data) === rendered)) return { known: true };
  const read = readCarriedApproval(text, policy.approvals.signers, repository);
  if ('failed' in read) return read;
  const { gate, issued, tree } = read.statement;
  // Here as there, a run asks again for what was approved before it began; a run that was joined began elsewhere, earlier.
  const began = events.find(({ n }) => n === run.n);
  const isJoined = began !== undefined && (began.data.what as { joined?: unknown } | undefined)?.joined === true;
  if (began && !isJoined && issued < began.time - CLOCKS) return { failed: 'it is from before this run began' };
  if (!isHere(repository, tree, start.deadline))
    return { failed: 'what was approved is not here: fetch its branch, and run this again' };
  const data = told as unknown as Parameters<typeof renderApproval>[0];
  writeApproval(repository, read.statement, data.signature, start.environment);
  return { signer: read.signer ?? '', what: `approval of ${gate}` };
}

/** Milliseconds by which clocks of machines may differ. */
export const CLOCKS = 10 * 60_000;

/** Tells whether git has a content here: a word about a content that nobody can look at holds for none. */
export function isHere(repository: Surroundings['repository'], tree: string | null, deadline: number): boolean {
  return tree !== null && git(repository, ['cat-file', '-e', `${tree}^{tree}`], { deadline }).status === 0;
}

function renderApprovalOf(text: string): string {
  try {
    return renderApproval(JSON.parse(text) as Parameters<typeof renderApproval>[0]);
  } catch {
    return '';
  }
}

/** Lists the approvals of this machine that carry a signature: no other counts elsewhere. */
export function signedApprovals({ repository, start }: Surroundings): { statement: object; signature: object }[] {
  return eventsOf(readJournal(repository, start.environment).events, 'approval').flatMap(({ data }) =>
    data.signature === null ? [] : [{ statement: data.statement, signature: data.signature }],
  );
}
