import { closeSync, constants, fstatSync, readSync } from 'node:fs';
import path from 'node:path';
import { callsIn } from '@flow/clients/claude-code/session';
import { openNoLink, parseJson } from '@flow/evidence';
import { shellContext } from '../../facts/shell-context.js';
import { effectsOf } from '../../facts/shell-door.js';
import type { Start } from '../../places/surroundings.js';

/**
 * Facts that an agent's messages tell of one file: whether the agent read the file, and what the agent had changed before.
 */
export type Reading =
  | { kind: 'told'; isRead: boolean; changedBefore: string | null }
  /** Why it cannot be told. */
  | { kind: 'unknown'; why: string };

/** Bytes of messages that are looked at, however much an agent has said: what is read first stands at the beginning. */
const MAX_HEAD = 8 * 1024 * 1024;

/** Command lines that name the file and are read for what they do with it. */
const MOST_COMMANDS = 50;

/**
 * Looks for the first reading of a file in an agent's messages: a call of the client's reader, or a command that reads it. A
 * call that failed has read nothing. Nothing of what stands there is followed.
 * @param transcript the client's file of these messages; null where it keeps none
 * @param document path of the file from the root of its repository
 */
export function readingOf(transcript: string | null, document: string, directory: string, start: Start): Reading {
  if (transcript === null) return { kind: 'unknown', why: 'the client keeps no record of its messages' };
  const head = headOf(transcript);
  if (head === null) return { kind: 'unknown', why: 'its messages cannot be read' };
  const failed = new Set<string>();
  const calls: { id: string; tool: string; input: Record<string, unknown> }[] = [];
  for (const line of head.text.split('\n')) {
    if (!line.includes('tool_use')) continue;
    for (const one of callsIn(parseJson(line))) {
      if (one.kind === 'call') calls.push(one);
      else if (one.ending !== 'succeeded') failed.add(one.id);
    }
  }
  let changedBefore: string | null = null;
  let asked = 0;
  const names = [path.posix.basename(document), path.posix.dirname(document)];
  for (const { id, tool, input } of calls) {
    if (failed.has(id)) continue;
    const file = typeof input.file_path === 'string' ? input.file_path : input.notebook_path;
    if (typeof file === 'string') {
      if (tool === 'Read' && isAt(file, document)) return { kind: 'told', isRead: true, changedBefore };
      if (CHANGES.has(tool) && !isBeside(file, document)) changedBefore ??= file;
    }
    const { command } = input;
    if (typeof command !== 'string' || !names.some((name) => command.includes(name))) continue;
    asked += 1;
    if (asked > MOST_COMMANDS) return { kind: 'unknown', why: 'too many of its commands mention it' };
    const { effects } = effectsOf(command, shellContext(directory, start));
    if (effects.some((effect) => effect.kind === 'read' && isAt(effect.path, document)))
      return { kind: 'told', isRead: true, changedBefore };
  }
  if (head.isCut) return { kind: 'unknown', why: 'its messages exceed the size that is checked' };
  return { kind: 'told', isRead: false, changedBefore };
}

const CHANGES = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit']);

/** Returns the file itself, in this work tree or in another one of the same repository. */
const isAt = (file: string, document: string) => {
  const there = file.replaceAll('\\', '/');
  return there === document || there.endsWith(`/${document}`);
};

/** Documents of the work may be written before the specification is read. */
const isBeside = (file: string, document: string) =>
  `${path.posix.dirname(file.replaceAll('\\', '/'))}/`.includes(`${path.posix.dirname(document)}/`);

function headOf(file: string): { text: string; isCut: boolean } | null {
  let handle: number;
  try {
    handle = openNoLink(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch {
    return null;
  }
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile()) return null;
    const bytes = Buffer.allocUnsafe(Math.min(stat.size, MAX_HEAD));
    let length = 0;
    for (let count = -1; count !== 0 && length < bytes.length; length += count)
      count = readSync(handle, bytes, length, bytes.length - length, length);
    return { text: bytes.toString('utf8', 0, length), isCut: stat.size > MAX_HEAD };
  } catch {
    return null;
  } finally {
    closeSync(handle);
  }
}
