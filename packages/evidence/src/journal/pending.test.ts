import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempRepository } from '../../test/temp-repository.js';
import { peekPending, putPending, takePending } from '../index.js';

test.each(['toolu_01AbC', '../../etc/passwd', 'a/b\0c', 'é'.repeat(300), ''])(
  'what is kept for %j comes back once',
  (id) => {
    const { repository, env } = tempRepository();
    putPending(repository, id, { command: 'go test' }, env);
    putPending(repository, id, { command: 'go test ./...' }, env);
    expect(peekPending(repository, id, env)).toEqual({ command: 'go test ./...' });
    expect(peekPending(repository, `${id}x`, env)).toBeUndefined();
    expect(takePending(repository, id, env)).toEqual({ command: 'go test ./...' });
    expect(takePending(repository, id, env)).toBeUndefined();
    expect(readdirSync(join(repository.evidence, 'pending'))).toEqual([]);
  },
);

test('of two that take what was kept at the same moment one gets it', () => {
  const { repository, env } = tempRepository();
  putPending(repository, 'a', { command: 'go test' }, env);
  let looks = 0;
  let other: unknown;
  // The other one comes between the reading and the taking away.
  const slow = Object.defineProperty({ ...repository }, 'evidence', {
    get() {
      looks += 1;
      if (looks === 2) other = takePending(repository, 'a', env);
      return repository.evidence;
    },
  });
  expect(takePending(slow, 'a', env)).toBeUndefined();
  expect(other).toEqual({ command: 'go test' });
});

test('D97 what others wrote, and what was kept for another call, is nothing', () => {
  const { repository, env, area } = tempRepository();
  putPending(repository, 'a', { tree: 'real' }, env);
  const folder = join(repository.evidence, 'pending');
  const text = readFileSync(join(folder, 'a.json'), 'utf8');
  writeFileSync(join(folder, 'b.json'), text);
  writeFileSync(join(folder, 'c.json'), text.replace('real', 'made up').replace('"id":"a"', '"id":"c"'));
  writeFileSync(join(folder, 'd.json'), '{"__proto__":');
  mkdirSync(join(folder, 'e.json'));
  for (const id of ['b', 'c', 'd', 'e', 'missing']) expect(takePending(repository, id, env), id).toBeUndefined();
  expect(peekPending(repository, 'a', { ...env, XDG_STATE_HOME: join(area, 'other') })).toBeUndefined();
  expect(peekPending(repository, 'a', env)).toEqual({ tree: 'real' });
  const other = tempRepository().repository;
  putPending(other, 'z', 1, env);
  writeFileSync(join(other.evidence, 'pending/a.json'), text);
  expect([peekPending(other, 'a', env), peekPending(other, 'z', env)]).toEqual([undefined, 1]);
});

test('what is over a day old is swept, an over-large one refused', () => {
  const { repository, env } = tempRepository();
  putPending(repository, 'old', 1, env);
  const path = join(repository.evidence, 'pending/old.json');
  utimesSync(path, Date.now() / 1000 - 90_000, Date.now() / 1000 - 90_000);
  putPending(repository, 'new', 2, env);
  expect(readdirSync(join(repository.evidence, 'pending'))).toEqual(['new.json']);
  expect(() => putPending(repository, 'huge', 'x'.repeat(2 ** 20), env)).toThrow(
    expect.objectContaining({ code: 'TOO_LARGE' }),
  );
  rmSync(repository.evidence, { recursive: true });
  expect(takePending(repository, 'new', env)).toBeUndefined();
});
