import { expect, test } from 'vitest';
import { defaultPolicy } from '../policy/policy.js';
import { compilePolicy } from './config.js';

const compile = (data: unknown) => compilePolicy(data, '', []);

test('D73 the forge is found by the remote, until the project names it', () => {
  expect(defaultPolicy([]).forge).toBeUndefined();
  const forge = { api: 'https://git.example.test/api/v3', repository: 'acme/cart' };
  expect(compile({ forge })).toMatchObject({ ok: true, policy: { forge } });
  expect(compile({ forge: { api: 'http://127.0.0.1:8080' } })).toMatchObject({ ok: true });
});

test.each([
  ['an address without encryption', { api: 'http://git.example.test' }, 'forge.api'],
  ['an address that hides another host', { api: 'http://localhost:1@git.example.test' }, 'forge.api'],
  ['an address with a query', { api: 'https://git.example.test/?x=1' }, 'forge.api'],
  ['a repository without its owner', { repository: 'cart' }, 'forge.repository'],
  ['a repository with a path', { repository: 'acme/../cart' }, 'forge.repository'],
])('%s is an error with its place', (_what, forge, at) => {
  expect(compile({ forge })).toMatchObject({ ok: false, problems: [{ at }] });
});
