import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempRepository } from '../../test/temp-repository.js';
import {
  journalPath,
  loadKey,
  mayBeOverridden,
  overridesOf,
  type Repository,
  readJournal,
  recordOverride,
  recordOverrideUse,
} from '../index.js';
import { spoolEvent } from '../journal/spool.js';

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

test('D68 of two that use one at the same moment, and one of which waits for its place in the journal, not both do', () => {
  const { repository, env } = tempRepository();
  recordOverride(repository, { ...DATA, expires: Date.now() + 60_000 }, env);
  const use = () => recordOverrideUse(repository, 'i', 'call', 'x', env);
  let other: boolean | undefined;
  const evidence = () => {
    const isWritten = readFileSync(journalPath(repository), 'utf8').includes('"override-use"');
    if (other === undefined && isWritten && !existsSync(join(repository.evidence, 'journal.lock'))) {
      // It looked before that was written.
      other = true;
      const data = { override: 'i', stage: 'call', by: 'y' };
      spoolEvent(repository, loadKey(env), { time: Date.now(), type: 'override-use', data });
    }
    return repository.evidence;
  };
  const watched: Repository = Object.defineProperty({ ...repository }, 'evidence', { get: evidence });
  expect(recordOverrideUse(watched, 'i', 'call', 'x', env)).toBe(false);
  expect(other).toBe(true);
  expect(use()).toBe(false);
});

test('one that has ended is not looked for', () => {
  const { repository, env } = tempRepository();
  recordOverride(repository, { ...DATA, expires: Date.now() - 1 }, env);
  expect(mayBeOverridden(repository, env)).toBe(false);
});
