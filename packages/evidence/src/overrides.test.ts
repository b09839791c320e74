import { expect, test } from 'vitest';
import { tempRepository } from '../test/temp-repository.js';
import { mayBeOverridden, overridesOf, readJournal, recordOverride, recordOverrideUse } from './index.js';

const DATA = {
  ...{
    id: 'i',
    code: 'K7Q4',
    tool: 'Bash',
    digest: 'a'.repeat(64),
    what: 'git push',
    findings: [],
    reason: 'r',
    person: 'p',
  },
};

test('D68 each stage of an override is used once; one that was taken back is not used any more', () => {
  const { repository, env } = tempRepository();
  expect(mayBeOverridden(repository, env)).toBe(false);
  recordOverride(repository, { ...DATA, expires: Date.now() + 60_000 }, env);
  recordOverride(repository, { ...DATA, id: 'j', expires: Date.now() + 60_000 }, env);
  expect(mayBeOverridden(repository, env)).toBe(true);
  const use = (id: string, stage: 'call' | 'git' | 'revoked') => recordOverrideUse(repository, id, stage, 'x', env);
  expect([use('i', 'call'), use('i', 'call'), use('i', 'git'), use('i', 'git')]).toEqual([true, false, true, false]);
  expect([use('j', 'revoked'), use('j', 'call'), use('j', 'git')]).toEqual([true, false, false]);
  const [first, second] = overridesOf(readJournal(repository, env).events);
  expect(first).toMatchObject({
    id: 'i',
    used: [{ stage: 'call' }, { stage: 'call' }, { stage: 'git' }, { stage: 'git' }],
  });
  expect(second).toMatchObject({ id: 'j', used: [{ stage: 'revoked' }, {}, {}] });
});

test('one that has ended is not looked for', () => {
  const { repository, env } = tempRepository();
  recordOverride(repository, { ...DATA, expires: Date.now() - 1 }, env);
  expect(mayBeOverridden(repository, env)).toBe(false);
});
