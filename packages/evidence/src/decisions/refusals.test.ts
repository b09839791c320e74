import { readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempRepository } from '../../test/temp-repository.js';
import {
  canonical,
  findRefusal,
  keepRefusal,
  listRefusals,
  type Refusal,
  readCode,
  repositoryState,
  rotateKey,
  sha256,
} from '../index.js';

const refusal = (digest: string, more: Partial<Refusal> = {}): Refusal => ({
  ...{ v: 1, tool: 'Bash', digest, directory: '/r', shown: 'git push', cut: 0, session: 's', time: Date.now() },
  findings: [{ key: '["PUSH_UNTESTED"]', text: 'PUSH_UNTESTED: no run' }],
  ...more,
});

test('D68 a refusal is found by its code, however it is typed; equal ones have one code', () => {
  const { repository, env } = tempRepository();
  const code = keepRefusal(repository, refusal('a'), env);
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(
    findRefusal(repository, readCode(` ${code.toLowerCase().replace(/0/g, 'o').replace(/1/g, 'l')} `), env),
  ).toMatchObject({
    digest: 'a',
  });
  expect(keepRefusal(repository, refusal('a', { session: 'another', time: Date.now() + 1 }), env)).toBe(code);
  expect(keepRefusal(repository, refusal('b'), env)).not.toBe(code);
  expect(keepRefusal(repository, refusal('a', { findings: [] }), env)).not.toBe(code);
  expect(listRefusals(repository, env)).toHaveLength(3);
});

test('D97 two refusals whose codes would be the same have two', () => {
  const { repository, env } = tempRepository();
  // The code is made of the last twenty bits.
  const tail = (digest: string) => sha256(canonical({ digest, findings: ['["PUSH_UNTESTED"]'] })).slice(-5);
  const seen = new Map<string, string>();
  let pair: [string, string] | undefined;
  for (let at = 0; pair === undefined; at += 1) {
    const digest = `digest ${at}`;
    const other = seen.get(tail(digest));
    if (other !== undefined) pair = [other, digest];
    seen.set(tail(digest), digest);
  }
  const [one, two] = pair.map((digest) => keepRefusal(repository, refusal(digest), env));
  expect(one).not.toBe(two);
  expect(findRefusal(repository, one!, env)?.digest).toBe(pair[0]);
  expect(findRefusal(repository, two!, env)?.digest).toBe(pair[1]);
  expect(keepRefusal(repository, refusal(pair[1]), env)).toBe(two);
});

test('D97 what is old, changed, renamed, a link, or of another repository or key is nothing', () => {
  const here = tempRepository();
  const { repository, env } = here;
  const code = keepRefusal(repository, refusal('a'), env);
  const folder = join(repositoryState(repository, env), 'refusals');
  const file = join(folder, `${code}.json`);
  const text = readFileSync(file, 'utf8');
  const other = tempRepository();
  for (const user of [other.env, env]) {
    keepRefusal(other.repository, refusal('z'), user);
    writeFileSync(join(repositoryState(other.repository, user), 'refusals', `${code}.json`), text);
    expect(findRefusal(other.repository, code, user)).toBeUndefined();
  }
  const old = keepRefusal(repository, refusal('old', { time: Date.now() - 25 * 3_600_000 }), env);
  expect(findRefusal(repository, old, env)).toBeUndefined();
  writeFileSync(join(folder, '0000.json'), text);
  expect(findRefusal(repository, '0000', env)).toBeUndefined();
  for (const name of ['../key', '', 'ABCDE', '....']) expect(findRefusal(repository, name, env)).toBeUndefined();
  writeFileSync(file, text.replace('git push', 'git pull'));
  expect(findRefusal(repository, code, env)).toBeUndefined();
  writeFileSync(`${file}.real`, text);
  renameSync(file, `${file}.changed`);
  symlinkSync(`${file}.real`, file);
  expect(findRefusal(repository, code, env)).toBeUndefined();
  renameSync(`${file}.real`, file);
  expect(findRefusal(repository, code, env)).toMatchObject({ digest: 'a' });
  rotateKey(repository, env);
  expect(findRefusal(repository, code, env)).toMatchObject({ digest: 'a' });
});

test('many refusals do not pile up, and the newest stay', () => {
  const { repository, env } = tempRepository();
  const codes = Array.from({ length: 130 }, (_, at) => keepRefusal(repository, refusal(`${at}`), env));
  expect(readdirSync(join(repositoryState(repository, env), 'refusals')).length).toBeLessThanOrEqual(100);
  expect(findRefusal(repository, codes.at(-1)!, env)).toMatchObject({ digest: '129' });
  expect(findRefusal(repository, codes[0]!, env)).toBeUndefined();
});
