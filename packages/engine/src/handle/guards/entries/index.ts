import type { Judge } from '../../../judges/guard.js';
import { judgePublishing } from '../publishing.js';
import { judgePublishingTool } from '../publishing-tool.js';

/* What each guard has against a deed: the name of an export is the guard's own, as `GUARDS` of `@flow/core` has it. */

export { approval } from './approval.js';
export { arming } from './arming.js';
export { edits } from './edits.js';
export { protectedFiles as protected } from './protected.js';
export { sensitive } from './sensitive.js';
export { unreadable } from './unreadable.js';

/** The guard `push` refuses to publish content that is not proven. */
export const push: Judge = ({ command, tool, input, directory }, { start }) =>
  command ? judgePublishing(command.analysis, directory, start) : judgePublishingTool(tool, input, directory, start);
