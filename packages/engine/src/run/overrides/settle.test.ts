import { findRepository, recordOverride, recordOverrideUse } from '@flow/evidence';
import { type TempRepo, tempRepo } from '@flow/test-kit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { surroundingsOf } from '../../places/surroundings.js';
import { digestOf, keyOf, pushCall } from './refused-call.js';
import { settle } from './settle.js';

let repo: TempRepo;
beforeEach(() => {
  repo = tempRepo({ branch: 'feature/login', files: { 'a.txt': '' } });
  for (const [name, value] of Object.entries(repo.environment)) vi.stubEnv(name, value);
});
afterEach(() => {
  vi.unstubAllEnvs();
  repo.dispose();
});

test.each([
  { what: 'content', args: { tree: 'a'.repeat(40) }, passes: true },
  { what: 'a destination alone', args: { destination: 'refs/heads/main' }, passes: false },
])("D97 what a person let a command do is let through in git's own hook where it is about $what: $passes", (row) => {
  const repository = findRepository(repo.root)!;
  const around = surroundingsOf(repo.root, { environment: repo.environment, deadline: Date.now() + 60_000 })!;
  const finding = { code: 'PUSH_UNREADABLE', level: 'block' as const, args: row.args };
  const call = { tool: 'Bash', input: { command: 'git push' }, directory: repo.root, session: 's', id: 'c1' };
  const data = { code: 'ABCD', tool: 'Bash', findings: [keyOf(finding)], what: 'x', reason: 'x', person: 'x' };
  const expires = Date.now() + 60_000;
  recordOverride(repository, { ...data, id: 'one', digest: digestOf(call), expires }, repo.environment);
  recordOverrideUse(repository, 'one', 'call', 'c1', repo.environment);
  const push = pushCall('origin', [{ destination: 'refs/heads/main', tip: 'b'.repeat(40) }], repository);
  const { rulings } = settle([{ guard: 'push', finding, answer: 'refuse' }], push, around);
  expect(rulings.some(({ answer }) => answer === 'refuse')).toBe(!row.passes);
});
