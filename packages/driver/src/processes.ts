import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Returns the start of a process in the system's own words, which tells it apart from a later one of the same id; null
 * where there is no such process, or nothing but its end that nobody has asked for yet.
 */
export function processOf(pid: number): string | null {
  if (process.platform === 'linux') return fromProc(pid);
  const { status, stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
  if (status !== 0) return null;
  const [, state = '', start = ''] = /^\s*(\S+)\s+(.*\S)\s*$/.exec(stdout) ?? [];
  return state.startsWith('Z') || start === '' ? null : start;
}

function fromProc(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name may hold blanks and brackets; the fields behind the last one hold none.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}
