import path from 'node:path';
import type { Event } from '@flow/clients/event';
import type { Finding } from '@flow/core';
import { appendEvent, putPending, sha256, takePending } from '@flow/evidence';
import type { Analysis } from '@flow/shell-effects';
import { readTexts } from '../facts/client-texts/door.js';
import type { TextLine } from '../facts/client-texts/index.js';
import { namedText } from '../facts/client-texts/named-text.js';
import { shellContext } from '../facts/shell-context.js';
import { effectsOf } from '../facts/shell-door.js';
import type { Start, Surroundings } from '../places/surroundings.js';
import { GUARD_ENTRIES, isRefused, judgeDeed } from './guards/index.js';

type After = Extract<Event, { kind: 'tool-after' }>;

/** The state of a call is kept by its id; what is known of its texts lies beside. */
const idOf = (call: string) => `texts ${call}`;

/** What a command does is more than its words: a file that the command starts may be another one by then. */
const digestOf = ({ command, path: file }: TextLine, { effects }: Analysis) =>
  sha256(`${file}\0${command}\0${JSON.stringify(effects)}`);

/** Keeps which commands of a call's texts were judged, until the call has ended. */
export function keepJudged(
  lines: readonly TextLine[],
  { call, directory }: Pick<After, 'call' | 'directory'>,
  { repository, start }: Surroundings,
): void {
  const context = shellContext(directory, start);
  try {
    putPending(
      repository,
      idOf(call),
      lines.map((line) => digestOf(line, effectsOf(line.command, context))),
    );
  } catch {
    // What cannot be kept is judged once more behind the call.
  }
}

/**
 * Judges the commands of a text again behind the call that named it: the client has read it later than this program did, so
 * that it may have run another text than was judged. Only commands that were not judged before, with what they do, are looked at.
 */
export function observeTexts(event: After, around: Surroundings, start: Start): Finding | null {
  const { tool, input, session, directory, role, call } = event;
  const named = namedText(tool, input);
  if (named === null || event.output.background !== null) return null;
  const known = new Set(takePending<string[]>(around.repository, idOf(call)) ?? []);
  const place = { session, directory, environment: start.environment };
  for (const line of readTexts(named, place, start.deadline).lines) {
    const { command, path: file } = line;
    const analysis = effectsOf(command, shellContext(directory, start));
    if (known.has(digestOf(line, analysis))) continue;
    const deed = { tool, input, directory, role, command: { text: command, analysis }, edits: [] };
    const rulings = judgeDeed(GUARD_ENTRIES, deed, { around, start }, around.policy, false);
    if (!isRefused(rulings)) continue;
    const codes = [...new Set(rulings.filter(({ answer }) => answer === 'refuse').map(({ finding }) => finding.code))];
    const data = { paths: [file], damage: [], tool, session, evidence: false };
    appendEvent(around.repository, { type: 'breach', data });
    return { code: 'TEXT_CHANGED', level: 'warn', path: path.relative(directory, file), args: { command, codes } };
  }
  return null;
}
