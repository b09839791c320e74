import path from 'node:path';
import { CLIENTS } from '@flow/clients/clients';
import { clean } from '@flow/engine/text/clean';
import { SIGNS } from '../replay/rank.js';
import { type Replayed, rounded } from '../replay/replay-all.js';
import type { Refused } from '../replay/report.js';

/** Renders what a replay found, as text for a terminal. `different` counts refusals without their repetitions. */
export function renderReplayed(found: Replayed, different: number): string {
  const { calls, sessions, megabytes, seconds, refusals, needsEvidence, unjudged, skippedLines } = found;
  const speed = seconds > 0 ? `, ${rounded(megabytes / seconds)} MB/s` : '';
  const lines = [
    `${calls} calls of ${sessions} session${sessions === 1 ? '' : 's'}, ${megabytes} MB in ${seconds} s${speed}.`,
  ];
  if (unjudged + skippedLines > 0)
    lines.push(`Not judged: ${unjudged} calls and ${skippedLines} lines that could not be read.`);
  const [unread] = found.unread;
  if (unread) {
    const others = found.unreadTotal > 1 ? ' and others' : '';
    lines.push(
      `Not read: ${found.unreadTotal} folders or transcripts: ${clean(unread.place)} (${unread.why})${others}.`,
    );
  }
  if (found.unknownLines > 0)
    lines.push(`Unknown kind: ${found.unknownLines} lines (${found.unknownKinds.join(', ')}).`);
  if (found.programs > 0)
    lines.push(`For ${found.programs} programs that called tools from code, only the calls actually made are shown.`);
  if (found.packed > 0) lines.push(`Compressed, not read: ${found.packed} transcripts; unpack them first (zstd -d).`);
  if (found.files + found.packed + found.unreadTotal === 0) lines.push('No transcripts (*.jsonl) were found there.');
  if (found.empty > 0) {
    lines.push(
      `No tool calls in ${found.empty} of ${found.files} files; transcripts of ${CLIENTS.map(({ product }) => product).join(', ')} are supported.`,
    );
  }
  lines.push('', `Would have been refused: ${refusals} (${different} different), likely false alarms first.`);
  for (const one of found.refused) lines.push('', ...describeRefused(one));
  if (different > found.refused.length) lines.push('', `… and ${different - found.refused.length} more: --limit`);
  lines.push('', `Would have needed a green run or an approval at the time: ${needsEvidence.count} pushes.`);
  for (const { what, file, line } of needsEvidence.samples.slice(0, 5)) {
    lines.push(`    ${clean(what, 120)}  (${clean(path.basename(file), 60)}:${line})`);
  }
  const used = new Set(found.refused.flatMap(({ signs }) => signs));
  if (used.size > 0) lines.push('', 'What affects the order:');
  for (const sign of used) {
    const { weight, why } = SIGNS[sign];
    lines.push(`    ${weight > 0 ? '+' : ''}${weight}  ${sign}: ${why}`);
  }
  return `${lines.join('\n')}\n`;
}

function describeRefused({ score, count, what, signs, findings, session, file, line }: Refused): string[] {
  const times = count > 1 ? ` (${count} times)` : '';
  return [
    `${String(score).padStart(3)}  ${what}${times}`,
    `       ${signs.join(', ') || 'nothing speaks for a false alarm'}; session ${clean(session, 40)}, ${clean(path.basename(file), 60)}:${line}`,
    ...findings.map(
      ({ code, text, monitored }) => `       ${code}${monitored ? ' (monitor)' : ''}: ${clean(text, 300)}`,
    ),
  ];
}
