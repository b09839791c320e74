import { createHash } from 'node:crypto';
import type { HandlerGroup } from '../registrations.js';

/** Trust tells whether Codex trusts a hook: Codex runs only hooks that a person has trusted as they are. */
export type Trust = 'trusted' | 'changed' | 'untrusted' | 'off';

/** A hook place is the place of a hook in its file. */
export interface HookPlace {
  /** Absolute path of the file. */
  file: string;
  event: string;
  group: number;
  handler: number;
}

/**
 * Reads what a person has said of a hook, by the hash that Codex 0.169 takes of it (measured: the client runs a hook
 * with the hash that is made here). To trust is the person's own act.
 * @param config text of the person's `config.toml`
 */
export function trustOf(place: HookPlace, hook: HandlerGroup, config: string): Trust {
  const said = entryOf(config, `${place.file}:${snake(place.event)}:${place.group}:${place.handler}`);
  if (said === null) return 'untrusted';
  if (/\benabled\s*=\s*false\b/.test(said)) return 'off';
  const hash = /\btrusted_hash\s*=\s*["']([^"']+)["']/.exec(said)?.[1];
  if (hash === undefined) return 'untrusted';
  return hash === hashOf(place.event, hook) ? 'trusted' : 'changed';
}

/** Returns the identity of a hook: its event, matcher and handler with every default written out, keys in order. */
export function hashOf(event: string, { matcher, hooks: [handler] }: HandlerGroup): string {
  const hook = { async: false, command: handler?.command, timeout: handler?.timeout, type: 'command' };
  const identity = { event_name: snake(event), hooks: [hook], ...(matcher !== undefined && { matcher }) };
  return `sha256:${createHash('sha256').update(JSON.stringify(identity)).digest('hex')}`;
}

/** Tells whether a person trusts the folder; Codex reads no hooks of another one. */
export function isTrustedFolder(root: string, config: string): boolean {
  return /\btrust_level\s*=\s*["']trusted["']/.test(entryOf(config, root) ?? '');
}

/** Tells whether hooks are switched off as a whole. */
export function hooksAreOff(config: string): boolean {
  return /^[ \t]*\[features\][^[]*^[ \t]*hooks\s*=\s*false\b|^[ \t]*features\.hooks\s*=\s*false\b/m.test(config);
}

/** Reads what stands behind a quoted key, as a table of its own or in braces; null when the key is not there. */
function entryOf(config: string, key: string): string | null {
  for (const quoted of [JSON.stringify(key), `'${key}'`]) {
    const at = config.indexOf(quoted);
    if (at < 0) continue;
    const rest = config.slice(at + quoted.length);
    const end = rest.search(/^\s*\]/.test(rest) ? /\n\s*\[/ : /\n/);
    return end < 0 ? rest : rest.slice(0, end);
  }
  return null;
}

function snake(event: string): string {
  return event.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
}
