import { eventsOf, readCarriedApproval, readJournal, renderApproval, writeApproval } from '@flow/evidence';
import type { Surroundings } from '../../places/surroundings.js';

/** What became of an approval that another machine has told. */
export type Taken = { signer: string; gate: string } | { known: true } | { failed: string };

/**
 * Takes an approval from another machine in, where a person has signed it whom the trusted policy lists. Its own signature makes
 * it count, here and each time that it is used; who handed it on does not matter.
 */
export function takeApproval(
  { repository, policy, start }: Surroundings,
  told: Readonly<Record<string, unknown>>,
): Taken {
  const { statement, signature } = told;
  const text = JSON.stringify({ statement, signature });
  const known = eventsOf(readJournal(repository, start.environment).events, 'approval');
  const rendered = renderApprovalOf(text);
  const isKnown = known.some(({ data }) => renderApproval(data) === rendered);
  if (isKnown) return { known: true };
  const read = readCarriedApproval(text, policy.approvals.signers, repository);
  if ('failed' in read) return read;
  const data = told as unknown as Parameters<typeof renderApproval>[0];
  writeApproval(repository, read.statement, data.signature, start.environment);
  return { signer: read.signer ?? '', gate: read.statement.gate };
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
