import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { adapter } from '@flow/clients/claude-code/dialect';
import type { Event } from '@flow/clients/event';
import { afterAll, describe, expect, test } from 'vitest';
import { sessionFacts } from '../../run/approvals/terminal-facts.js';
import { isUntyped, noteAuthor } from './author.js';

const area = mkdtempSync(path.join(tmpdir(), 'author-'));
afterAll(() => rmSync(area, { recursive: true }));
for (const folder of ['.git/objects', '.git/refs']) mkdirSync(path.join(area, folder), { recursive: true });
writeFileSync(path.join(area, '.git/HEAD'), 'ref: refs/heads/main\n');

const ATTENDED = { CLAUDE_CODE_SESSION_ATTENDED: '1', CLAUDE_CODE_ENTRYPOINT: 'cli' };
const start = {
  environment: { HOME: area, XDG_STATE_HOME: path.join(area, 'state'), ...ATTENDED },
  deadline: Infinity,
};

let turns = 0;

/** Sends a prompt with a command in it and then its expansion; tells whether it counts as typed by whoever attends. */
function counts(fields: object, expanded: object = {}): boolean {
  const shared = { session_id: 's', cwd: area, prompt_id: `turn-${++turns}` };
  const prompt = { ...shared, hook_event_name: 'UserPromptSubmit', prompt: '/approve-shape', ...fields };
  const expansion = {
    ...shared,
    ...{ hook_event_name: 'UserPromptExpansion', expansion_type: 'slash_command', command_name: 'approve-shape' },
    ...expanded,
  };
  const [first, second] = [prompt, expansion].map((raw) => {
    const read = adapter.readEvent(raw);
    if (!read.ok) throw new Error(read.why);
    return read.event;
  });
  noteAuthor(first as Extract<Event, { kind: 'prompt' }>, start);
  const untyped = isUntyped(second as Extract<Event, { kind: 'expansion' }>, start);
  return sessionFacts(start.environment, null, untyped, null).attended;
}

describe('34.5 the author of a prompt, as the client names it', () => {
  test.each(['schedule_wakeup', 'loop_wakeup', 'poll_event', 'system', 'sdk', 'a word of later'])(
    'takes trust from a command that is expanded: %s',
    (source) => {
      expect(counts({ source })).toBe(false);
    },
  );

  test.each([{ source: 'user' }, {}, { source: 7 }])(
    'gives none, and takes none where a person wrote: %j',
    (fields) => {
      expect(counts(fields)).toBe(true);
    },
  );

  test('is that of its own turn and session', () => {
    expect(counts({ source: 'schedule_wakeup' }, { prompt_id: 'another' })).toBe(true);
    expect(counts({ source: 'schedule_wakeup' }, { session_id: 'another' })).toBe(true);
  });

  test('gives no trust to a session that nobody attends', () => {
    const environment = { ...start.environment, CLAUDE_CODE_SESSION_ATTENDED: '0' };
    expect(sessionFacts(environment, null, false, null).attended).toBe(false);
  });
});
