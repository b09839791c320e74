import { existsSync } from 'node:fs';
import { auditPlain } from '@flow/engine/facts/trail/audit-line';
import { load } from '@flow/engine/load';
import type { Marker } from '@flow/engine/policy/markers';
import { mayBeOurs } from '@flow/engine/run/reviews/may-be-ours';
import { isAsSealed, readSeal, realPath, repositoryState } from '@flow/evidence/fast';
import { mayMatter } from '@flow/shell-effects/plain/may-matter';
import type * as Prompt from '../bin/prompt.js';
import { excessOf } from './input-limits.js';
import { couldBeProtected } from './plain-edit.js';

/**
 * The first question of all, asked of Claude Code's own events: does this call only read, or edit a file of which no rule
 * speaks? Most do, and pay for no more than this. A "no" costs one file more (`bin/event.ts`), a "yes" is what
 * `settled` would answer: it is never said where that would not (a test).
 */

/** Tools that change nothing. */
export const READERS = new Set(['Read', 'Glob', 'Grep', 'LS', 'NotebookRead', 'WebFetch', 'WebSearch', 'TodoWrite']);

/** As long as a text with fewer opening brackets than `excessOf` allows levels, and fewer characters than entries, may be. */
const MAX_TEXT = 10_000;
const MAX_BRACKETS = 60;

/** Tools that change the one file that they name. */
const EDITORS = ['Write', 'Edit', 'NotebookEdit'];

/**
 * Settles a call that surely has nothing to do; a plain edit is noted in the audit trail, and a prompt is told what the one
 * before was told.
 * @param raw the event as it was read
 * @param text what it was read from
 * @returns false where it takes more to know, and nothing was noted
 */
export function settles(raw: unknown, text: string, environment: NodeJS.ProcessEnv): boolean {
  if (typeof raw !== 'object' || raw === null) return false;
  const event = raw as Record<string, unknown>;
  const { hook_event_name: name, cwd, tool_name: tool, tool_input: input } = event;
  if (typeof cwd !== 'string') return false;
  if (name === 'UserPromptSubmit') return settlesPrompt(event.prompt, event.session_id, cwd, environment);
  if (typeof tool !== 'string') return false;
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return false;
  const isBefore = name === 'PreToolUse';
  if (isBefore ? isReviewer(event.agent_type) : name !== 'PostToolUse' || listsChanges(event.tool_response))
    return false;
  if (isBefore && EDITORS.includes(tool))
    return isWithinLimits(raw, text) && settlesEdit(event, cwd, tool, input, environment);
  const isReader = READERS.has(tool);
  if (!isReader && !isPlainCommand(tool, (input as { command?: unknown }).command)) return false;
  if (isBefore && !isWithinLimits(raw, text)) return false;
  const state = stateOf(cwd, environment);
  if (state === undefined) return false;
  if (!isBefore && isReader) return true;
  return !readsMatter(state) && (isBefore || !protectedChanged(state));
}

/** A prompt where no workflow runs, or where nothing has changed since the last; none that tells the end of a command. */
function settlesPrompt(prompt: unknown, session: unknown, directory: string, environment: NodeJS.ProcessEnv): boolean {
  if (typeof prompt !== 'string' || prompt.includes('<task-notification')) return false;
  const state = stateOf(directory, environment);
  if (state === undefined) return false;
  if (!existsSync(`${state}/${'runs' satisfies Marker}`)) return true;
  if (typeof session !== 'string') return false;
  return load<typeof Prompt>('prompt').tellsAgain({ session, directory }, state, environment);
}

function settlesEdit(
  event: Record<string, unknown>,
  directory: string,
  tool: string,
  given: object,
  environment: NodeJS.ProcessEnv,
): boolean {
  const input = given as Record<string, unknown>;
  if (couldBeProtected(tool, input, directory, environment)) return false;
  const word = (value: unknown) => (typeof value === 'string' ? value : null);
  const role = word(event.agent_type);
  const doer = { session: word(event.session_id) ?? 'unknown', agent: word(event.agent_id), role };
  auditPlain({ kind: 'tool-before', ...doer, directory, tool, call: word(event.tool_use_id) ?? 'unknown', input });
  return true;
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
 * True where what only reads costs a closer look: the project does not have secrets read, or names such a command as a run
 * (`git diff --exit-code`).
 * @param state the repository's folder in the user's state
 */
export function readsMatter(state: string): boolean {
  return existsSync(`${state}/${'guards-reads' satisfies Marker}`);
}

/** True when a protected file no longer is as it was at the last look. Without a seal there is nothing to compare. */
export function protectedChanged(state: string): boolean {
  const seal = readSeal(state);
  return seal !== undefined && !isAsSealed(seal);
}
