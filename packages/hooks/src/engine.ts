import { afterBackground, afterTool } from './after-tool.js';
import { beforeTool } from './before-tool.js';
import { judgeConfigChange } from './guards/config-change.js';
import { type Decision, type Event, NONE } from './hosts/event.js';
import { afterEdit } from './observers/after-edit.js';
import { injectStatus, injectSubagent } from './observers/inject.js';
import { startSession } from './observers/session.js';
import { recordSubagent } from './observers/subagents.js';
import { typedApproval } from './observers/typed-approval.js';
import type { Start } from './surroundings.js';

export { runCommitHook } from './commit-hook.js';
export { runGitHook } from './git-hook.js';
export { type Begun, beginExact, endExact, type SeenEnd } from './observers/exact.js';

/** Runs all guards and observers for one event. Throws only when the machine is broken; the caller knows what is closed. */
export function handle(event: Event, given: Start): Decision {
  const start: Start = { ...given, known: new Map() };
  switch (event.kind) {
    case 'tool-before':
      return beforeTool(event, start);
    case 'tool-after':
      if (event.output.subagent) recordSubagent(event, event.output.subagent);
      return afterEdit(event, start) ?? afterTool(event, start);
    case 'background-end':
      if (event.subagent) recordSubagent(event, event.subagent);
      return afterBackground(event, start);
    case 'expansion':
      return typedApproval(event, start);
    case 'prompt':
      return injectStatus(event.directory, start);
    case 'subagent-start':
      return injectSubagent(event.directory, event.role, start);
    case 'session-start':
      return startSession(event, start);
    case 'config-change':
      return judgeConfigChange(event, start);
    default:
      return NONE;
  }
}
