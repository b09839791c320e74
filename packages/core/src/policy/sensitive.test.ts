import { describe, expect, test } from 'vitest';
import { isSecret } from './sensitive.js';

const NONE = { write: [], allow: [], read: 'off' as const };
const base = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const inRepository = (path: string, text: string | null = null, rules = NONE) =>
  isSecret({ inRepository: path, inHome: null, name: base(path), text }, rules as never);
const inHome = (path: string, text: string | null = null) =>
  isSecret({ inRepository: null, inHome: path, name: base(path), text }, NONE);

describe('C27 what is a secret', () => {
  test.each([
    '.env',
    '.env.local',
    '.env.production.local',
    '.env.',
    '.ENV',
    'apps/web/.env.test',
    'certs/server.key',
    'certs/ca.pem',
    'android/release.keystore',
    'id_rsa',
    'config/credentials.json',
    'service-account-prod.json',
    'deploy/secrets.yaml',
    '.netrc',
    '.pypirc',
  ])('%s in a repository is one', (path) => expect(inRepository(path)).toBe(true));

  test.each([
    '.env.example',
    '.env.local.sample',
    '.env.template',
    '.envrc',
    'environment.ts',
    'src/env.ts',
    'src/credentials.ts',
    'docs/keys.md',
    'id_rsa.pub',
    'public/keyboard.json',
    'src/monkey.ts',
    'test/secrets.test.ts',
    '.npmrc',
  ])('%s is none', (path) => expect(inRepository(path)).toBe(false));

  test.each([
    '.ssh/id_ed25519',
    '.ssh/id_work',
    '.ssh/authorized_keys',
    '.aws/credentials',
    '.kube/config',
    '.docker/config.json',
    '.config/gh/hosts.yml',
    '.config/gcloud/application_default_credentials.json',
    '.cargo/credentials.toml',
    '.gnupg/private-keys-v1.d/a.key',
  ])('%s in the home directory is one', (path) => expect(inHome(path)).toBe(true));

  test.each([
    '.ssh/id_ed25519.pub',
    '.ssh/known_hosts',
    '.ssh/config',
    '.bashrc',
    '.cargo/config.toml',
    '.config/nvim/init.lua',
  ])('%s in the home directory is none', (path) => expect(inHome(path)).toBe(false));

  test('settings of a package manager are one where a credential is written', () => {
    expect(inRepository('.npmrc', 'registry=https://registry.example.com/\n')).toBe(false);
    expect(inRepository('.npmrc', '//registry.example.com/:_authToken=abc')).toBe(true);
    expect(inHome('.config/pip/pip.conf', '[global]\nindex-url = https://ann:pw@pypi.example.com/simple')).toBe(true);
    expect(inHome('.yarnrc.yml', 'npmAuthToken: abc')).toBe(true);
  });

  test('a project names more, and frees some', () => {
    const rules = { write: ['ops/**'], allow: ['test/fixtures/**'], read: 'off' as const };
    expect(inRepository('ops/prod.yaml', null, rules as never)).toBe(true);
    expect(inRepository('test/fixtures/ca.pem', null, rules as never)).toBe(false);
    expect(inRepository('ca.pem', null, rules as never)).toBe(true);
  });
});
