import { createRequire } from 'node:module';
import type { Event } from '@flow/clients/event';
import type * as Engine from '@flow/engine/engine';
import { runHook } from '@flow/test-kit';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { HOOK, repository } from './kit.js';

const { handle } = createRequire(import.meta.url)('../dist/engine.cjs') as typeof Engine;

let repo: ReturnType<typeof repository>;

beforeEach(() => {
  repo = repository();
});

function send(stdin: string | Buffer, args: string[] = ['PreToolUse']) {
  return runHook(HOOK, stdin, { args, environment: repo.environment, cwd: repo.root });
}

function call(input: string, tool = '"Bash"', more = ''): string {
  return `{"hook_event_name":"PreToolUse","cwd":${JSON.stringify(repo.root)},"tool_name":${tool},"tool_input":${input}${more}}`;
}

const command = (text: string) => call(JSON.stringify({ command: text }));

describe('D100 limits of what a guard reads', () => {
  test.each<[what: string, stdin: () => string, limit: RegExp]>([
    ['a command over 128 KiB', () => command(`echo ${'x'.repeat(140_000)}`), /longer than 131072 bytes/],
    ['more than 4,000 commands', () => command('date;'.repeat(4_100)), /more than 4000 commands/],
    [
      'loops without end',
      () => command('for a in {1..60}; do for b in {1..60}; do for c in {1..60}; do x=1; done; done; done'),
      /more than \d+ steps/,
    ],
    ['65 levels of groups', () => command(`${'{ '.repeat(70)}date${'; }'.repeat(70)}`), /nested deeper than 64 levels/],
    ['a million characters', () => command('a '.repeat(500_000)), /longer than 131072 bytes/],
    [
      'a text over 1 MiB',
      () => call(JSON.stringify({ file_path: 'a.md', content: 'x'.repeat(1_100_000) }), '"Write"'),
      /text in it is longer/,
    ],
    [
      '65 levels of JSON',
      () => call(`{"command":"ls","x":${'['.repeat(70)}${']'.repeat(70)}}`),
      /nested deeper than 64/,
    ],
    [
      '10,000 keys',
      () => call(`{"command":"ls"${Array.from({ length: 10_001 }, (_, at) => `,"k${at}":1`).join('')}}`),
      /more than 10000 entries/,
    ],
    [
      '100,000 levels of JSON',
      () => call(`{"command":"ls","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
      /nested deeper|not JSON/,
    ],
  ])('%s is refused, with the limit named', (_what, stdin, limit) => {
    const run = send(stdin());
    expect(run.status).toBe(2);
    expect(run.stderr).toMatch(limit);
    expect(run.json).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
  });

  test('what stays below the limits is answered', () => {
    const pieces = Array.from({ length: 200 }, (_, at) => `echo ${at}`).join('\n');
    expect(send(command(pieces)).status).toBe(0);
    expect(
      send(call(JSON.stringify({ file_path: `${repo.root}/a.md`, content: 'x'.repeat(900_000) }), '"Write"')).status,
    ).toBe(0);
    const deep = call(`{"command":"ls","x":${'['.repeat(40)}${']'.repeat(40)}}`);
    expect(send(deep).status).toBe(0);
  });

  test('a result over a limit is no call to be guarded', () => {
    const result = { hook_event_name: 'PostToolUse', cwd: repo.root, tool_name: 'Bash', tool_input: { command: 'ls' } };
    const run = send(JSON.stringify({ ...result, tool_response: { stdout: 'x'.repeat(1_100_000) } }), ['PostToolUse']);
    expect(run.status).toBe(0);
  });

  test('of fields given twice the last counts, as it does for the client', () => {
    const twice = call('{"command":"ls","command":"git \\u0070ush"}');
    const plain = call('{"command":"git push"}');
    expect(send(twice).status).toBe(send(plain).status);
    expect(send(call('{"command":"ls","__proto__":{"command":"git push"}}')).status).toBe(0);
    expect(send(call('{"__proto__":{"command":"ls"}}')).status).toBe(2);
  });

  test('lone surrogates, line separators and overlong text pass or are refused, and crash nothing', () => {
    for (const text of [
      'ls \ud800',
      '\udc00',
      'ls\u2028git push',
      'ls \ufeff',
      'g\u200bit push origin',
      '\u202egit push',
    ])
      expect([0, 2]).toContain(send(command(text)).status);
  });
});

describe('D100 the deadline', () => {
  const event = (text: string): Event => ({
    kind: 'tool-before',
    session: 's',
    agent: null,
    role: null,
    directory: repo.root,
    tool: 'Bash',
    call: 'c',
    input: { command: text },
  });

  test('an analysis that runs out of time is refused, whatever its words are', () => {
    const environment = repo.environment;
    const late = handle(event('make all && ./deploy'), { environment, deadline: Date.now() - 1 });
    expect(late).toMatchObject({ kind: 'refuse' });
    expect(JSON.stringify(late)).toContain('took too long');
    const inTime = handle(event('date'), { environment, deadline: Date.now() + 60_000 });
    expect(inTime.kind).not.toBe('refuse');
  });
});

describe('D100 fuzzing through the program', () => {
  const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
    any: fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom('Bash', 'Write', 'ls', 'git push', '__proto__', '\u0000', '\ud800', null, true, 0, -1e308, ''),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('command', 'file_path', '__proto__', 'constructor', 'tool_name', 'x'), tie('any'), {
        maxKeys: 3,
      }),
    ),
  })).any;

  test('whatever the fields are, the answer is an allowance or a denial, and a denial has its reason', () => {
    const fields = fc.record(
      {
        tool_name: value,
        tool_input: value,
        cwd: fc.oneof(fc.constantFrom(repo.root), value),
        session_id: value,
        tool_use_id: value,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fields, (some) => {
        const run = send(JSON.stringify({ hook_event_name: 'PreToolUse', ...some }));
        expect([0, 2]).toContain(run.status);
        if (run.status === 2) expect(run.stderr).toMatch(/flow refused/);
        if (typeof some.tool_name !== 'string') expect(run.status).toBe(2);
      }),
      { numRuns: 40 },
    );
  });

  test('bytes that are no event are refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const run = send(Buffer.from(bytes));
        expect(run.status).toBe(2);
      }),
      { numRuns: 30 },
    );
  });
});
