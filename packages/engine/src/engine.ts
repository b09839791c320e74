import { type Decision, type Event, NONE, type SubagentResult } from '@flow/clients/event';
import { recordSubagent } from './facts/trail/subagents.js';
import { afterBackground, afterTool, afterUntold } from './handle/after-tool.js';
import { beforeExpansion, beforeTool } from './handle/before-tool.js';
import { runCommitHook as judgeCommit } from './handle/commit-hook.js';
import { judgeConfigChange } from './handle/config-change.js';
import { afterEdit } from './handle/edits/after-edit.js';
import { runGitHook as judgePush } from './handle/git-hook.js';
import { agentOver } from './handle/prompts/agent-ended.js';
import { noteAside } from './handle/prompts/asides.js';
import { noteAuthor } from './handle/prompts/author.js';
import { injectStatus, injectSubagent, movedUnnoticed } from './handle/prompts/inject.js';
import { startSession } from './handle/prompts/session.js';
import { typedApproval } from './handle/prompts/typed-approval.js';
import { beforeStop } from './handle/stop.js';
import { sinceFront } from './places/front-time.js';
import type { Start } from './places/surroundings.js';
import { sessionSeen } from './run/leases/seen.js';
import { reviewBegins, reviewEnds, reviewTold, roleBegins, roleEnds } from './run/reviews/door.js';
import { withViews } from './run/views/write-views.js';
import { decisionAsTyped } from './text/as-typed.js';
import { fittedFor } from './text/on-screen.js';

export { type Begun, beginExact, endExact, endExactUnkept, type SeenEnd } from './recording/runs/exact.js';
export { unkeptWords } from './recording/runs/unwritable.js';
export { keepAskedHere } from './run/door.js';
export { asTyped } from './text/as-typed.js';
export { sealedWords } from './words/sealed.js';

/** Git's hooks print what they say on standard error: it is fitted to the screen, where that is one. */
const onScreen = <A extends { text: string }>(answer: A): A => ({
  ...answer,
  text: fittedFor(process.stderr, answer.text),
});

export const runCommitHook = (...given: Parameters<typeof judgeCommit>) => onScreen(judgeCommit(...given));
export const runGitHook = (...given: Parameters<typeof judgePush>) => onScreen(judgePush(...given));

/** Runs all guards and observers for one event. Throws only when the machine is broken; the caller knows what is closed. */
export function handle(event: Event, given: Start): Decision {
  const decision = withViews(sinceFront(given), (start) => decide(event, start));
  return decision.kind === 'none' || !('directory' in event) ? decision : decisionAsTyped(decision, event.directory);
}

function decide(event: Event, start: Start): Decision {
  if (event.kind !== 'session-start') sessionSeen(event, start);
  switch (event.kind) {
    case 'tool-before':
      return withMoved(beforeTool(event, start), event, start);
    case 'tool-after':
      if (event.output.subagent) recordSubagent(event, event.output.subagent);
      return withMoved(
        both(afterEdit(event, start) ?? afterTool(event, start), afterAgent(event, event.output.subagent, start)),
        event,
        start,
      );
    case 'untold':
      return afterEnds(event, start);
    case 'background-end':
      if (event.subagent) recordSubagent(event, event.subagent);
      return both(afterBackground(event, start), afterAgent(event, event.subagent, start));
    case 'expansion':
      return typedApproval(event, start) ?? beforeExpansion(event, start);
    case 'prompt':
      noteAuthor(event, start);
      return injectStatus(event, start);
    case 'turn-failed':
    case 'ticked':
    case 'moved':
      return noteAside(event, start);
    case 'subagent-start':
      return (
        reviewBegins(event, start) ?? both(injectSubagent(event.directory, event.role, start), roleBegins(event, start))
      );
    case 'subagent-stop':
      return reviewEnds(event, start) ?? roleEnds(event, start) ?? NONE;
    case 'stop':
      return beforeStop(event, start);
    case 'session-start':
      return startSession(event, start);
    case 'config-change':
      return judgeConfigChange(event, start);
    default:
      return NONE;
  }
}

/** Judges an event once the ends before it are written down: they decide over it. */
function afterEnds({ ends, next }: Extract<Event, { kind: 'untold' }>, start: Start): Decision {
  const told = ends.map((end) => afterUntold(end, start));
  return told.reduce((decision, more) => withTold(decision, () => more), decide(next, start));
}

/** A refusal says the phase by itself, and a question is for the person. */
function withMoved(
  decision: Decision,
  event: Extract<Event, { kind: 'tool-before' | 'tool-after' }>,
  start: Start,
): Decision {
  return withTold(decision, () => movedUnnoticed(event, start));
}

/** Adds what else is to be told to a decision that refuses nothing. */
function withTold(decision: Decision, more: () => Decision | null): Decision {
  return decision.kind === 'none' || decision.kind === 'tell' ? both(decision, more()) : decision;
}

/** A sub-agent is over: whoever started it is told what a reviewer found, and where the run stands. */
function afterAgent(
  { directory }: { directory: string },
  agent: SubagentResult | null | undefined,
  start: Start,
): Decision | null {
  if (agent?.state !== 'ended') return null;
  const ended = { directory, agent: agent.agent, role: agent.type };
  return agentOver(ended, reviewTold(directory, agent.agent, start), start);
}

/** Joins two decisions that refuse nothing. */
function both(first: Decision, second: Decision | null): Decision {
  if (second?.kind !== 'tell') return first;
  if (first.kind !== 'tell') return second;
  const joined = (one?: string, other?: string) => [one, other].filter((text) => text !== undefined).join('\n');
  const context = joined(first.context, second.context);
  const notice = joined(first.notice, second.notice);
  return { kind: 'tell', ...(context !== '' && { context }), ...(notice !== '' && { notice }) };
}
