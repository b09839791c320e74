import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { startWriter } from '../../test/processes.js';
import { tempRepository } from '../../test/temp-repository.js';
import { findKey, keyId, keyPath, loadKey, readJournal } from '../index.js';
import { mac } from './key.js';

test('is made once, for this user only', () => {
  const { env } = tempRepository();
  expect(findKey(env)).toBeUndefined();
  const key = loadKey(env);
  expect(key).toHaveLength(92);
  expect(loadKey(env)).toEqual(key);
  expect(findKey(env)).toEqual(key);
  expect(statSync(keyPath(env)).mode & 0o777).toBe(0o600);
  expect(keyId(key)).toMatch(/^[0-9a-f]{16}$/);
  expect(key.toString('hex')).not.toContain(keyId(key));
});

test('HMAC-SHA-256, as RFC 4231 (test case 2) has it', () => {
  expect(mac(Buffer.from('Jefe'), 'what do ya want for nothing?')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

test('processes that make it at the same time end with the same key', async () => {
  const repo = tempRepository();
  await Promise.all(Array.from({ length: 6 }, (_, at) => startWriter(repo, `w${at}`, 1).ended));
  expect(readJournal(repo.repository, repo.env)).toMatchObject({ foreign: 0, damage: [] });
  expect(readJournal(repo.repository, repo.env).events).toHaveLength(6);
});

test.each<{ name: string; make: (path: string) => void }>([
  { name: 'a short file', make: (path) => writeFileSync(path, 'short') },
  { name: 'a long file', make: (path) => writeFileSync(path, 'x'.repeat(33)) },
  { name: 'a folder', make: (path) => mkdirSync(path) },
  { name: 'a link', make: (path) => symlinkSync('/etc/hostname', path) },
])('$name is no key, and is not replaced', ({ make }) => {
  const { env } = tempRepository();
  mkdirSync(dirname(keyPath(env)), { recursive: true });
  make(keyPath(env));
  expect(findKey(env)).toBeUndefined();
  expect(() => loadKey(env)).toThrow(expect.objectContaining({ code: 'KEY_BROKEN' }));
});
