import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adapter as claudeCode } from '@flow/clients/claude-code/dialect';
import { auditPlain } from '@flow/engine/facts/trail/audit-line';
import type { Marker } from '@flow/engine/policy/markers';
import { findRepository, repositoryState, sealOf, writeSeal } from '@flow/evidence';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { carryOut } from './carry-out.js';
import { settled } from './fast-path.js';
import { lookFirst } from './first-look.js';
import { excessOf } from './input-limits.js';

const area = mkdtempSync(join(tmpdir(), 'first-look-'));
afterAll(() => rmSync(area, { recursive: true }));

const environment = { HOME: area, XDG_STATE_HOME: join(area, 'state') };

/** A repository whose state holds these markers; one of its protected files has been changed where `isChanged`. */
function repositoryWith(name: string, markers: readonly string[], isChanged = false): string {
  const root = join(area, name);
  for (const folder of ['.git/objects', '.git/refs']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, '.git/HEAD'), 'ref: refs/heads/main\n');
  const state = repositoryState(findRepository(root)!, environment);
  mkdirSync(state, { recursive: true });
  for (const marker of markers) writeFileSync(join(state, marker), '');
  writeFileSync(join(root, 'protected'), 'a');
  writeSeal(state, sealOf([join(root, 'protected')], environment));
  if (isChanged) writeFileSync(join(root, 'protected'), 'changed');
  return root;
}

const places = [
  repositoryWith('plain', []),
  repositoryWith('reads', ['guards-reads' satisfies Marker]),
  repositoryWith('changed', [], true),
  repositoryWith('led', ['runs' satisfies Marker, 'observes-edits' satisfies Marker, 'protects' satisfies Marker]),
  tmpdir(),
];

const commands = [
  'ls -la src',
  "grep -rn 'a b' src | head",
  'git status',
  'git push',
  'npm test',
  'cat a > b',
  'sed',
  'git',
  'sort -o x y',
  'rm x',
  '',
];
const NOTIFICATION = `<task-notification>
<task-id>b</task-id>
<tool-use-id>t</tool-use-id>
<output-file>/tmp/b.output</output-file>
<status>completed</status>
<summary>done (exit code 0)</summary>
</task-notification>`;
const value = fc.oneof(
  fc.constantFrom('', 'x', 1, null, true, undefined),
  fc.constantFrom({}, [], { level: 'high' }, { changedFiles: ['a'] }, [[[]]]),
  fc.array(fc.constant({}), { minLength: 58, maxLength: 66 }),
  fc.constant(Array(10_001).fill(0)),
);
const file = fc.constantFrom(
  ...[
    'src/a.ts',
    join(places[0]!, 'src/b.ts'),
    '.env',
    '../out.ts',
    join(places[0]!, '.git/config'),
    join(tmpdir(), 'c.ts'),
  ],
);
const event = fc.record(
  {
    hook_event_name: fc.constantFrom<unknown>(
      'PreToolUse',
      'PreToolUse',
      'PostToolUse',
      'PostToolUseFailure',
      'Stop',
      1,
    ),
    cwd: fc.constantFrom<unknown>(...places, ...Array(6).fill(places[0]), join(places[0]!, 'nowhere/deep'), 7),
    tool_name: fc.constantFrom<unknown>(
      'Bash',
      'Bash',
      'PowerShell',
      'Read',
      'Grep',
      'Write',
      'Agent',
      'mcp__x__y',
      null,
    ),
    tool_input: fc.oneof(
      fc.record({ command: fc.constantFrom<unknown>(...commands, ...commands, 1) }),
      fc.record(
        { command: fc.constantFrom(...commands), file_path: fc.oneof(file, value), more: value },
        { requiredKeys: [] },
      ),
      value,
    ),
    session_id: fc.constantFrom<unknown>('s', 1, undefined),
    agent_type: fc.constantFrom<unknown>(undefined, 'Explore', 'flow:reviewer', 'flow-reviewer', 3),
    tool_response: fc.oneof(
      fc.record({ stdout: value, bashEditDiff: value, agentId: value }, { requiredKeys: [] }),
      value,
    ),
    effort: value,
    prompt: fc.constantFrom<unknown>('go on', 1, undefined, '<task-notification>\n', NOTIFICATION),
  },
  { requiredKeys: ['hook_event_name', 'cwd', 'tool_name', 'tool_input'] },
);

const trail = join(places[0]!, '.git/flow/audit/trail.jsonl');
const lines = () =>
  existsSync(trail)
    ? readFileSync(trail, 'utf8')
        .replaceAll(/"time":\d+/g, '"time":0')
        .split('\n')
    : [];

test('P1 P3 what the first look settles, the closer questions would settle alike', () => {
  let times = 0;
  let tried = 0;
  fc.assert(
    fc.property(event, (made) => {
      tried += 1;
      const text = JSON.stringify(made);
      const raw: unknown = JSON.parse(text);
      rmSync(trail, { force: true });
      const looked = lookFirst(raw, text, environment);
      expect(lines()).toEqual([]);
      if (!looked) return;
      carryOut(looked);
      const noted = lines();
      times += 1;
      const read = claudeCode.readEvent(raw);
      if (!read.ok) throw new Error(read.why);
      expect(settled(read.event, environment)).toEqual([]);
      if (made.hook_event_name === 'PreToolUse') expect(excessOf(raw)).toBeNull();
      // The same line in the trail, or none.
      rmSync(trail, { force: true });
      auditPlain(read.event);
      expect(noted).toEqual(lines());
    }),
    { numRuns: 6000 },
  );
  expect(times / tried).toBeGreaterThan(0.02);
});

test.each([
  ['PreToolUse', 'Bash', true],
  ['PostToolUse', 'Bash', true],
  ['PreToolUse', 'Read', true],
  ['PostToolUseFailure', 'Bash', false],
  ['PreToolUse', 'Write', true],
  ['PreToolUse', 'MultiEdit', false],
  ['UserPromptSubmit', 'none', true],
])('P1 %s of %s in a plain project: settled at once %j', (name, tool, isSettled) => {
  const raw = {
    hook_event_name: name,
    cwd: places[0],
    tool_name: tool,
    tool_input: { command: 'ls', file_path: 'src/a.ts' },
    prompt: 'go on',
  };
  expect(lookFirst(raw, JSON.stringify(raw), environment) !== null).toBe(isSettled);
});

test.each([
  ['schedule_wakeup', false],
  ['a word of later', false],
  ['user', true],
  [undefined, true],
])(
  '34.5 a prompt of which the client says that nobody typed it is noted, also where no run leads: %s',
  (source, isQuick) => {
    const raw = {
      hook_event_name: 'UserPromptSubmit',
      cwd: places[0],
      session_id: 's',
      prompt: '/approve-shape',
      source,
    };
    const read = claudeCode.readEvent(raw);
    expect(lookFirst(raw, JSON.stringify(raw), environment)).toEqual(isQuick ? { kind: 'nothing' } : null);
    expect(read.ok && settled(read.event, environment)).toEqual(isQuick ? [] : null);
  },
);
