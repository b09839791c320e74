import { clean } from '@flow/engine/text/clean';
import { attestCommit } from '@flow/engine/verify/attest';
import { resolveTarget } from '@flow/engine/verify/target';
import { NOTES_REF, pushNotes } from '@flow/evidence';
import { failed } from '../answer/answer.js';
import { type Command, noRepository, repositoryOf, usage } from './command.js';
import { branchOf } from './verify.js';

/** `PATIENCE` is the time for git, in milliseconds; the person at a key takes as long as it takes. */
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
    if (!around) return noRepository(call);
    const { repository } = around;
    const name = words[0] ?? 'HEAD';
    const base = typeof values.base === 'string' ? values.base : undefined;
    const target = resolveTarget(around, name, base, Date.now() + PATIENCE);
    if ('unknown' in target)
      return failed(3, 'COMMIT_UNKNOWN', `this repository has no commit ${clean(target.unknown)}.`);
    const branch = branchOf(call, target.commit, repository);
    const done = attestCommit(repository, target, branch, !values['no-sign'], Date.now() + PATIENCE);
    if (done.kind === 'unproven') {
      const why = done.onBase
        ? 'It is already on the base branch, so nothing is required. Name an older base: --base <commit>.'
        : `Nothing is proven about it here${done.suites.length > 0 ? `; needed: ${clean(done.suites.join(', '), 400)}` : ''}. ${call.typed('status')} shows what to run.`;
      return failed(1, 'ATTEST_UNPROVEN', `${clean(target.commit.slice(0, 10))} is not attested. ${why}`);
    }
    if (done.kind === 'failed')
      return failed(3, 'ATTEST_FAILED', `no attestation was written: ${clean(done.why, 400)}`);
    const { attestation, keyId, unsigned } = done;
    const { commit, result, suites } = attestation;
    const remote = typeof values.remote === 'string' ? values.remote : 'origin';
    const rejected = values.push ? pushNotes(repository, remote, Date.now() + PATIENCE) : null;
    const isPushed = values.push === true && !rejected;
    const unsignedWhy = `it is not signed (${clean(unsigned, 300)}), so CI does not accept it as proof.`;
    const rejectedWhy = rejected && `${clean(remote)} rejected the note: ${clean(rejected.failed, 400)}`;
    return {
      exit: rejected ? 3 : 0,
      data: { ok: !rejected, commit, result, suites, isNew: done.kind !== 'there', key: keyId, pushed: isPushed },
      text: [
        `${done.kind === 'there' ? 'already attested' : 'attested'}: ${commit.slice(0, 10)} ${result}\n`,
        ...suites.map(({ suite, outcome, command }) => `  ${clean(suite)}: ${outcome} (${clean(command, 100)})\n`),
        keyId === null ? '' : `  signed with ${clean(keyId)}\n`,
        values.push ? '' : `  share it: git push origin ${NOTES_REF}\n`,
        isPushed ? `  pushed to ${clean(remote)}, ${NOTES_REF}\n` : '',
      ].join(''),
      problems: [
        ...(rejectedWhy ? [{ code: 'ATTEST_NOT_PUSHED', message: rejectedWhy }] : []),
        ...(keyId === null ? [{ code: 'ATTEST_UNSIGNED', message: unsignedWhy }] : []),
      ],
    };
  },
};
