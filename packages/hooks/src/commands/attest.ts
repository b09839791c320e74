import { NOTES_REF, pushNotes } from '@flow/evidence';
import { clean } from '../text/clean.js';
import { attestCommit } from '../verify/attest.js';
import { resolveTarget } from '../verify/target.js';
import { type Command, err, out, repositoryOf, usage } from './command.js';
import { branchOf } from './verify.js';

/** Milliseconds, for git; the person at a key takes as long as it takes. */
const PATIENCE = 120_000;

export const attest: Command = {
  name: 'attest',
  usage: '[--push] [--no-sign] [<commit>]',
  summary: 'record what is proven about a commit as a signed git note',
  options: {
    push: { type: 'boolean', about: 'also push the note to the remote' },
    'no-sign': { type: 'boolean', about: 'do not sign: the note is information, not proof' },
    remote: { type: 'string', value: 'remote', about: 'the remote for --push (default: origin)' },
    base: { type: 'string', value: 'commit', about: 'the commit to compare with and take the rules from' },
    branch: { type: 'string', value: 'branch', about: 'the branch the approvals belong to' },
  },
  run(call) {
    const { values, words } = call;
    if (words.length > 1) return usage(call, attest, 'One commit.');
    const around = repositoryOf(call);
    if (!around) return 3;
    const { repository } = around;
    const name = words[0] ?? 'HEAD';
    const base = typeof values.base === 'string' ? values.base : undefined;
    const target = resolveTarget(around, name, base, Date.now() + PATIENCE);
    if ('unknown' in target) {
      err(`COMMIT_UNKNOWN: this repository has no commit ${clean(target.unknown)}.\n`);
      return 3;
    }
    const branch = branchOf(call, target.commit, repository);
    const done = attestCommit(repository, target, branch, !values['no-sign'], Date.now() + PATIENCE);
    if (done.kind === 'unproven') {
      const why = done.onBase
        ? 'It is already on the base branch, so nothing is required. Name an older base: --base <commit>.'
        : `Nothing is proven about it here${done.suites.length > 0 ? `; needed: ${clean(done.suites.join(', '), 400)}` : ''}. ${call.typed('status')} shows what to run.`;
      err(`ATTEST_UNPROVEN: ${clean(target.commit.slice(0, 10))} is not attested. ${why}\n`);
      return 1;
    }
    if (done.kind === 'failed') {
      err(`ATTEST_FAILED: no attestation was written: ${clean(done.why, 400)}\n`);
      return 3;
    }
    const { attestation, keyId, unsigned } = done;
    out(
      `${done.kind === 'there' ? 'already attested' : 'attested'}: ${attestation.commit.slice(0, 10)} ${attestation.result}\n`,
    );
    for (const { suite, outcome, command } of attestation.suites) {
      out(`  ${clean(suite)}: ${outcome} (${clean(command, 100)})\n`);
    }
    out(keyId === null ? '' : `  signed with ${clean(keyId)}\n`);
    if (keyId === null)
      err(`ATTEST_UNSIGNED: it is not signed (${clean(unsigned, 300)}), so CI does not accept it as proof.\n`);
    if (!values.push) {
      out(`  share it: git push origin ${NOTES_REF}\n`);
      return 0;
    }
    const remote = typeof values.remote === 'string' ? values.remote : 'origin';
    const failed = pushNotes(repository, remote, Date.now() + PATIENCE);
    if (failed) err(`ATTEST_NOT_PUSHED: ${clean(remote)} rejected the note: ${clean(failed.failed, 400)}\n`);
    else out(`  pushed to ${clean(remote)}, ${NOTES_REF}\n`);
    return failed ? 3 : 0;
  },
};
