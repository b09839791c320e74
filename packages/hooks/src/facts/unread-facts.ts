import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Policy } from '@flow/core';
import type { Repository } from '@flow/evidence';
import type { UnreadFacts } from '../finding-words/unread-words.js';
import { detectProject } from '../install/project/detect-stack.js';
import { CONFIG_NAMES } from '../policy/config-names.js';

/** More would make a notice a list. */
const MOST = 3;

/** Finds the tests that an installation would propose, where no push asks for any; null where it knows none either. */
export function unreadHere({ root }: Repository, policy: Policy): UnreadFacts | null {
  const { unread } = detectProject(root, policy.presets);
  const config = CONFIG_NAMES.find((name) => existsSync(path.join(root, name)));
  // An installation adds nothing to a configuration in JSON.
  if (unread.length === 0 || config?.endsWith('.json')) return null;
  const first = unread.slice(0, MOST);
  return {
    roots: first.map((one) => one.root),
    commands: first.map(({ command }) => command),
    total: unread.length,
    config,
  };
}
