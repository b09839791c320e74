import type { Finding } from '@flow/core';
import { canonical, type Repository, sha256 } from '@flow/evidence';
import type { PushTarget } from '../../facts/push-target.js';

/** A refused call is something that was refused: a tool call, a push as git's hook sees it, a change of settings. */
export interface RefusedCall {
  tool: string;
  input: Readonly<Record<string, unknown>>;
  /** Absolute. */
  directory: string;
  session: string | null;
  /** The host's id of the call, or what else it is known by. */
  id: string;
}

/** The name under which git's own hook refuses. */
export const GIT_HOOK = 'git pre-push';

/** Returns a push as git's own hook refuses it: the refs of one push at their tips, however the push was spelled. */
export function pushCall(
  remote: string | null,
  targets: readonly Pick<PushTarget, 'destination' | 'tip'>[],
  { root }: Pick<Repository, 'root'>,
): RefusedCall {
  const refs = targets.map(({ destination, tip }) => `${destination} ${tip ?? '(deleted)'}`);
  return { tool: GIT_HOOK, input: { remote, refs }, directory: root, session: null, id: GIT_HOOK };
}

const SHELLS = new Set(['Bash', 'PowerShell']);
/** Fields that an agent words anew each time, and that change nothing of what is done. */
const IDLE = new Set(['description', 'timeout']);

/** Equal calls in the same folder have equal digests. */
export function digestOf({ tool, input, directory }: RefusedCall): string {
  const entries = Object.entries(input).filter(([name]) => !(SHELLS.has(tool) && IDLE.has(name)));
  return sha256(canonical({ tool, input: Object.fromEntries(entries), directory }));
}

/** Arguments that tell findings of one code apart: the content first. */
const SUBJECTS = ['tree', 'suite', 'check', 'gate', 'branch', 'destination', 'spelled', 'name'];

/** Returns the text of a finding's fault, without what changes from one look to the next. */
export function keyOf({ code, path, args }: Finding): string {
  return canonical([code, path ?? null, ...SUBJECTS.map((name) => args[name] ?? null)]);
}

/**
 * Returns the code of a finding and the content that it speaks of, as its key has them; null where it speaks of none.
 */
export function readKey(key: string): { code: string; tree: string | null } {
  const [code, , tree] = JSON.parse(key) as unknown[];
  return { code: String(code), tree: typeof tree === 'string' ? tree : null };
}

const MAX_SHOWN = 16_000;

/** The call as a person reads it, and how many characters are left out of it. */
export function showCall({ tool, input }: RefusedCall): { shown: string; cut: number } {
  const { command } = input;
  const whole = SHELLS.has(tool) && typeof command === 'string' ? command : fieldsOf(input);
  return { shown: whole.slice(0, MAX_SHOWN), cut: Math.max(0, whole.length - MAX_SHOWN) };
}

function fieldsOf(input: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(input).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text.includes('\n') ? `${name}:\n${text}` : `${name}: ${text}`;
  });
  return lines.join('\n');
}
