import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addedFile } from '@flow/engine/places/seal';
import { describe, expect, test } from 'vitest';
import { sandboxEntries, withoutSeal, withSeal } from './local-settings.js';

const wrapper = path.join(mkdtempSync(path.join(tmpdir(), 'flow-added-')), 'seal/wrapper');
mkdirSync(path.dirname(wrapper));
const ENTRIES = sandboxEntries(['/p/.git/flow', '/s'], ['/s/keys']);

/** Brings the seal into a text, keeps what was added where the wrapper has it, and returns the text. */
function sealed(text: string | null): string {
  const edit = withSeal(text, wrapper, ENTRIES);
  if (!edit.ok) throw new Error(JSON.stringify(edit));
  writeFileSync(addedFile(wrapper), JSON.stringify(edit.added));
  return edit.text;
}

describe("33.3c the client's own sandbox in a project's local settings", () => {
  test('all of it is written, once', () => {
    const text = sealed(null);
    expect(JSON.parse(text)).toEqual({
      env: { CLAUDE_CODE_SHELL_PREFIX: wrapper },
      sandbox: {
        enabled: true,
        failIfUnavailable: true,
        allowUnsandboxedCommands: false,
        filesystem: { denyWrite: ['/p/.git/flow', '/s'], denyRead: ['/s/keys'] },
      },
    });
    expect(withSeal(text, wrapper, ENTRIES)).toEqual({ ok: true, text, added: [] });
  });

  test.each([
    ['a word of its own', '{\n  "env": {\n    "A": "1"\n  }\n}\n'],
    ['the sandbox switched on', '{ "sandbox": { "enabled": true } }'],
    [
      'lists of its own',
      '{\n\t"sandbox": {\n\t\t"enabled": true,\n\t\t"failIfUnavailable": true,\n\t\t"filesystem": {\n\t\t\t"denyWrite": ["/mine", "/s"],\n\t\t\t"allowWrite": []\n\t\t}\n\t}\n}\n',
    ],
    ['one line', '{"sandbox": {"network": {}}, "permissions": {"deny": ["Read(x)"]}}'],
  ])('%s comes back byte for byte where the file was edited since', (_what, before) => {
    const text = sealed(before);
    expect(text).not.toBe(before);
    expect(withoutSeal(text)).toBe(before);
    const edited = text.replace(/^\{/, '{"model": "x",');
    expect(withoutSeal(edited)).toBe(before.replace(/^\{/, '{"model": "x",'));
  });

  test.each([
    ['sandbox.failIfUnavailable', '{"sandbox": {"failIfUnavailable": false}}', 'false'],
    ['sandbox.allowUnsandboxedCommands', '{"sandbox": {"allowUnsandboxedCommands": true}}', 'true'],
    ['sandbox.filesystem.denyWrite', '{"sandbox": {"filesystem": {"denyWrite": "/x"}}}', '/x'],
    ['sandbox', '{"sandbox": 1}', '1'],
    ['env.CLAUDE_CODE_SHELL_PREFIX', '{"env": {"CLAUDE_CODE_SHELL_PREFIX": "/own"}}', '/own'],
  ])("a person's own word about %s stays, and is named", (key, text, taken) => {
    expect(withSeal(text, wrapper, ENTRIES)).toEqual({ ok: false, key, taken });
  });

  test('without a record nothing but the prefix is taken, and a file without the prefix is left alone', () => {
    const text = sealed('{"sandbox": {"enabled": true}}');
    writeFileSync(addedFile(wrapper), '[{"keys": 1}, null, "x"]');
    expect(JSON.parse(withoutSeal(text))).not.toHaveProperty('env');
    expect(JSON.parse(withoutSeal(text))).toHaveProperty('sandbox.filesystem');
    expect(withoutSeal('{"sandbox": {"enabled": true}}')).toBe('{"sandbox": {"enabled": true}}');
  });
});
