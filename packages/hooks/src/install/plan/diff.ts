import path from 'node:path';
import { patchOf } from '@flow/engine/text/diff';
import { printable } from '@flow/engine/text/printable';
import type { Change } from './change.js';

/**
 * Returns a plan as people read it: one unified diff for each text file; one line for the program's own files, and one
 * for the agents and skills that come or go whole: thirty of them would bury what changes in files that were there. The
 * undo record is left out: it holds what the diffs show.
 */
export function renderDiff(plan: readonly Change[]): string {
  const parts: string[] = [];
  let size = 0;
  const program: string[] = [];
  const texts = new Map<string, string[]>();
  for (const change of plan) {
    if (change.type === 'folder') {
      parts.push(`folder ${printable(change.label)}: will be removed if empty\n`);
    } else if (change.part === 'bundle') {
      program.push(change.label);
      size += change.after?.bytes.length ?? 0;
    } else if ((change.part === 'agent' || change.part === 'skill') && (!change.before || !change.after)) {
      const what = `${change.part}s will be ${change.after ? 'added' : 'removed'}`;
      texts.set(what, [...(texts.get(what) ?? []), change.label]);
    } else if (change.part !== 'record') {
      const { before, after, label } = change;
      const modes =
        before && after && before.mode !== after.mode ? `mode ${octal(before.mode)} → ${octal(after.mode)}\n` : '';
      const created = !before && after && (after.mode & 0o111) !== 0 ? `mode ${octal(after.mode)}\n` : '';
      const patch = patchOf(
        before ? `a/${label}` : '/dev/null',
        after ? `b/${label}` : '/dev/null',
        before?.bytes.toString('utf8') ?? '',
        after?.bytes.toString('utf8') ?? '',
      );
      parts.push(printable(`${modes}${created}${patch}`));
    }
  }
  for (const [what, labels] of texts) parts.push(`${labels.length} ${what}: ${labels.map(printable).join(', ')}\n`);
  if (program.length > 0) {
    const folders = [...new Set(program.map((label) => printable(path.posix.dirname(label))))];
    parts.push(`program (${Math.ceil(size / 1024)} KB, ${program.length} files): ${folders.join(', ')}\n`);
  }
  return parts.join('\n');
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}
