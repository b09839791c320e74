import { existsSync } from 'node:fs';
import path from 'node:path';
import { LAUNCHER_PATH } from '@flow/clients/registrations';
import { defaultPolicy } from '@flow/core';
import { findRepository } from '@flow/evidence';
import { remoteNames } from '@flow/evidence/git/remotes';
import type { Effect, Write } from '@flow/shell-effects';
import { linkChanges } from '../../facts/link-changes.js';
import { judgeArming, judgeConfigEdits, judgeSettingTool, type Remotes } from '../../judges/arming.js';
import type { Deed, Facts, GuardEntry } from '../../judges/guard.js';
import { judgeNotification } from '../../judges/notification.js';
import { judgeEdits, judgeWrites, writesOf } from '../../judges/protected.js';
import { judgeApprovingCommand, judgeSelfApproval } from '../../judges/self-approval.js';
import { judgeSecretEdits, judgeSecretEffects, judgeSecretReads } from '../../judges/sensitive.js';
import { judgeTyping } from '../../judges/typing.js';
import { judgeUnreadable } from '../../judges/unreadable.js';
import { protectedAtHome } from '../../places/protected-set.js';
import { secretsOf } from '../../places/secrets.js';
import { homeOf, type Start, type Surroundings, surroundingsOf } from '../../places/surroundings.js';
import { judgeBranchSwitch } from './branch-switch.js';
import { judgeEditRules } from './edits.js';
import { preciseWrites } from './precise-writes.js';
import { judgePublishing } from './publishing.js';
import { judgePublishingTool } from './publishing-tool.js';
import { judgeReviewer, judgeSpeech } from './reviewers.js';

export { type Deed, isRefused, judgeDeed } from '../../judges/guard.js';

const unreadable: GuardEntry = {
  id: 'unreadable',
  judge({ command }, { start }) {
    if (!command) return [];
    const { text, analysis } = command;
    return [...judgeUnreadable(text, analysis), ...judgeTyping(text, analysis, start.host)];
  },
};

function remotesAround(around: Surroundings | null): Remotes {
  if (!around) return { names: [] };
  const { baseBranch } = around.policy;
  return { base: baseBranch === undefined ? [] : [baseBranch], names: remoteNames(around.repository) };
}

const arming: GuardEntry = {
  id: 'arming',
  judge({ command, tool, input, edits }, { around }) {
    const remotes = () => remotesAround(around);
    if (!command)
      return [...judgeNotification(tool, input), ...judgeSettingTool(tool, input), ...judgeConfigEdits(edits, remotes)];
    const root = around?.repository.root ?? null;
    const isGuarded = (directory: string) => isGuardedRoot(findRepository(directory)?.root, root);
    const found = judgeArming(command.analysis, isGuarded, input.run_in_background === true, remotes);
    return around ? [...found, ...judgeBranchSwitch(command.analysis, around)] : found;
  },
};

const approval: GuardEntry = {
  id: 'approval',
  judge: ({ command, tool, input }) =>
    command ? judgeApprovingCommand(command.text, command.analysis) : judgeSelfApproval(tool, input),
};

const sensitive: GuardEntry = {
  id: 'sensitive',
  judge({ command, edits, tool, input, directory }, { around, start }) {
    const rules = around?.policy.sensitive ?? defaultPolicy([]).sensitive;
    const home = homeOf(start.environment);
    const secrets = secretsOf(home, rules);
    const root = around?.repository.root ?? null;
    if (command) return judgeSecretEffects(command, writesNow(command.analysis.effects, around), rules, secrets, root);
    return [
      ...judgeSecretEdits(edits, secrets, root),
      ...judgeSecretReads(tool, input, directory, home, rules, secrets, root),
    ];
  },
};

/** Lists the writes of a command line, file by file where git knows better than the words of the line. */
const writesNow = (effects: readonly Effect[], around: Surroundings | null) =>
  preciseWrites(writesOf(effects), effects, around);

const protectedFiles: GuardEntry = {
  id: 'protected',
  judge({ command, edits }, { around, start }) {
    const writes = command ? writesNow(command.analysis.effects, around) : [];
    // Most calls write nothing, and the set costs a question to git.
    if (writes.length + edits.length === 0) return [];
    const machine = { home: homeOf(start.environment), environment: start.environment };
    const root = around?.repository.root ?? null;
    const set = around?.protected ?? protectedAtHome(machine);
    const links = linkChanges(command?.analysis.effects ?? []);
    const sets = [set, ...neighboursOf(writes, root, start).map((other) => other.protected)];
    const written = sets.flatMap((one) => judgeWrites(writes, command?.text ?? '', one, root, links));
    return [...judgeEdits(edits, set, root), ...written];
  },
};

/** A repository whose guard counts: the session's own, and any in which the launcher lies. */
const isGuardedRoot = (root: string | undefined, own: string | null): boolean =>
  root !== undefined && (root === own || existsSync(path.join(root, LAUNCHER_PATH)));

/** Other guarded repositories that a command writes to: what is protected there, only they know. */
function neighboursOf(writes: readonly Write[], root: string | null, start: Start): Surroundings[] {
  const roots = new Map<string, string>();
  for (const { path: file } of writes) {
    const found = findRepository(file)?.root;
    if (found !== undefined && found !== root && isGuardedRoot(found, root)) roots.set(found, file);
  }
  return [...roots.values()].flatMap((file) => surroundingsOf(file, start) ?? []);
}

/** Who may change what, and when: a reviewer nothing at all. */
const edits: GuardEntry = {
  id: 'edits',
  judge(deed, facts) {
    const reviewing = [...judgeReviewer(deed, facts), ...judgeSpeech(deed, facts)];
    return reviewing.length > 0 ? reviewing : judgeEditRules(deed, facts);
  },
};

const push: GuardEntry = {
  id: 'push',
  judge: ({ command, tool, input, directory }: Deed, { start }: Facts) =>
    command ? judgePublishing(command.analysis, directory, start) : judgePublishingTool(tool, input, directory, start),
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
