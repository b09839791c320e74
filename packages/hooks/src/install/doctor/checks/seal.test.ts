import type { Settings, SettingsFile } from '@flow/engine/facts/client-settings/settings-files';
import { describe, expect, test } from 'vitest';
import { checkSandbox, codexCheck, heldWords, kernelChecks } from './seal.js';

const PLACES = ['managed', 'local', 'project', 'user'] as const;

/** What doctor says of the sandbox, with these `sandbox` objects by place. */
function said(sandboxes: Partial<Record<SettingsFile['place'], Settings>>) {
  const files = PLACES.map((place) => ({
    ...{ label: `${place}.json`, place, isBroken: false },
    value: sandboxes[place] ? { sandbox: sandboxes[place] } : null,
  }));
  return checkSandbox(files).map(({ status, detail }) => `${status}: ${detail}`);
}

const CLOSED = { enabled: true, failIfUnavailable: true, allowUnsandboxedCommands: false };

describe("33.3e doctor reads the client's own sandbox in all settings files", () => {
  test('nothing is said where none switches it on, and one that holds is told', () => {
    expect(said({})).toEqual([]);
    expect(said({ user: { enabled: false } })).toEqual([]);
    expect(said({ user: CLOSED })).toEqual(['ok: on, by user.json']);
  });

  test.each<[string, Parameters<typeof said>[0], RegExp]>([
    [
      'the local file',
      { user: CLOSED, local: { enabled: false } },
      /^warning: local\.json switches off what user\.json/,
    ],
    ['the project', { user: CLOSED, project: { enabled: false } }, /^warning: project\.json switches off/],
    ['the project, of a managed one', { managed: CLOSED, project: { enabled: false } }, /^ok: on, by managed\.json/],
    ['a start without it', { user: { ...CLOSED, failIfUnavailable: false } }, /without it \(`failIfUnavailable`\)/],
    [
      'commands outside',
      { user: { enabled: true, failIfUnavailable: true } },
      /`allowUnsandboxedCommands` is not false/,
    ],
    ['commands outside, forbidden below', { project: { enabled: true, failIfUnavailable: true }, user: CLOSED }, /^ok/],
    [
      'excluded commands',
      { user: CLOSED, project: { excludedCommands: ['git'] } },
      /project\.json lets git run outside/,
    ],
    ['files', { user: { ...CLOSED, filesystem: { disabled: true } } }, /leaves files open/],
    ['the whole home', { user: { ...CLOSED, filesystem: { allowWrite: ['/srv', '~'] } } }, /opens the whole home/],
    ['a folder of it', { user: { ...CLOSED, filesystem: { allowWrite: ['~/.cache', '/home/a/b'] } } }, /^ok/],
    ['a list of domains', { user: { ...CLOSED, network: { allowedDomains: [] } } }, /without `strictAllowlist`/],
    ['a strict list', { user: { ...CLOSED, network: { allowedDomains: [], strictAllowlist: true } } }, /^ok/],
  ])('what switches it off, or leads out of it: %s', (_what, sandboxes, expected) => {
    const [first, ...others] = said(sandboxes);
    expect(first).toMatch(expected);
    expect(others).toEqual([]);
  });

  test('words of a file are foreign text', () => {
    const [line] = said({ user: CLOSED, project: { excludedCommands: ['\u001b[2Jgit'] } });
    expect(line).not.toContain('\u001b');
  });
});

test('33.3e a Mac hears that nobody has tried its profile yet', () => {
  expect(heldWords('darwin')).toContain('on a Mac yet');
  expect(heldWords('linux')).not.toContain('Mac');
});

test('33.3c doctor warns of settings of the kernel only who can write them', () => {
  expect(kernelChecks(null)).toEqual([]);
  expect(kernelChecks('open')).toMatchObject([
    { id: 'seal-kernel', status: 'warning', detail: 'open.', fix: expect.stringContaining('--seal prefix') },
  ]);
});

test.each([
  ['hidden', 'ok', /hides ~\/keys from its commands; receipts of Codex say `seal: none`/, undefined],
  ['set-aside', 'warning', /`sandbox_mode`.* in ~\/config\.toml sets the profile aside/, /one of the two/],
  ['open', 'warning', /leaves ~\/keys readable/, /docs\/hosts\.md has the profile/],
] as const)(
  '33.3c doctor says of Codex what its sandbox hides, and that nothing proves a call: %s',
  (hiding, status, detail, fix) => {
    const found = codexCheck(hiding, '~/keys', '~/config.toml');
    expect(found).toMatchObject({ id: 'seal-codex', status, detail: expect.stringMatching(detail) });
    expect(found.fix ?? '').toMatch(fix ?? /^$/);
  },
);
