import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { events, tempRepo } from '@flow/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askPeer, programOf } from '../../../scripts/guards/peers/ask.js';
import { PEERS, peersNamed } from '../../../scripts/guards/peers/index.js';
import type { Peer } from '../../../scripts/guards/peers/peer.js';
import { renderSideBySide } from '../../../scripts/guards/peers/side-by-side.js';
import type { Row } from '../../../scripts/guards/row.js';
import type { Sandbox } from '../../../scripts/guards/sandbox.js';
import { scoreOf } from '../../../scripts/guards/score.js';
import { setUpOf } from '../../../scripts/guards/set-ups.js';
import { workspaceRoot } from './kit.js';

/* The room of the peers that `pnpm guards --peer` measures. Nothing here fetches anything. */

const repo = tempRepo({ files: { 'develop/feature/login/gate-extra.approved': 'x\n' } });
const sandbox = { repo, root: repo.root, home: repo.home, environment: repo.environment } as unknown as Sandbox;
const programs = mkdtempSync(path.join(repo.area, 'peer-'));
const ROW: Row = {
  id: 'push-1',
  tool: 'Bash',
  input: { command: 'git push' },
  setup: 'tests-missing: nothing was run',
  policy: 'push',
  expect: 'block',
  class: 'direct',
  why: 'a push',
};

const event = (tool: string, command: string) =>
  events('55555555-5555-4555-8555-555555555555', repo.root, { home: repo.home }).preToolUse(
    tool,
    { command },
    'toolu_peer',
  );

afterAll(() => {
  rmSync(programs, { recursive: true, force: true });
  repo.dispose();
});

describe.each(Object.entries(PEERS))('the peer %s', (_name, peer) => {
  test('is pinned to an exact version, or lies in this repository', () => {
    if (peer.npm) expect(peer.npm.version).toMatch(/^\d+\.\d+\.\d+$/);
    else expect(readFileSync(programOf(peer, workspaceRoot)[0]!, 'utf8')).not.toBe('');
    expect(path.isAbsolute(peer.hook[0])).toBe(false);
  });

  test('has a policy, and is configured with JSON in the home of the sandbox alone', () => {
    expect(peer.policies.length).toBeGreaterThan(0);
    const { files } = peer.configure(sandbox, setUpOf(ROW.setup));
    for (const [file, text] of Object.entries(files)) {
      expect(path.relative(sandbox.home, file)).not.toMatch(/^\.\./);
      expect(JSON.parse(text)).toBeTypeOf('object');
    }
  });

  test('is armed against pushes only while evidence is not green', () => {
    if (!peer.policies.includes('push')) return;
    const text = (setup: string) => JSON.stringify(peer.configure(sandbox, setUpOf(setup)).files);
    expect(text('tests-stale: x')).toMatch(/send-pack/);
    expect(text('tests-green: x')).not.toMatch(/send-pack/);
  });
});

test('deny paths hold what is protected and there, and what is named before it is', () => {
  const { files } = PEERS['cc-safety-net']!.configure(sandbox, setUpOf('gate-pending: x'));
  const policy = JSON.parse(files[path.join(repo.home, '.cc-safety-net/policy.json')]!);
  const denied: string[] = policy.secret_protection.deny_paths;
  expect(denied).toContain(repo.path('develop/feature/login/gate-extra.approved'));
  expect(denied).toContain(repo.path('develop/feature/login/gate-shape.approved'));
  expect(denied.filter((file) => !path.isAbsolute(file))).toEqual([]);
});

describe('an answer is read as the host reads it', () => {
  const peerThat = (program: string): Peer => {
    writeFileSync(path.join(programs, 'hook.cjs'), program);
    return { npm: null, policies: ['push'], hook: ['hook.cjs'], tools: /Bash/, configure: () => ({ files: {} }) };
  };
  const output = (decision: string) =>
    `console.log(JSON.stringify({hookSpecificOutput:{hookEventName:'PreToolUse',permissionDecision:'${decision}'}}))`;

  test.each([
    ['exit code 2', 'process.exit(2)', 'block'],
    ['a refusal', output('deny'), 'block'],
    ['a question', output('ask'), 'ask'],
    ['a permission', output('allow'), 'allow'],
    ['silence', '', 'allow'],
    ['a crash', 'throw new Error("broken")', 'allow'],
    ['another exit code', `${output('deny')};process.exitCode = 3`, 'allow'],
  ] as const)('%s', async (_what, program, verdict) => {
    const answer = await askPeer(peerThat(program), programs)(event('Bash', 'git push'), ROW, sandbox);
    expect(answer.verdict).toBe(verdict);
  });

  test('a tool that it is not registered for never reaches it', async () => {
    const ask = askPeer(peerThat('process.exit(2)'), programs);
    expect((await ask(event('BashOutput', 'git push'), ROW, sandbox)).verdict).toBe('allow');
  });
});

describe('the rules by pattern', () => {
  const ask = askPeer(PEERS.patterns!, workspaceRoot);
  let verdicts: Record<string, string>;

  beforeAll(async () => {
    const commands = ['git push origin HEAD', 'rm .env', 'cat .env', 'cp a .env.example'];
    const answers = await Promise.all(commands.map((command) => ask(event('Bash', command), ROW, sandbox)));
    verdicts = Object.fromEntries(commands.map((command, at) => [command, answers[at]!.verdict]));
  });

  test('refuse what they find, and let the rest through', () => {
    expect(verdicts).toEqual({
      'git push origin HEAD': 'block',
      'rm .env': 'block',
      'cat .env': 'allow',
      'cp a .env.example': 'allow',
    });
  });
});

test('a peer that nobody knows is refused with those that are known', () => {
  expect(() => peersNamed(['nobody'])).toThrow(/nobody: no such peer; known are .*cc-safety-net/);
  expect(peersNamed(['all']).map(([name]) => name)).toEqual(Object.keys(PEERS));
});

test('side by side, a policy that a peer does not know is left blank', () => {
  const outcome = (policy: Row['policy'], right: boolean) => ({
    row: { ...ROW, policy },
    right,
    verdict: 'allow' as const,
    effects: [],
    detail: '',
  });
  const text = renderSideBySide([
    { name: 'ours', score: scoreOf([outcome('push', true), outcome('evidence', true)]) },
    { name: 'other', score: scoreOf([outcome('push', false)]), peer: PEERS['block-no-verify']! },
  ]);
  expect(text).toContain('| policy | ours | other 1.3.0 |');
  expect(text).toContain('| push | 100.0 % (1/1) / – | 0.0 % (0/1) / – |');
  expect(text).toContain('| evidence | 100.0 % (1/1) / – |  |');
});
