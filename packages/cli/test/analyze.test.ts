import { runHook, type TempRepo } from '@flow/test-kit';
import { expect, test } from 'vitest';
import { HOOK } from '../../hooks/test/kit.js';
import { flow, json, repository } from './kit.js';

const send = (repo: TempRepo, event: object) =>
  runHook(HOOK, { session_id: 's1', cwd: repo.root, ...event }, { environment: repo.environment, cwd: repo.root });
const edit = (repo: TempRepo, file: string) => ({ file_path: repo.path(file), content: 'x\n' });

test('X63 hooks that failed, edits that no hook saw, and each kind of sub-agent by its heat', () => {
  const repo = repository({ files: { 'README.md': '# cart\n' } });
  const calls = [
    ['seen', 'README.md'],
    ['missed', 'notes.md'],
    ['failed', 'other.md'],
    ['outside', '../elsewhere.md'],
  ] as const;
  const line = (content: object[]) => `${JSON.stringify({ sessionId: 's1', cwd: repo.root, message: { content } })}\n`;
  const transcript = repo.write(
    '../session.jsonl',
    [
      ...calls.map(([id, file]) => line([{ type: 'tool_use', id, name: 'Write', input: edit(repo, file) }])),
      line([{ type: 'tool_result', tool_use_id: 'failed', is_error: true, content: 'no such folder' }]),
    ].join(''),
  );
  send(repo, { hook_event_name: 'SessionStart', source: 'startup', transcript_path: transcript });
  const tool = { hook_event_name: 'PreToolUse', tool_name: 'Write', tool_use_id: 'seen' };
  expect(send(repo, { ...tool, tool_input: edit(repo, 'README.md') }).status).toBe(0);
  for (let times = 0; times < 2; times++)
    send(repo, { hook_event_name: 'PreToolUse', tool_name: 'Write', new_field: 1 });
  const agent = {
    hook_event_name: 'PostToolUse',
    tool_name: 'Agent',
    tool_use_id: 'a',
    tool_input: { prompt: 'look' },
  };
  const response = {
    status: 'completed',
    agentId: 'a1',
    agentType: 'ex\u001b[31mplorer',
    totalTokens: 1200,
    totalDurationMs: 60_000,
  };
  send(repo, { ...agent, tool_response: response });
  const { data } = json(repo, ['analyze']) as { data: Record<string, unknown> };
  expect(data).toMatchObject({
    version: 1,
    failures: [
      {
        host: 'claude-code',
        hook: 'PreToolUse',
        code: 'INPUT_INVALID',
        times: 2,
        fields: expect.arrayContaining(['new_field']),
      },
    ],
    drift: { sessions: 1, unread: 0, tools: [{ tool: 'Write', calls: 2, unseen: 1 }], unknownLines: 0 },
    heat: [{ role: expect.stringContaining('plorer'), runs: 1, tokens: 1200, refusals: 0, share: 1 }],
  });
  const { stdout } = flow(repo, ['analyze']);
  expect(stdout).toContain('2 x PreToolUse INPUT_INVALID (claude-code)');
  expect(stdout).toContain('Write: 2 edits, 1 that no hook saw');
  expect(stdout).toMatch(/plorer +#{20} +1, 1,200 tokens, 1m/);
  expect(stdout).not.toContain('\u001b');
  // What is older is not told.
  expect(json(repo, ['analyze', '--since', '2099-01-01'])).toMatchObject({
    ok: true,
    data: { failures: [], heat: [] },
  });
  expect(json(repo, ['analyze', '--since', 'soon']).error).toMatchObject({ code: 'USAGE' });
});

test('X63 where nothing is amiss, it says so', () => {
  const repo = repository({ files: { 'README.md': '# cart\n' } });
  const { stdout, status } = flow(repo, ['analyze']);
  expect(status).toBe(0);
  expect(stdout).toContain('Hooks that failed:\n  none\n');
  expect(stdout).toContain('no edits');
});
