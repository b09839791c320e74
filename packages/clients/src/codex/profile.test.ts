import { expect, test } from 'vitest';
import { hidingOf } from './profile.js';

const KEYS = '/home/ann/.local/state/flow/keys';
const PROFILE = `default_permissions = "flow"

[permissions.flow]
extends = ":workspace"

[permissions.flow.filesystem]
"${KEYS}" = "deny"
`;

test.each<[string, string, string]>([
  ['the profile that the documents name', PROFILE, 'hidden'],
  ['a folder above', PROFILE.replace('/flow/keys', ''), 'hidden'],
  [
    'literal quotes, and a remark',
    PROFILE.replace(`"${KEYS}"`, `'${KEYS}'`).replace('filesystem]', 'filesystem] # ours'),
    'hidden',
  ],
  ['another folder', PROFILE.replace('/keys', '/kept'), 'open'],
  ['reading only', PROFILE.replace('deny', 'read'), 'open'],
  ['a profile that nothing selects', PROFILE.replace('default_permissions', '# default_permissions'), 'open'],
  ['another profile that is selected', PROFILE.replace('"flow"', '":workspace"'), 'open'],
  ['a selection within another table', `[a]\n${PROFILE}`, 'open'],
  ['a rule behind the table', PROFILE.replace('filesystem]', 'filesystem]\n[other]'), 'open'],
  ['older settings beside it', `sandbox_mode = "workspace-write"\n${PROFILE}`, 'set-aside'],
  ['older settings as a table', `${PROFILE}\n[sandbox_workspace_write]\nnetwork_access = true\n`, 'set-aside'],
  [
    'older settings of a profile of settings',
    `${PROFILE}\n[profiles.fast]\nsandbox_mode = "workspace-write"\n`,
    'set-aside',
  ],
  ['nothing', '', 'open'],
])('33.3c what hides the key from commands of Codex: %s', (_what, config, expected) => {
  expect(hidingOf(KEYS, config)).toBe(expected);
});
