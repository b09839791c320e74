import { closeSync, openSync } from 'node:fs';
import { agentMarks } from '@flow/clients/coding-agents';
import { lookAround, type ProcessFacts, type System } from './processes.js';
import { behind, isAgent, type Process, type Seat, type SessionFacts, type TerminalFacts } from './terminal.js';

/** The controlling terminal has this path. */
export const TERMINAL = process.platform === 'win32' ? '\\\\.\\CON' : '/dev/tty';

const MAX_DEPTH = 64;

/** Looks at this process's terminal, and at everybody around it. */
export function terminalFacts(environment: NodeJS.ProcessEnv, system = lookAround()): TerminalFacts {
  // What runs here is this program, whatever the words that started it look like.
  const own: Process = { pid: process.pid, name: 'flow-hooks', command: '', marks: agentMarks(environment) };
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
    attached: clientsOf(behind(seat), system).map((client) => seatOf(client, system)),
  };
}

/**
 * Looks at the session of the client that started this hook.
 * @param agent the sub-agent that the event comes from
 * @param isUntyped the client says that nobody typed the prompt
 */
export function sessionFacts(
  environment: NodeJS.ProcessEnv,
  agent: string | null,
  isUntyped: boolean,
  system = lookAround(),
): SessionFacts {
  // What the client tells its hooks (recorded with 2.1.330: 1 at a terminal, 0 with -p).
  const attended =
    !isUntyped && environment.CLAUDE_CODE_SESSION_ATTENDED === '1' && environment.CLAUDE_CODE_ENTRYPOINT === 'cli';
  return { attended, main: agent === null, client: system && clientFacts(system) };
}

/**
 * Returns the terminal of the client above this process, as if the client itself asked: what is above it, and beside
 * it.
 */
function clientFacts(system: System): TerminalFacts | null {
  const chain = ancestorsOf(process.pid, system);
  const first = chain.findIndex(isAgent);
  if (first < 0) return null;
  // A client may be a starter and its program: processes right above each other are one.
  const length = chain.slice(first).findIndex((one) => !isAgent(one));
  const client = chain[first + (length < 0 ? chain.length - first : length) - 1]!;
  const seat = seatOf(client, system);
  const others = seat.others.filter((other) => !ancestorsOf(other.pid, system).some(({ pid }) => pid === client.pid));
  return {
    terminal: client.terminal !== null,
    readable: true,
    foreground: client.group === client.foreground,
    seat: { ...seat, ancestors: seat.ancestors.slice(1), others },
    attached: clientsOf(behind(seat), system).map((one) => seatOf(one, system)),
  };
}

function seatOf(one: ProcessFacts, system: System): Seat {
  const { terminal } = one;
  const ancestors = ancestorsOf(one.pid, system);
  const above = new Set(ancestors.map(({ pid }) => pid));
  const others = [...system.all.values()].filter((other) => other.terminal === terminal && !above.has(other.pid));
  const holder = terminal === null ? undefined : system.holdersOf(terminal)[0];
  return {
    ancestors,
    others: terminal === null ? [] : others,
    driver: holder === undefined ? [] : ancestorsOf(holder, system),
  };
}

/** Returns a process and all above it, as far as the system tells. */
export function ancestorsOf(pid: number, { all }: System): ProcessFacts[] {
  const chain: ProcessFacts[] = [];
  for (let one = all.get(pid); one && chain.length < MAX_DEPTH; one = all.get(one.parent)) chain.push(one);
  return chain;
}

/** Multiplexers whose server has the terminals of those who are attached open itself. */
const OPENS_TERMINALS = /^(?:tmux|tmate|screen)$/;

/**
 * Tells who is attached to a terminal multiplexer: processes of the same program on terminals that its server has open.
 * Where those cannot be seen, whoever runs the program.
 */
function clientsOf(server: Process | undefined, system: System): ProcessFacts[] {
  if (!server) return [];
  const program = ({ name }: Process) => name.replace(/:.*$/, '').toLowerCase();
  const open = OPENS_TERMINALS.test(program(server)) ? system.terminalsOf(server.pid) : null;
  return [...system.all.values()].filter(
    (one) =>
      one.pid !== server.pid &&
      one.terminal !== null &&
      program(one) === program(server) &&
      (open === null || open.includes(one.terminal)) &&
      !ancestorsOf(one.pid, system).some(({ pid }) => pid === server.pid),
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
