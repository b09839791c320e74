import path from 'node:path';
import type { Finding, SensitiveRules } from '@flow/core';
import { type Analysis, CLEAN_IGNORED, CLOSED_TO_OTHERS, type Write } from '@flow/shell-effects/effects';
import { linkChanges } from '../facts/link-changes.js';
import type { Secrets } from '../places/secrets.js';
import { mayWrite, readsOf } from './file-edits.js';
import type { FileEdit } from './guard.js';
import { shownPath } from './protected.js';

/** Judges the files that a tool would write (features C27, C28). `root` is for the words only. */
export function judgeSecretEdits(edits: readonly FileEdit[], secrets: Secrets, root: string | null): Finding[] {
  return edits.flatMap(({ path: place, added, reach }) => {
    const below = () => (reach === 'beneath' ? secrets.below(place)[0] : undefined);
    const file = secrets.has(place, added) ? place : below();
    return file === undefined ? [] : [finding('SENSITIVE_WRITE', 'block', file, root)];
  });
}

/** Judges what a command line would write and read. A name of which only a part is known is judged with a letter in the gap. */
export function judgeSecretEffects(
  command: { text: string; analysis: Analysis },
  writes: readonly Write[],
  rules: SensitiveRules,
  secrets: Secrets,
  root: string | null,
): Finding[] {
  const { effects } = command.analysis;
  const links = linkChanges(effects);
  const written = writes.flatMap((write) => {
    const file = touched(write, command.text, secrets, links.has(write));
    return file === null ? [] : [finding('SENSITIVE_WRITE', 'block', file, root)];
  });
  if (rules.read === 'off') return written;
  const { read: level } = rules;
  const read = effects.flatMap((effect) =>
    effect.kind === 'read' && secrets.has(effect.path, null)
      ? [finding('SENSITIVE_READ', level, effect.path, root)]
      : [],
  );
  return [...written, ...read];
}

/** Returns the secret that a write reaches: itself, or one below a folder that is moved away or deleted. */
function touched(write: Write, text: string, secrets: Secrets, isLink: boolean): string | null {
  // Closing a secret to others leaves it what it is, and is what its owner should do.
  if (write.by === CLOSED_TO_OTHERS) return null;
  if (secrets.has(write.path, text, isLink)) return write.path;
  if (isLink) return null;
  const takesAll = write.how === 'delete' || write.how === 'move';
  return takesAll && (write.reach !== 'into' || write.by === CLEAN_IGNORED)
    ? (secrets.below(write.path)[0] ?? null)
    : null;
}

/** Judges the files that a reading tool names. */
export function judgeSecretReads(
  tool: string,
  input: Readonly<Record<string, unknown>>,
  directory: string,
  home: string,
  rules: SensitiveRules,
  secrets: Secrets,
  root: string | null,
): Finding[] {
  const { read: level } = rules;
  if (level === 'off' || mayWrite(tool, input)) return [];
  const named = [...readsOf(tool, input, directory, home), ...globbed(input, directory)];
  const read = named.filter((file) => secrets.has(file, null));
  return read.map((file) => finding('SENSITIVE_READ', level, file, root));
}

/** Lists files that a search narrows itself to by a glob; where a star stands, the shortest name that fits. */
function globbed({ glob, path: at }: Readonly<Record<string, unknown>>, directory: string): string[] {
  if (typeof glob !== 'string' || glob.startsWith('!')) return [];
  const folder = path.resolve(directory, typeof at === 'string' ? at : '.');
  const [, before = glob, choice = '', behind = ''] = /^([^{]*)\{([^{}]*)\}(.*)$/.exec(glob) ?? [];
  const names = choice.split(',').map((one) => `${before}${one}${behind}`.replaceAll('*', ''));
  return names.filter((one) => one !== '').map((one) => path.join(folder, one));
}

function finding(code: string, level: 'block' | 'warn', file: string, root: string | null): Finding {
  return { code, level, path: shownPath(file, root), args: {} };
}
