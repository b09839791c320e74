import { GUARDS, type Guard } from '@flow/core';
import type { GuardEntry, Judge } from '../../judges/guard.js';
import { approval } from './entries/approval.js';
import { arming } from './entries/arming.js';
import { edits } from './entries/edits.js';
import { protectedFiles } from './entries/protected.js';
import { sensitive } from './entries/sensitive.js';
import { unreadable } from './entries/unreadable.js';
import { judgePublishing } from './publishing.js';
import { judgePublishingTool } from './publishing-tool.js';

export { type Deed, isRefused, judgeDeed } from '../../judges/guard.js';

/** Refuses a push whose content is not proven. */
const push: Judge = ({ command, tool, input, directory }, { start }) =>
  command ? judgePublishing(command.analysis, directory, start) : judgePublishingTool(tool, input, directory, start);

/** What each guard has against a deed: a guard that is missing here does not compile. */
const JUDGES: Record<Guard, Judge> = {
  unreadable,
  arming,
  approval,
  sensitive,
  protected: protectedFiles,
  edits,
  push,
};

/** Every guard of a tool call, in the order in which they are asked. */
export const GUARD_ENTRIES: readonly GuardEntry[] = GUARDS.map((id) => ({ id, judge: JUDGES[id] }));
