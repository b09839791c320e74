import { readFileSync } from 'node:fs';
import path from 'node:path';
import { events, type HostEvent, hookHere } from '@flow/test-kit';
import { type Ended, runBounded } from './run-bounded.js';
import type { Sandbox } from './sandbox.js';

/**
 * What the host makes of a hook's answer. A broken hook lets the call through, and `broken` says how it broke. One that was not
 * done in time says nothing of the guard's mind, and often something of the machine: it is an answer of its own, never right.
 */
export interface Answer {
  verdict: 'allow' | 'block' | 'ask' | 'time-out';
  reason: string;
  broken?: string;
  /** Another command that the hook put in the place of the agent's. */
  command?: string;
  /** What the model and the person are told. */
  told: string;
}

/** What the settings of our own hook say; the host's default would be longer. */
export const HOST_TIMEOUT_MS = 10_000;
const SESSION = '44444444-4444-4444-8444-444444444444';

/** Speaks to the product that is installed in a sandbox, as the host does. */
export function hookOf(sandbox: Sandbox) {
  const build = events(SESSION, sandbox.root, { home: sandbox.home });
  const send = async (event: HostEvent): Promise<Answer> => {
    const name = String(event.hook_event_name);
    if (!listens(sandbox, name, event.tool_name)) return { verdict: 'allow', reason: '', told: '' };
    const launcher = path.join(sandbox.root, '.claude/hooks/flow.cjs');
    const environment = { ...sandbox.environment, CLAUDE_PROJECT_DIR: sandbox.root };
    const input = JSON.stringify(event);
    const ended = await runBounded(process.execPath, [launcher, name], {
      cwd: sandbox.root,
      environment,
      input,
      timeoutMs: HOST_TIMEOUT_MS,
    });
    return answerOf(ended);
  };
  return { build, send };
}

/** Returns a speaker to the built hook within this process: the same verdicts, without a start of node for each. */
export function askHere(dist: string) {
  const answer = hookHere(path.resolve(dist, 'hook.cjs'));
  return async (event: HostEvent, _row: unknown, sandbox: Sandbox): Promise<Answer> => {
    if (!listens(sandbox, String(event.hook_event_name), event.tool_name))
      return { verdict: 'allow', reason: '', told: '' };
    const environment = { ...sandbox.environment, CLAUDE_PROJECT_DIR: sandbox.root };
    return answerOf({ ...answer(event, environment, sandbox.root), timedOut: false });
  };
}

/** The events are registered with matchers over the tool's name; a tool that none matches is never asked about. */
function listens(sandbox: Sandbox, event: string, tool: unknown): boolean {
  type Groups = Record<string, { matcher?: string }[] | undefined>;
  const settings = readFileSync(path.join(sandbox.root, '.claude/settings.json'), 'utf8');
  const groups = (JSON.parse(settings) as { hooks: Groups }).hooks[event] ?? [];
  return groups.some(({ matcher }) => matcher === undefined || matches(matcher, String(tool)));
}

/** The host takes a star for everything, names with bars between them as they are, and anything else for a regular expression. */
function matches(matcher: string, tool: string): boolean {
  if (matcher === '*') return true;
  return /^[\w|]*$/.test(matcher) ? matcher.split('|').includes(tool) : new RegExp(matcher).test(tool);
}

/** A hook's end as the host reads it: exit code 2 or a decision on standard output, and anything broken lets through. */
export function answerOf(ended: Ended): Answer {
  const { status, stdout, stderr, timedOut } = ended;
  const output = parsed(stdout) as { hookSpecificOutput?: Record<string, unknown>; systemMessage?: unknown } | null;
  const words = output?.hookSpecificOutput ?? {};
  const told = [words.additionalContext, output?.systemMessage].filter((text) => typeof text === 'string').join('\n');
  if (status === 2) return { verdict: 'block', reason: stderr.trim(), told };
  if (timedOut) return { verdict: 'time-out', reason: '', broken: `time-out ${stderr.slice(0, 200)}`.trim(), told };
  if (status !== 0) {
    return { verdict: 'allow', reason: '', broken: `exit code ${status} ${stderr.slice(0, 200)}`.trim(), told };
  }
  const decision = words.permissionDecision;
  const verdict = decision === 'deny' ? 'block' : decision === 'ask' ? 'ask' : 'allow';
  const command = (words.updatedInput as { command?: unknown } | undefined)?.command;
  return {
    verdict,
    reason: String(words.permissionDecisionReason ?? ''),
    told,
    ...(typeof command === 'string' ? { command } : {}),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
