import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type HostEvent, projectSlug } from './events.js';

const folder = fileURLToPath(new URL('../fixtures/claude-code/', import.meta.url));
const copilotFolder = fileURLToPath(new URL('../fixtures/copilot/', import.meta.url));
const fixtures = fileURLToPath(new URL('../fixtures/', import.meta.url));
const codexFolder = fileURLToPath(new URL('../fixtures/codex/', import.meta.url));

/** Lists names of the recorded runs, sorted. */
export function recordedRuns(): string[] {
  return readdirSync(folder)
    .map((file) => file.replace(/\.jsonl$/, ''))
    .sort();
}

/**
 * Returns the events of one recorded run of Claude Code (2.1.329; `skill-commands` and `telling`: 2.1.332), in order, as if the
 * repository had been at `repo` and the home at `home` (both absolute).
 */
export function recordedEvents(name: string, paths: { repo?: string; home?: string } = {}): HostEvent[] {
  const { repo = '/repo', home = '/home/user' } = paths;
  const moved: Readonly<Record<string, string>> = {
    '/repo': repo,
    '/home/user': home,
    '/-repo': `/${projectSlug(repo)}`,
  };
  return eventsIn(`${folder}${name}.jsonl`, moved);
}

/**
 * Returns the events of one recorded run of Codex CLI 0.169.0 (`commands`, `patches`, `code-mode`), in order; where
 * everything is said as for `recordedEvents`.
 */
export function recordedCodexEvents(name: string, paths: { repo?: string; home?: string } = {}): HostEvent[] {
  const { repo = '/repo', home = '/home/user' } = paths;
  return eventsIn(`${codexFolder}${name}.jsonl`, { '/repo': repo, '/home/user': home });
}

/** Returns the absolute path of the lines that the client's transcript held of a recorded run's commands. */
export function recordedCodexTranscript(name: string): string {
  return `${codexFolder}${name}.transcript.jsonl`;
}

/**
 * Tells what Codex CLI 0.169.0 itself wrote down of a session (`calls`, `calls-code-mode`), as lines of text; where
 * everything is said as for `recordedEvents`.
 */
export function recordedCodexRollout(name: string, paths: { repo?: string; home?: string } = {}): string {
  const { repo = '/repo', home = '/home/user' } = paths;
  const lines = eventsIn(`${codexFolder}${name}.rollout.jsonl`, { '/repo': repo, '/home/user': home });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** An event of a client that has several spellings of its names, with the one that its hook was registered by. */
export interface RegisteredEvent {
  registered: string;
  event: Readonly<Record<string, unknown>>;
}

/** Returns the events of one recorded run of GitHub Copilot CLI 1.0.102 (`pascal`, `camel`, `patch`), in order. */
export const recordedCopilotEvents = (name: string): RegisteredEvent[] =>
  readFileSync(`${copilotFolder}${name}.jsonl`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RegisteredEvent);

/** Returns the absolute path of what the client wrote down of that session: its calls, and how they ended. */
export const recordedCopilotTranscript = (name: string): string => `${copilotFolder}${name}.transcript.jsonl`;
/**
 * Returns the events of the recorded session of another client, in order; where everything is said as for
 * `recordedEvents`.
 */
export function recordedSession(
  client: 'gemini' | 'opencode',
  paths: { repo?: string; home?: string } = {},
): HostEvent[] {
  const { repo = '/repo', home = '/home/user' } = paths;
  return eventsIn(`${fixtures}${client}/session.jsonl`, { '/repo': repo, '/home/user': home });
}

/** Returns the absolute path of what Gemini CLI wrote down of that session, or of the sub-agent in it. */
export const recordedGeminiChat = (who: 'main' | 'subagent'): string => `${fixtures}gemini/session.${who}.chat.jsonl`;

/** Clients of which one session was recorded that calls each kind of tool. */
type Called = 'qwen' | 'droid';

const calledFolder = (client: Called) => fileURLToPath(new URL(`../fixtures/${client}/`, import.meta.url));

/** Returns the events of a session of Qwen Code 0.24.4 or Factory Droid 0.225.2; where everything is said as for `recordedEvents`. */
export function recordedCallEvents(client: Called, paths: { repo?: string; home?: string } = {}): HostEvent[] {
  const { repo = '/repo', home = '/home/user' } = paths;
  return eventsIn(`${calledFolder(client)}calls.jsonl`, { '/repo': repo, '/home/user': home });
}

/** Returns the absolute path of what the client itself wrote down of that session: its calls, and how they ended. */
export const recordedCallTranscript = (client: Called): string => `${calledFolder(client)}calls.transcript.jsonl`;

function eventsIn(file: string, moved: Readonly<Record<string, string>>): HostEvent[] {
  const text = readFileSync(file, 'utf8');
  // Inside the values, not in the file's text: a path may hold what JSON escapes.
  const move = (_key: string, value: unknown): unknown =>
    typeof value === 'string'
      ? value.replace(/\/(?:repo|home\/user|-repo)(?![\w-])/g, (path) => moved[path] ?? path)
      : value;
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line, move) as HostEvent);
}
