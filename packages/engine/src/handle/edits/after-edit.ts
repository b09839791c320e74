import path from 'node:path';
import { type Decision, type Event, NONE } from '@flow/clients/event';
import type { Finding } from '@flow/core';
import { once } from '../../facts/once.js';
import { editedFiles, writeAudit } from '../../facts/trail/audit-line.js';
import { type Start, surroundingsOf } from '../../places/surroundings.js';
import { currentPhase } from '../../run/phase.js';
import { formatFinding } from '../../words/finding-words.js';
import { formatFile } from '../format/format.js';
import { checkEdit } from './conventions.js';

type After = Extract<Event, { kind: 'tool-after' }>;

/**
 * Observes the end of an edit by a file tool, of which the client tells only where the project wants that: each file is
 * formatted, held against the conventions, and what was done is noted, side by side in one process (feature C36).
 * @returns null for any other call
 */
export function afterEdit(event: After, start: Start): Decision | null {
  const files = editedFiles(event.tool, event.input, event.directory);
  if (files.length === 0) return null;
  const told = files.flatMap((file) => afterFile(file, event, start));
  if (told.length === 0) return NONE;
  return { kind: 'tell', context: told.map((finding) => `flow: ${formatFinding(finding, Date.now())}`).join('\n') };
}

function afterFile(file: string, event: After, start: Start): Finding[] {
  const around = surroundingsOf(path.dirname(file), start);
  if (!around) return [];
  const { findings, by } = formatFile(file, around);
  const formatted = by.length > 0 ? { formatted: by.join('+') } : {};
  writeAudit(around.repository, event, { decision: 'done', paths: [file], phase: currentPhase(around), ...formatted });
  const checked = checkEdit(file, event.input, event.directory, by.length > 0, around);
  return [...findings, ...checked].filter(
    ({ code, args }) =>
      !ONCE.has(code) ||
      once(around.repository, event.session, `${code}-${args.by ?? args.rule}`.replace(/[^\w-]/g, '_'), start),
  );
}

/** What does not work does not work at the next edit, either. */
const ONCE = new Set(['FORMAT_FAILED', 'CONVENTION_UNRUN']);
