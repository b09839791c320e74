import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fieldOf, textOf } from '@flow/core/record';
import { readSmall } from '@flow/evidence/disk/read-small';
import { readTail } from '@flow/evidence/disk/read-tail';
import type { KeptEnd } from '../nesting.js';

/*
 * Qwen Code tells no hook of the end of a command in the background, and keeps it in a file beside the output, with the exit
 * code (recorded with 0.24.4: `~/.qwen/tmp/<hash>/background-shells/<session>/shell-<id>.status`).
 */

const MAX_TAIL = 256 * 1024;
/** Most turns have an event: with this many, one is not missed where some have none, as when the client refuses a call itself. */
const TURNS = 10;

/** Finds the commands of a session that have ended in the background since the agent's last turns. */
export function endedInBackground(raw: unknown): KeptEnd[] {
  const chat = textOf(fieldOf(raw, 'transcript_path'));
  const session = textOf(fieldOf(raw, 'session_id'));
  const own = chat === null ? null : CHAT.exec(path.normalize(chat));
  if (!own || own[2] !== session) return [];
  const ends = statusFiles(path.join(own[1]!, 'tmp'), session).flatMap((file) => endIn(file) ?? []);
  if (ends.length === 0) return [];
  const since = timeOfTurns(chat!);
  return ends.filter(({ ended }) => ended >= since);
}

/** The place where no tool of the agent may write: the client's folder, and the session's id. */
const CHAT = /^(.*[\\/]\.qwen)[\\/]projects[\\/][^\\/]+[\\/]chats[\\/]([^\\/]+)\.jsonl$/;

function statusFiles(folder: string, session: string): string[] {
  return namesIn(folder).flatMap((name) => {
    const shells = path.join(folder, name, 'background-shells', session);
    return namesIn(shells).flatMap((one) => (one.endsWith('.status') ? path.join(shells, one) : []));
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function endIn(file: string): KeptEnd | null {
  const told = parsed(readSmall(file) ?? '');
  const [background, status] = [textOf(fieldOf(told, 'id')), textOf(fieldOf(told, 'status'))];
  const ended = Date.parse(textOf(fieldOf(told, 'endTime')) ?? '');
  if (background === null || status === null || Number.isNaN(ended)) return null;
  const code = fieldOf(told, 'exitCode');
  const [, failed] = /^exited with code (\d{1,3})$/.exec(textOf(fieldOf(told, 'error')) ?? '') ?? [];
  const exit = failed !== undefined ? Number(failed) : status === 'completed' && typeof code === 'number' ? code : null;
  return { background, exit, status, file: file.replace(/\.status$/, '.output'), ended };
}

/** Tells when the agent began its last turns, in milliseconds of the clock; 0 where it has begun fewer. */
function timeOfTurns(chat: string): number {
  const turns = readTail(chat, MAX_TAIL)
    .split('\n')
    .filter((line) => line.includes('"type":"assistant"'));
  const [, time] = /"timestamp":"([^"]+)"/.exec(turns.at(-TURNS) ?? '') ?? [];
  return time === undefined ? 0 : Date.parse(time) || 0;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The client may be writing it.
    return null;
  }
}
