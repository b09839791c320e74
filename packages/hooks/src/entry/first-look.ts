import { existsSync } from 'node:fs';
import type { Event } from '@flow/clients/event';
import type { KeptTold } from '@flow/engine/handle/prompts/kept-answer';
import { load } from '@flow/engine/load';
import type { Marker } from '@flow/engine/policy/markers';
import { mayBeOurs } from '@flow/engine/run/reviews/may-be-ours';
import { isAsSealed, readSeal, realPath, repositoryState } from '@flow/evidence/fast';
import { mayMatter } from '@flow/shell-effects/plain/may-matter';
import type * as Prompt from '../bin/prompt.js';
import { excessOf } from './input-limits.js';
import { couldBeProtected } from './plain-edit.js';

/*
 * The first question asked of every event of Claude Code: does the call only read, or edit a file that no rule mentions? Most
 * calls do, and cost no more than the question. A "no" loads one more file (`bin/event.ts`). A "yes" is given only where
 * `settled` would give the same answer (a test holds that). The question writes nothing: `carryOut` does.
 */

/** A call that needs no engine, with what is left to be done for the call. */
export type Settled =
  | { kind: 'nothing' }
  /** An edit that belongs into the audit trail. */
  | { kind: 'edit'; event: Extract<Event, { kind: 'tool-before' }> }
  /** A prompt whose answer is the kept one. */
  | { kind: 'prompt'; again: KeptTold };

const NOTHING: Settled = { kind: 'nothing' };

/** Tools that change nothing. */
export const READERS = new Set(['Read', 'Glob', 'Grep', 'LS', 'NotebookRead', 'WebFetch', 'WebSearch', 'TodoWrite']);

/**
 * Length and number of opening brackets up to which a text surely keeps the limits of `excessOf`: fewer brackets than
 * levels, and fewer characters than entries.
 */
const MAX_TEXT = 10_000;
const MAX_BRACKETS = 60;

/** Tools that change the one file that they name. */
const EDITORS = ['Write', 'Edit', 'NotebookEdit'];

/**
 * Looks at an event, and settles a call that surely needs no engine. Nothing is written.
 * @param raw the event, parsed from JSON
 * @param text the JSON text of the event
 * @returns null where the event has to be looked at closer
 */
export function lookFirst(raw: unknown, text: string, environment: NodeJS.ProcessEnv): Settled | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const event = raw as Record<string, unknown>;
  const { hook_event_name: name, cwd, tool_name: tool, tool_input: input } = event;
  if (typeof cwd !== 'string') return null;
  if (name === 'UserPromptSubmit' && !isForeign(event.source))
    return lookAtPrompt(event.prompt, event.session_id, cwd, environment);
  if (typeof tool !== 'string') return null;
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return null;
  const isBefore = name === 'PreToolUse';
  if (isBefore ? isReviewer(event.agent_type) : name !== 'PostToolUse' || listsChanges(event.tool_response))
    return null;
  if (isBefore && EDITORS.includes(tool))
    return isWithinLimits(raw, text) ? lookAtEdit(event, cwd, tool, input, environment) : null;
  const isReader = READERS.has(tool);
  if (!isReader && !isPlainCommand(tool, (input as { command?: unknown }).command)) return null;
  if (isBefore && !isWithinLimits(raw, text)) return null;
  const state = stateOf(cwd, environment);
  if (state === undefined) return null;
  if (!isBefore && isReader) return NOTHING;
  return !readsMatter(state) && (isBefore || !protectedChanged(state)) ? NOTHING : null;
}

/**
 * Tells whether a client says that nobody at its terminal wrote a prompt: such a one approves nothing. Clients that say
 * nothing are taken as before.
 */
export const isForeign = (source: unknown) => typeof source === 'string' && source !== 'user';

/**
 * Settles a prompt where no workflow runs, and where nothing has changed since the last prompt; never a prompt that tells the
 * end of a command.
 */
function lookAtPrompt(
  prompt: unknown,
  session: unknown,
  directory: string,
  environment: NodeJS.ProcessEnv,
): Settled | null {
  if (typeof prompt !== 'string' || prompt.includes('<task-notification')) return null;
  const state = stateOf(directory, environment);
  if (state === undefined) return null;
  if (!existsSync(`${state}/${'runs' satisfies Marker}`)) return NOTHING;
  if (typeof session !== 'string') return null;
  const again = load<typeof Prompt>('prompt').keptFor({ session, directory }, state, environment);
  return again && { kind: 'prompt', again };
}

function lookAtEdit(
  event: Record<string, unknown>,
  directory: string,
  tool: string,
  given: object,
  environment: NodeJS.ProcessEnv,
): Settled | null {
  const input = given as Record<string, unknown>;
  if (couldBeProtected(tool, input, directory, environment)) return null;
  const word = (value: unknown) => (typeof value === 'string' ? value : null);
  const role = word(event.agent_type);
  const doer = { session: word(event.session_id) ?? 'unknown', agent: word(event.agent_id), role };
  const call = word(event.tool_use_id) ?? 'unknown';
  return { kind: 'edit', event: { kind: 'tool-before', ...doer, directory, tool, call, input } };
}

function stateOf(directory: string, environment: NodeJS.ProcessEnv): string | undefined {
  const commonDir = gitFolder(directory);
  return commonDir === undefined ? undefined : repositoryState({ commonDir }, environment);
}

/**
 * The git folder of an ordinary repository, found as `findRepository` does but for all that is rare.
 * @returns undefined where it takes more to know (worktrees, submodules, links, bare ones), and where there is none
 */
function gitFolder(directory: string): string | undefined {
  try {
    if (!directory.startsWith('/')) return undefined;
    for (let folder = realPath(directory); folder !== ''; folder = folder.slice(0, folder.lastIndexOf('/'))) {
      const has = (name: string) => existsSync(`${folder}/${name}`);
      const git = `${folder}/.git`;
      if (has('.git/HEAD')) {
        const isOrdinary = has('.git/objects') && has('.git/refs') && !has('.git/commondir');
        return isOrdinary && realPath(git) === git ? git : undefined;
      }
      if (has('.git') || has('HEAD')) return undefined;
    }
  } catch {
    // Where nobody may look.
  }
  return undefined;
}

function isPlainCommand(tool: string, command: unknown): boolean {
  return (tool === 'Bash' || tool === 'PowerShell') && typeof command === 'string' && !mayMatter(command);
}

const isReviewer = (role: unknown) => typeof role === 'string' && mayBeOurs(role);

function isWithinLimits(raw: unknown, text: string): boolean {
  const isSmall = text.length <= MAX_TEXT && text.split('{').length + text.split('[').length <= MAX_BRACKETS;
  return isSmall || excessOf(raw) === null;
}

function listsChanges(response: unknown): boolean {
  return typeof response === 'object' && response !== null && 'bashEditDiff' in response;
}

/**
 * Tells whether what only reads costs a closer look: the project does not have secrets read, or names such a command as
 * a run (`git diff --exit-code`).
 * @param state the repository's folder in the user's state
 */
export function readsMatter(state: string): boolean {
  return existsSync(`${state}/${'guards-reads' satisfies Marker}`);
}

/**
 * Tells whether a protected file no longer is as it was at the last look. Without a seal there is nothing to compare.
 */
export function protectedChanged(state: string): boolean {
  const seal = readSeal(state);
  return seal !== undefined && !isAsSealed(seal);
}
