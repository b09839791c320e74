import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Policy } from '@flow/core';
import { findRepository } from '@flow/evidence';
import { compileConfig } from '../config.js';
import { readNamed } from '../disk/read-named.js';
import { MAX_CONFIG } from '../policy/policy.js';
import { presetReader } from '../presets/installed.js';
import { pastJudge } from '../replay/judge.js';
import { Progress } from '../replay/past.js';
import { SIGNS } from '../replay/rank.js';
import { Gathering, type NeedsEvidence, type Refused } from '../replay/report.js';
import { readTranscript, transcriptsIn, type Unread, unreadOf } from '../replay/transcript.js';
import { clean } from '../text/clean.js';
import { type Call, type Command, err, out, usage } from './command.js';

export const replay: Command = {
  name: 'replay',
  usage: '[--policy <file>] [--json] [--limit <n>] <transcripts>…',
  summary: 'show what the guards would have refused in past sessions, likely false alarms first',
  options: {
    policy: { type: 'string', value: 'file', about: 'use the rules in this file instead of the policy in force' },
    json: { type: 'boolean', about: 'print JSON' },
    limit: { type: 'string', value: 'n', about: 'maximum number to show (default: 30)' },
  },
  run: runReplay,
};

/** What the guards would have said to past sessions. */
interface Replayed {
  version: 1;
  files: number;
  /** Files in which no call of a tool was found: of a client that is not read, or of nothing. */
  empty: number;
  /** Transcripts that the client has compressed since, which are not read. */
  packed: number;
  /** Folders and transcripts that could not be read, or not to their end: how many, and the first of them. */
  unreadTotal: number;
  unread: Unread[];
  sessions: number;
  calls: number;
  /** Calls that could not be judged, and lines that could not be read. */
  unjudged: number;
  skippedLines: number;
  /** Lines of a transcript of Codex of a kind that is not known, and the first of those kinds. */
  unknownLines: number;
  unknownKinds: string[];
  /** Programs that called tools from code, of which only the calls that were made are told. */
  programs: number;
  megabytes: number;
  seconds: number;
  refusals: number;
  /** Different refusals beyond those that are kept. */
  beyond: number;
  refused: Refused[];
  needsEvidence: NeedsEvidence;
  signs: typeof SIGNS;
}

async function runReplay(call: Call): Promise<number> {
  const limit = Number(call.values.limit ?? 30);
  if (call.words.length === 0)
    return usage(call, replay, 'Name transcripts, or folders of them (~/.claude/projects, ~/.codex/sessions).');
  if (!(limit > 0)) return usage(call, replay, '--limit expects a number.');
  const places = call.words.map((word) => path.resolve(call.directory, word));
  const gone = places.find((place) => !existsSync(place));
  if (gone !== undefined) return usage(call, replay, `${clean(gone)} does not exist.`);
  const policy = policyFrom(call);
  if (policy === undefined) return 2;
  const found = await replayAll(places, call, policy);
  const shown = { ...found, refused: found.refused.slice(0, limit) };
  out(call.values.json ? `${JSON.stringify(shown, null, 2)}\n` : render(shown, found.refused.length));
  return 0;
}

/** The policy of `--policy`; null for the one in force, undefined when it is not valid, which is said. */
function policyFrom(call: Call): Policy | null | undefined {
  const { values, directory } = call;
  if (typeof values.policy !== 'string') return null;
  const file = path.resolve(directory, values.policy);
  let text: string;
  try {
    text = readNamed(file, MAX_CONFIG);
  } catch (error) {
    usage(call, replay, `${clean(file)} cannot be read: ${clean((error as Error).message)}.`);
    return undefined;
  }
  const compiled = compileConfig(text, presetReader({ root: findRepository(directory)?.root ?? directory }, true));
  if (compiled.ok) return compiled.policy;
  for (const { at, message } of compiled.problems) {
    err(`POLICY_INVALID: ${clean(path.basename(file), 80)} is not valid (${clean(at)}: ${clean(message)}).\n`);
  }
  return undefined;
}

/** More places that could not be read are only counted. */
const MAX_UNREAD = 100;

/** More ids are not remembered; a resumed session repeats the calls of the one before it. */
const MAX_SEEN = 500_000;

async function replayAll(places: readonly string[], call: Call, policy: Policy | null): Promise<Replayed> {
  const { files, packed, unread } = transcriptsIn(places);
  const here = findRepository(call.directory)?.root ?? call.directory;
  const judge = pastJudge(call.environment, here, policy);
  const gathering = new Gathering();
  const progress = new Progress();
  const seen = new Set<string>();
  const sessions = new Set<string>();
  let calls = 0;
  let unjudged = 0;
  let empty = 0;
  const began = performance.now();
  for (const file of files) {
    let isEmpty = true;
    try {
      for await (const event of readTranscript(file, progress)) {
        isEmpty = false;
        if (event.kind === 'end') {
          gathering.end(event.id, event.ending);
          continue;
        }
        gathering.goOn();
        if (event.kind === 'unread') {
          calls += 1;
          unjudged += 1;
          continue;
        }
        sessions.add(event.session);
        if (seen.has(event.id)) continue;
        if (seen.size < MAX_SEEN) seen.add(event.id);
        calls += 1;
        try {
          const verdict = judge(event);
          if (verdict) gathering.add(event, verdict);
        } catch {
          unjudged += 1;
        }
      }
    } catch (error) {
      // What was read of it counts.
      unread.push(unreadOf(file, error));
      isEmpty = false;
    }
    gathering.close();
    if (isEmpty) empty += 1;
  }
  const { refused, refusals, beyond, needsEvidence } = gathering;
  return {
    version: 1,
    ...{ files: files.length, empty, packed, unreadTotal: unread.length, unread: unread.slice(0, MAX_UNREAD) },
    ...{ sessions: sessions.size, calls, unjudged, skippedLines: progress.skipped },
    ...{ unknownLines: progress.unknown, unknownKinds: [...progress.kinds].map((kind) => clean(kind, 60)) },
    programs: progress.programs,
    megabytes: round(progress.bytes / 1e6),
    seconds: round((performance.now() - began) / 1000),
    ...{ refusals, beyond, refused, needsEvidence, signs: SIGNS },
  };
}

const round = (value: number) => Math.round(value * 100) / 100;

function render(found: Replayed, different: number): string {
  const { calls, sessions, megabytes, seconds, refusals, needsEvidence, unjudged, skippedLines } = found;
  const speed = seconds > 0 ? `, ${round(megabytes / seconds)} MB/s` : '';
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
      `No tool calls in ${found.empty} of ${found.files} files; Claude Code and Codex transcripts are supported.`,
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
