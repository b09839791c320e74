import { clean } from '../text/clean.js';
import { type FindingWords, list } from './facts.js';

/** CI speaks of a commit in these words. */
export const VERIFY_WORDS: FindingWords = {
  VERIFY_ON_BASE: ({ args }) =>
    `The commit is already on ${clean(args.branch) || 'the base branch'}, so nothing is required. To judge it anyway, name an older base: \`--base <commit>\` or \`<from>..<commit>\`.`,
  VERIFY_DELETION: ({ args }) =>
    `The branch ${clean(args.branch)} was deleted, which publishes nothing: nothing is required.`,
  VERIFY_GATES: ({ args }) =>
    `No record here says which workflow led this branch, so these gates are judged as the configuration describes them for all: ${list(args.gates, undefined)}.`,
  VERIFY_NOTE: ({ args }) =>
    args.why
      ? `The commit's note in refs/notes/flow cannot be read (${clean(args.why)}), so no attestation counts.`
      : `${clean(args.lines)} lines of the commit's note in refs/notes/flow are ignored: they are not attestations, or there are too many.`,
  VERIFY_UNSIGNED: ({ args }) =>
    `Attestations without a signature (${list(args.digests, undefined, 3)}) are information, not proof. Their author can sign with \`npx flow-hooks attest --push\` after configuring a git signing key; or run with --rerun.`,
  VERIFY_SIGNATURE: ({ args }) =>
    `Attestations that do not count (${list(args.digests, undefined, 3)}): ${clean(args.why)}. Allowed signers are listed in flow.config.yaml on the base branch (approvals.signers).`,
  VERIFY_RERUN: ({ args }) =>
    `${clean(args.suite)} could not be rerun (\`${clean(args.command)}\`: ${clean(args.why)})${
      list(args.tail, undefined) ? `; last output: ${list(args.tail, undefined)}` : ''
    }. Prepare a fresh checkout with \`--setup '<command>'\`; allow more time with \`--timeout <seconds>\`.`,
  VERIFY_CONTRADICTS: ({ args }) =>
    `The result of ${clean(args.suite)} that ${clean(args.by)} recorded differs from a run now: ${list(args.differs, undefined)}.`,
};
