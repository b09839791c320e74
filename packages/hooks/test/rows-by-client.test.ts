import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CLIENTS } from '@flow/clients/clients';
import {
  COPILOT,
  CURSOR,
  DROID_WORDS,
  denialIn,
  GEMINI_SPEAKER,
  type HookRun,
  OPENCODE_SPEAKER,
  QWEN,
  refusalInCodex,
} from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { type Effect, effectsOf } from '../../shell-effects/src/index.js';

/*
 * The same commands in the words of each client: its adapter reads from its own event what Claude Code's adapter reads from
 * Claude Code's, so that one reading of command lines answers all; and what that reading refuses is a refusal to the client,
 * as its player reads answers. No process is started.
 */

interface Row {
  readonly id: string;
  readonly tool: string;
  readonly input: { readonly command: string };
  readonly policy: string;
  readonly expect: string;
  readonly fixture?: unknown;
}

const ROWS: Row[] = readFileSync(path.join(import.meta.dirname, '../../shell-effects/fixtures/fresh.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line): Row => JSON.parse(line.replaceAll('{{REPO}}', '/r').replaceAll('{{HOME}}', '/home/dev')))
  .filter((row) => row.tool === 'Bash' && row.policy === 'push' && row.fixture === undefined);
const picked = (wanted: string) => ROWS.filter((row) => row.expect === wanted).slice(-40);
const ATTACKS = picked('block');
const HONEST = picked('allow');

const publishes = (one: Effect) =>
  (one.kind === 'push' && !one.flags.dryRun) ||
  one.kind === 'publish' ||
  (one.kind === 'opaque' && one.what === 'execution');
const context = { cwd: '/r', home: '/home/dev', readFile: () => undefined };

const READERS: Readonly<Record<string, (run: HookRun) => string | null>> = {
  'claude-code': (run) => (run.status === 2 ? run.stderr : denialIn(run, /^deny$/)),
  codex: refusalInCodex,
  copilot: COPILOT.refusalIn,
  cursor: CURSOR.refusalIn,
  droid: DROID_WORDS.refusalIn,
  gemini: GEMINI_SPEAKER.refusalIn,
  opencode: OPENCODE_SPEAKER.refusalIn,
  qwen: QWEN.refusalIn,
};

/** Puts a command into a client's own event in the place of another, in texts of JSON too. */
function withCommand(value: unknown, command: string): unknown {
  if (value === SAMPLE) return command;
  if (typeof value === 'string' && value.startsWith('{') && value.includes(SAMPLE))
    return JSON.stringify(withCommand(JSON.parse(value), command));
  if (Array.isArray(value)) return value.map((one) => withCommand(one, command));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withCommand(one, command)]));
}

/** The push that each client's sample event holds. */
const SAMPLE = 'git push origin doctor';

describe.each(CLIENTS.map((client) => ({ name: client.name, client })))('$name', ({ name, client }) => {
  const { common, events } = client.samples({ directory: '/r' });
  const { name: event, fields } = events.find((one) => one.isPush)!;
  const session = { session_id: 's', transcript_path: '/r/t.jsonl', cwd: '/r' };

  /** Answers an event of this client as the guard of pushes does, by the command that the adapter finds in it. */
  function answer(command: string): string | null {
    const raw = withCommand({ ...session, ...common, hook_event_name: event, ...fields }, command);
    const read = client.adapter.readEvent(raw, event);
    if (!read.ok || read.event.kind !== 'tool-before') throw new Error(JSON.stringify(read));
    const { tool, input } = read.event;
    expect([tool, input.command]).toEqual(['Bash', command]);
    const { effects } = effectsOf(input.command as string, context);
    const decision = effects.some(publishes)
      ? ({ kind: 'refuse', reason: 'PUSH_UNTESTED' } as const)
      : ({ kind: 'none' } as const);
    const { stdout, stderr, exit } = client.adapter.render(decision, event);
    const json = stdout.trim() === '' ? {} : { json: JSON.parse(stdout) as unknown };
    return READERS[name]!({ stdout, stderr, status: exit, durationMs: 0, ...json } as HookRun);
  }

  test('33.5 forty attacks in its own events are refused in its own answer', () => {
    expect(ATTACKS).toHaveLength(40);
    expect(
      ATTACKS.filter(({ input }) => !answer(input.command)?.includes('PUSH_UNTESTED')).map(({ id }) => id),
    ).toEqual([]);
  });

  test('33.5 forty honest calls in its own events are not', () => {
    expect(HONEST).toHaveLength(40);
    expect(HONEST.filter(({ input }) => answer(input.command) !== null).map(({ id }) => id)).toEqual([]);
  });
});
