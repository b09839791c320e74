import { readEvidence } from '@flow/engine/facts/evidence';
import type { Surroundings } from '@flow/engine/places/surroundings';
import { isCi, readerOf } from '@flow/engine/run/approvals/reader';
import { resolveTarget } from '@flow/engine/verify/target';
import { verifyCommit } from '@flow/engine/verify/verify';
import { git, readHead } from '@flow/evidence';
import { type Explained, explained, type Known, type Thing } from './explained.js';

/** Milliseconds for git's work. */
const PATIENCE = 60_000;

/** Finds the id of a commit by a name of git; null where there is none. */
export function resolveCommit(name: string, { repository, start }: Surroundings): string | null {
  const words = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  const { status, stdout } = git(repository, words, { deadline: start.deadline });
  return status === 0 ? stdout.toString('utf8').trim() : null;
}

/** Explains a commit: what `verify` finds of it here, suite by suite, with the proof of each. */
export async function explainCommit(name: string, around: Surroundings): Promise<Explained | null> {
  const { repository, start } = around;
  const id = resolveCommit(name, around);
  if (id === null) return null;
  const thing: Thing = { kind: 'commit', name: id };
  const target = resolveTarget(around, id, undefined, Date.now() + PATIENCE);
  if ('unknown' in target) return null;
  const head = readHead(repository);
  const report = await verifyCommit(repository, target, {
    ...{ local: !isCi(start.environment), branch: head?.commit === id ? (head.branch ?? null) : null },
    ...{ rerun: undefined, patience: PATIENCE, reader: readerOf(start.environment) },
  });
  const receipts = new Map(
    readEvidence(repository).runs.map(({ time, data }) => [`${data.suite}\0${time}`, data.receipt]),
  );
  const suites = report.suites.map(({ suite, state, proof, command, failing }): Known => {
    const receipt = proof && receipts.get(`${suite}\0${proof.time}`);
    return {
      what: `${suite}: ${state}`,
      counts: state === 'tested' ? true : state === 'no-tests' ? null : false,
      why: proof
        ? `${proof.command}: ${proof.outcome}, from ${proof.from === 'attestation' ? `an attestation by ${proof.signer}` : `the ${proof.from}`}${failing.length > 0 ? `; fails: ${failing.slice(0, 5).join(', ')}` : ''}`
        : `no run on its content is known: ${command}`,
      ...(typeof receipt === 'string' && { receipt }),
      ...(proof && { time: proof.time }),
    };
  });
  const attested = report.attestations.map(
    ({ digest, signer, counts, why, result, issued }): Known => ({
      what: `attestation ${digest.slice(0, 12)}: ${result}${signer === null ? '' : `, signed by ${signer}`}`,
      counts,
      why: why ?? 'an allowed signer made it',
      time: issued,
    }),
  );
  const approvals = report.approvals.map(
    ({ gate, state, person }): Known => ({
      what: `gate ${gate}: ${state}${person === null ? '' : ` by ${person}`}`,
      counts: state === 'valid',
      why: '',
    }),
  );
  const findings = report.findings.map(
    ({ code, level, text }): Known => ({
      what: `${code} (${level})`,
      counts: level === 'block' ? false : null,
      why: text,
    }),
  );
  const says = report.ok ? 'nothing here speaks against it' : 'a push of it would be refused, and so would CI';
  const open = report.suites.find(({ state }) => state !== 'tested' && state !== 'no-tests');
  const isHere = head?.commit === id;
  const next =
    open && !report.ok
      ? {
          command: isHere ? open.command : `git switch --detach ${id.slice(0, 12)}`,
          why: isHere ? 'What proves it' : `What proves it runs there (${open.command})`,
        }
      : null;
  return explained(thing, says, [...suites, ...attested, ...approvals, ...findings], next);
}
