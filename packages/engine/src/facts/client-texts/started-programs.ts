import { isRecord } from '@flow/core/record';
import { shellWord } from '@flow/shell-effects/text/quoted';

/** Levels of a front matter that are looked at: an event, its groups, their hooks. */
const MAX_DEPTH = 8;

/**
 * Returns the command lines that stand in a part of a front matter, wherever they stand in it: those of hooks, and of
 * servers that are started. With words beside it no shell is in between.
 */
export function commandLinesIn(value: unknown, depth = 0): string[] {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return [];
  const own = isRecord(value) && typeof value.command === 'string' ? [lineOf(value.command, value)] : [];
  return [...own, ...Object.values(value).flatMap((one) => commandLinesIn(one, depth + 1))];
}

function lineOf(command: string, { args, env }: Record<string, unknown>): string {
  const words = Array.isArray(args) ? args.map((word) => shellWord(String(word))) : null;
  const line = words ? [shellWord(command), ...words].join(' ') : command;
  const variables = isRecord(env) ? Object.entries(env).filter(([name]) => /^\w+$/.test(name)) : [];
  return [...variables.map(([name, one]) => `${name}=${shellWord(String(one))}`), line].join(' ');
}
