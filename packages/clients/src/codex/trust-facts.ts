import path from 'node:path';
import { readState } from '@flow/evidence/disk/file-state';
import type { HookPlace, TrustFact } from '../client.js';
import { folderOf } from '../person-folder.js';
import type { HandlerGroup } from '../registrations.js';
import { hooksAreOff, isTrustedFolder, type Trust, trustOf } from './trust.js';

/** Starting it is how a person looks at hooks and trusts them. */
const REVIEW = 'codex';

const WORDS: Record<Exclude<Trust, 'trusted'>, string> = {
  untrusted: 'nobody has trusted it yet, so Codex silently skips it. Start Codex here and type /hooks.',
  changed: 'it differs from the trusted version, so Codex silently skips it. Type /hooks in Codex.',
  off: 'it is turned off in the Codex configuration. Type /hooks in Codex.',
};

/** Finds which of the registered hooks a person trusts; without trust Codex skips a hook and says nothing. */
export function trustFacts({ root, file, settings, environment }: HookPlace): TrustFact[] {
  const config = readState(path.join(folderOf(environment, 'CODEX_HOME', '.codex'), 'config.toml'));
  const text = config?.bytes.toString('utf8') ?? '';
  const failed = (detail: string): TrustFact[] => [
    { id: 'trust', status: 'failure', title: TITLE, detail, fix: REVIEW },
  ];
  if (hooksAreOff(text)) return failed('the Codex configuration says hooks = false, so no hook runs.');
  if (!isTrustedFolder(root, text))
    return failed('Codex does not trust this folder, so it ignores its hooks. Start Codex here and accept.');
  const events = (settings.hooks ?? {}) as Record<string, HandlerGroup[]>;
  const facts = Object.entries(events).flatMap(([event, groups]) =>
    groups.flatMap((wanted, group): TrustFact[] => {
      const handler = wanted.hooks?.findIndex(({ command }) => OURS.test(command)) ?? -1;
      if (handler < 0) return [];
      const own = { ...wanted, hooks: [wanted.hooks[handler]!] };
      const trust = trustOf({ file, event, group, handler }, own, text);
      if (trust === 'trusted') return [];
      const status = event === 'PreToolUse' ? 'failure' : 'warning';
      return [{ id: `trust-${event}`, status, title: `${TITLE}, ${event}`, detail: WORDS[trust], fix: REVIEW }];
    }),
  );
  if (facts.length > 0) return facts;
  return [{ id: 'trust', status: 'ok', title: TITLE, detail: 'a person has trusted each current hook' }];
}

const TITLE = 'Trust in our hooks';

/** Our own lines, as `groupOf` writes them. */
const OURS = / --host codex\b/;
