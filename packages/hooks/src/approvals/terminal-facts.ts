import { closeSync, openSync } from 'node:fs';
import { lookAround, marksOf, type ProcessFacts, type System } from './processes.js';
import type { Process, Seat, TerminalFacts } from './terminal.js';

/** Path of the controlling terminal. */
export const TERMINAL = process.platform === 'win32' ? '\\\\.\\CON' : '/dev/tty';

const MAX_DEPTH = 64;

/** Looks at this process's terminal, and at everybody around it. */
export function terminalFacts(environment: NodeJS.ProcessEnv, system = lookAround()): TerminalFacts {
  // What runs here is this program, whatever the words that started it look like.
  const own: Process = { pid: process.pid, name: 'flow-hooks', command: '', marks: marksOf(environment) };
  const here = system?.all.get(process.pid);
  if (!system || !here) {
    const seat = { ancestors: [own], others: [], driver: [] };
    return { terminal: opens(), readable: false, foreground: true, seat, attached: [] };
  }
  const seat = seatOf(here, system);
  seat.ancestors[0] = own;
  return {
    terminal: here.terminal !== null && opens(),
    readable: true,
    foreground: here.group === here.foreground,
    seat,
    attached: clientsOf(seat.driver[0], system).map((client) => seatOf(client, system)),
  };
}

function seatOf(one: ProcessFacts, system: System): Seat {
  const { terminal } = one;
  const ancestors = chainOf(one.pid, system);
  const above = new Set(ancestors.map(({ pid }) => pid));
  const others = [...system.all.values()].filter((other) => other.terminal === terminal && !above.has(other.pid));
  const holder = terminal === null ? undefined : system.holdersOf(terminal)[0];
  return {
    ancestors,
    others: terminal === null ? [] : others,
    driver: holder === undefined ? [] : chainOf(holder, system),
  };
}

function chainOf(pid: number, { all }: System): ProcessFacts[] {
  const chain: ProcessFacts[] = [];
  for (let one = all.get(pid); one && chain.length < MAX_DEPTH; one = all.get(one.parent)) chain.push(one);
  return chain;
}

/** Who is attached to a terminal multiplexer: processes of the same program with a terminal of their own. */
function clientsOf(server: Process | undefined, system: System): ProcessFacts[] {
  if (!server) return [];
  const program = ({ name }: Process) => name.replace(/:.*$/, '').toLowerCase();
  return [...system.all.values()].filter(
    (one) =>
      one.pid !== server.pid &&
      one.terminal !== null &&
      program(one) === program(server) &&
      !chainOf(one.pid, system).some(({ pid }) => pid === server.pid),
  );
}

function opens(): boolean {
  try {
    closeSync(openSync(TERMINAL, 'r+'));
    return true;
  } catch {
    return false;
  }
}
