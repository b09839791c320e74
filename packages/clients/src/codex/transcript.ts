import { readTail } from '@flow/evidence/disk/read-tail';

/** End of a shell call, as the client noted it. */
export interface CommandEnd {
  exit: number | null;
  /** Both streams; null when the client kept only a part of it. */
  text: string | null;
  durationMs: number | null;
}

/** The end of a call stands near the end of the file; more than this is not read. */
const MAX_TAIL = 4 * 1024 * 1024;
/** The client keeps this much of a command's output, and does not say that it cut (measured). */
const KEPT_OUTPUT = 65_536;

/**
 * Looks up the end of a call in the client's transcript of the session, which has the line before the hook is called:
 * the event itself tells no exit code. Null when it is not there, or not of the shape that is known.
 * @param file absolute path, from the event
 * @param call the client's id of the tool call
 */
export function endOfCommand(file: string, call: string): CommandEnd | null {
  const lines = readTail(file, MAX_TAIL).split('\n');
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at]!;
    if (!line.includes('"item_completed"') || !line.includes(JSON.stringify(call))) continue;
    const end = endIn(line, call);
    if (end) return end;
  }
  return null;
}

function endIn(line: string, call: string): CommandEnd | null {
  let item: Record<string, unknown> | undefined;
  try {
    item = (JSON.parse(line) as { payload?: { item?: Record<string, unknown> } }).payload?.item;
  } catch {
    // Half a line: the tail begins anywhere, and the last one may still be written.
    return null;
  }
  if (item?.type !== 'CommandExecution' || item.id !== call) return null;
  const { exit_code: exit, aggregated_output: output, duration } = item;
  const { secs, nanos } = (duration ?? {}) as { secs?: unknown; nanos?: unknown };
  return {
    exit: typeof exit === 'number' ? exit : null,
    text: typeof output === 'string' && output.length < KEPT_OUTPUT ? output : null,
    durationMs: typeof secs === 'number' && typeof nanos === 'number' ? Math.round(secs * 1000 + nanos / 1e6) : null,
  };
}
