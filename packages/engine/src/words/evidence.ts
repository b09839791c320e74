import type { Finding } from '@flow/core';
import { clean } from '../text/clean.js';
import { type FindingWords, list } from './facts.js';
import type { Reader } from './reader.js';

/** Tells why a push is judged by an older base than the one that was fetched last. */
function olderBase(args: Finding['args'], reader: Reader): string {
  const fetched = clean(args.fetched, 100);
  const remote = fetched.replace(/\/[^/]*$/, '');
  const holds = args.holds ? `what was known before (${clean(args.holds, 10)})` : 'nothing';
  const counts = `What counts as published is ${holds}, so this push may need more tests.`;
  const accept = `${reader === 'person' ? 'To accept' : 'A person can accept'} the remotes as they are now, in a terminal: \`npx flow-hooks apply\`.`;
  switch (args.kind) {
    case 'unreached':
      return `${fetched} has moved, and ${clean(args.accepted)} could not be asked whether it is there (${clean(args.detail)}). ${counts} Push again when it can be asked, or run the tests.`;
    case 'address': {
      const instead = args.accepted ? ` in place of ${clean(args.accepted)}` : '';
      const now = args.detail ? `lies at ${clean(args.detail)} now` : 'is no remote now';
      return `${remote} ${now}, which nobody has accepted${instead}. ${counts} ${accept}`;
    }
    case 'renamed':
      return `${fetched} is not what work is merged into on ${clean(args.accepted)}: that is ${clean(args.detail, 100)}. ${counts} To ask the remote: \`git remote set-head ${remote} --auto\`.`;
    case 'forged':
      return `The record of what is published was not made with this user's key. ${counts} ${accept}`;
    default:
      return `${fetched} is not what ${clean(args.accepted)} has. ${counts} To fetch what it has: \`git fetch ${remote}\`.`;
  }
}

/** Words for what is wrong with recorded runs and the content they saw. */
export const EVIDENCE_WORDS: FindingWords = {
  EVIDENCE_RUNNING: ({ args }) =>
    `A run of ${list(args.suites, undefined)} is still running in the background. Wait until its end is announced, then push.`,
  EVIDENCE_VOID: () =>
    'Earlier evidence is void because protected files were changed outside the tools. Run the tests again, and once more where that call is told of the change.',
  EVIDENCE_UNWRITABLE: ({ args }) =>
    args.again
      ? `The result of that run could not be stored (${clean(args.why)}), so it does not count for a push. Run the same command again: for the rest of this session the hook records it. A sandbox around the command does this; a person can let it write to ${list(args.folders, undefined)}.`
      : `Evidence cannot be stored (${clean(args.why)}): test runs are not recorded and do not count for a push. \`npx flow-hooks doctor\` shows what is wrong.`,
  EVIDENCE_BASE: ({ args }, _now, reader) => olderBase(args, reader),
  EVIDENCE_FOREIGN: ({ args }) =>
    `${args.entries === 1 ? '1 journal entry was' : `${clean(args.entries)} journal entries were`} made with another user's key and ${args.entries === 1 ? 'proves' : 'prove'} nothing here.`,
  RUN_OF_MANY: ({ args }) =>
    `\`${clean(args.what)}\` mixes the output of several packages, so it is recorded for none of them. Run the suites a push needs package by package: \`npx flow-hooks status\` lists the commands.`,
  INSTALLED_WRITTEN: ({ args }) =>
    `Only a package manager writes into ${clean(args.folder, 200)}: with this change, runs of what is installed there prove nothing. To install anew, beside that folder: \`${clean(args.command, 200)}\`.`,
  RUN_UNREAD: ({ args }) =>
    `\`${clean(args.command)}\` is not recorded: ${
      args.why === 'elsewhere'
        ? 'it runs in a container or on another machine, and which content is there cannot be told'
        : 'its output is not read here'
    }. What counts are the commands that \`npx flow-hooks status\` names; for this one to count by its exit code, a person names it in flow.config.yaml (\`suites: [{ root: ., command: … }]\`) and runs \`npx flow-hooks apply\`.`,
  RUN_SWAPPED: ({ args }) =>
    `\`${clean(args.command, 80)}\` will prove nothing here: \`${clean(args.first, 40)}\` before it and \`${clean(args.last, 40)}\` behind it change files that it reads, so it sees what is there neither before nor afterwards. Run the tests in a call of their own, on the content that you mean to push.`,
  CONTENT_UNTAKEN: ({ args }) =>
    `The content on disk cannot be captured (${clean(args.what, 300)}), so a run proves nothing. Fix that, then run the tests: \`npx flow-hooks status\` shows whether it works.`,
  CONTENT_SPARSE: ({ args }) =>
    `${clean(args.what, 300)}: runs prove nothing about files they cannot see. To test everything: \`git sparse-checkout disable\`.`,
  CONTENT_POINTERS: ({ args }) =>
    `${clean(args.what, 300)}: tests read the pointers. To fetch the content: \`git lfs pull\`.`,
  CONTENT_SUBMODULE: ({ args }) =>
    `${clean(args.what, 300)}. A push contains only the commit of a submodule: check it out (\`git submodule update --init\`), or commit your changes there first, then here.`,
  CONTENT_CASE: ({ args }) =>
    args.setting === undefined
      ? `${clean(args.what, 300)}: one file of each pair is missing on disk. Rename one: \`git mv\`.`
      : `${clean(args.what, 300)}. This file system tells such names apart, and commits would lack these files: \`git config ${clean(args.setting)} false\`, then commit them.`,
};
