import { defaultPolicy } from '@flow/core';
import { homeOf } from '../surroundings.js';
import { judgeArming } from './arming.js';
import { judgeBranchSwitch } from './branch-switch.js';
import { judgeEditRules } from './edits.js';
import type { Deed, Facts, GuardEntry } from './guard.js';
import { judgeNotification } from './notification.js';
import { judgeEdits, judgeWrites } from './protected.js';
import { judgePublishing } from './publishing.js';
import { secretsOf } from './secrets.js';
import { judgeSelfApproval } from './self-approval.js';
import { judgeSecretEdits, judgeSecretEffects, judgeSecretReads } from './sensitive.js';
import { judgeUnreadable } from './unreadable.js';

export { type Deed, isRefused, judgeDeed } from './guard.js';

const unreadable: GuardEntry = {
  id: 'unreadable',
  judge: ({ command }) => (command ? judgeUnreadable(command.text, command.analysis) : []),
};

const arming: GuardEntry = {
  id: 'arming',
  judge({ command, tool, input }, { around }) {
    if (!command) return judgeNotification(tool, input);
    const found = judgeArming(command.analysis);
    return around ? [...found, ...judgeBranchSwitch(command.analysis, around)] : found;
  },
};

const approval: GuardEntry = {
  id: 'approval',
  judge: ({ command, tool, input }) => (command ? [] : judgeSelfApproval(tool, input)),
};

const sensitive: GuardEntry = {
  id: 'sensitive',
  judge({ command, edits, tool, input, directory }, { around, start }) {
    const rules = around?.policy.sensitive ?? defaultPolicy([]).sensitive;
    const secrets = secretsOf(homeOf(start.environment), rules);
    const root = around?.repository.root ?? null;
    if (command) return judgeSecretEffects(command, rules, secrets, root);
    return [
      ...judgeSecretEdits(edits, secrets, root),
      ...judgeSecretReads(tool, input, directory, rules, secrets, root),
    ];
  },
};

const protectedFiles: GuardEntry = {
  id: 'protected',
  judge({ command, edits }, { around }) {
    if (!around) return [];
    const { root } = around.repository;
    if (command) return judgeWrites(command.analysis, around, root);
    return edits.length > 0 ? judgeEdits(edits, around.protected, root) : [];
  },
};

const edits: GuardEntry = { id: 'edits', judge: judgeEditRules };

const push: GuardEntry = {
  id: 'push',
  judge: ({ command, directory }: Deed, { start }: Facts) =>
    command ? judgePublishing(command.analysis, directory, start) : [],
};

/** Every guard of a tool call, in the order of `GUARDS`. */
export const GUARD_ENTRIES: readonly GuardEntry[] = [
  unreadable,
  arming,
  approval,
  sensitive,
  protectedFiles,
  edits,
  push,
];
