import { readFileSync } from 'node:fs';
import type { Start } from './surroundings.js';

/** Ticks of a second in `/proc`, on every Linux. */
const TICKS = 100;

/**
 * Takes from the time of an event what has passed since a front was started that handed the event on: a client counts from there. The
 * front names its process; where the system does not tell when a process began (macOS), nothing is taken.
 */
export function sinceFront(start: Start): Start {
  const told = start.environment.FLOW_FRONT;
  if (told === undefined) return start;
  // What is started from here was handed on by nobody.
  delete start.environment.FLOW_FRONT;
  const pid = /^\d+/.exec(told)?.[0];
  const passed = pid ? ageOf(pid) : 0;
  return { ...start, deadline: start.deadline - Math.min(Math.max(passed, 0), 5000) };
}

/** Returns the milliseconds since a process began: field 22 of `/proc/<pid>/stat`, proc(5), in ticks since the system began. */
function ageOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const uptime = Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]);
    return Math.round((uptime - Number(fields[19]) / TICKS) * 1000) || 0;
  } catch {
    return 0;
  }
}
