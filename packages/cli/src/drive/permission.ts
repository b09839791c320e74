import path from 'node:path';
import type { Asked } from '@flow/driver/acp';
import type { judgeLine as JudgeLine } from '@flow/hooks/program';

/** Kinds of tool calls that change nothing. */
const READING = new Set(['read', 'search', 'think']);

/** Kinds that change files. */
const WRITING = new Set(['edit', 'delete', 'move']);

/**
 * Tells why policy does not allow what a client asks for that works alone: files outside its work tree, a command that the
 * guards refuse an agent, and whatever nobody can judge.
 * @param judgeLine the guards' word on a command line
 */
export function refusalOf(
  { kind, paths, command }: Asked,
  directory: string,
  judgeLine: (line: string) => ReturnType<typeof JudgeLine>,
): string | null {
  if (kind !== null && READING.has(kind)) return null;
  if (kind === 'execute') {
    if (command === null) return 'the command is unknown';
    const judged = judgeLine(command);
    return judged.kind === 'refused' ? judged.text : null;
  }
  if (kind === null || !WRITING.has(kind)) return `nobody allows a session that works alone: ${kind ?? 'unknown'}`;
  if (paths.length === 0) return 'which files it would change is unknown';
  const outside = paths.find((file) => !isWithin(path.resolve(directory, file), directory));
  return outside === undefined ? null : `${outside} lies outside of its work tree`;
}

function isWithin(file: string, folder: string): boolean {
  const way = path.relative(folder, file);
  return way !== '' && !way.startsWith('..') && !path.isAbsolute(way) && way.split(path.sep)[0] !== '.git';
}
