import { isCodingAgent, namesAgentPackage } from '@flow/clients/coding-agents';

/*
 * The judge of terminals: does a person sit there? Facts in, verdict out: the table in `terminal.test.ts` decides every case,
 * and no setting switches the judge off.
 */

/** A process, as far as the system tells others of the same user about it. */
export interface Process {
  pid: number;
  /** Short name: `zsh`, `claude`. */
  name: string;
  /** Words of the process, joined by blanks; empty where the words cannot be read. */
  command: string;
  /** Variables in its environment that coding agents set for what they start. */
  marks: string[];
}

/** A terminal, who is on it, and who is behind it. */
export interface Seat {
  /** From the process itself up to the first of the system. */
  ancestors: Process[];
  /** Every other process whose controlling terminal it is. */
  others: Process[];
  /** Who holds the other end of a pseudo terminal, with its ancestors; empty where nobody can be seen there. */
  driver: Process[];
}

/** Facts about the terminal in which a person is to approve. */
export interface TerminalFacts {
  /** There is a controlling terminal that can be opened. */
  terminal: boolean;
  /** The system tells about processes and terminals. */
  readable: boolean;
  /** True where this process belongs to the terminal's foreground. */
  foreground: boolean;
  seat: Seat;
  /** Terminals that are attached to the multiplexer behind the terminal; empty without a multiplexer. */
  attached: Seat[];
}

/** A terminal fault tells why nobody is taken to sit there. */
export type TerminalFault =
  | 'NO_TERMINAL'
  | 'UNREADABLE_SYSTEM'
  | 'AGENT_ENVIRONMENT'
  | 'AGENT_ANCESTOR'
  | 'AGENT_ON_TERMINAL'
  | 'DRIVEN_TERMINAL'
  | 'BACKGROUND'
  | 'UNATTENDED';

export type TerminalVerdict = { ok: true } | { ok: false; fault: TerminalFault; detail: string };

/** Programs whose business it is to make a terminal for another program, and to type into it. */
const DRIVERS = /^(?:script|expect|unbuffer|autoexpect|empty|socat|dtach|abduco|reptyr|ttyd|gotty|asciinema|faketty)$/;

/** Languages in which such a program is quickly written. Above a person's shell they are usual (`npx`), behind it not. */
const RUNTIMES =
  /^(?:python[\d.]*|perl[\d.]*|ruby[\d.]*|node|nodejs|bun|deno|php[\d.]*|lua[\d.]*|tclsh[\d.]*|pwsh|java)$/;

/** Shells: what they run is the script that they name, if they name one. */
const SHELLS = /^(?:sh|bash|dash|zsh|fish|ksh)$/;

/** Terminals of editors and the like that are driven by a runtime that is otherwise taken for a tool of the agent's. */
const EDITORS =
  /--type=ptyHost|ptyHostMain|--type=utility.*node\.mojom|^\S*\/jbr\/bin\/java |\bcom\.intellij\.idea\.Main\b/;

/** Terminal programs that are scripts of a runtime. */
const EMULATORS = /^(?:terminator|guake|tabby|hyper|terminology|jupyter-(?:lab|notebook)|jupyterhub-singleuser)$/;

/**
 * `MULTIPLEXERS` matches programs that show one terminal in another. Mosh is none of them: who is attached to its server
 * sits at another machine, as with ssh.
 */
const MULTIPLEXERS = /^(?:tmux(?:: server)?|tmate|screen|zellij)$/i;

const base = (word: string) => (word.split(/[\\/]/).at(-1) ?? '').replace(/^-|\.(?:exe|c?m?js|py)$/g, '');

/** Returns the name by which a process is known: of the program, and of the script that a runtime or a shell runs. */
function namesOf({ name, command }: Process): string[] {
  const [program = '', ...words] = command.split(' ');
  const names = [base(name), base(program)];
  const runs = names.some((one) => RUNTIMES.test(one) || SHELLS.test(one));
  return runs ? [...names, base(scriptOf(words))] : names;
}

/** Returns the first word that is no option, unless the program came with the words themselves (`-c`, `-e`). */
function scriptOf(words: readonly string[]): string {
  const at = words.findIndex((word) => !word.startsWith('-'));
  return at < 0 || words.slice(0, at).some((word) => /^-\w*[ce]$/.test(word)) ? '' : words[at]!;
}

/** Tells whether a process is a coding agent, as far as the name of the process tells. */
export function isAgent(process: Process): boolean {
  if (namesOf(process).some((name) => isCodingAgent(name))) return true;
  // A shell that was told to start an agent has its path among its words, too: what counts is what runs here.
  const words = process.command.split(' ');
  const runtime = RUNTIMES.test((words[0] ?? '').split('/').at(-1) ?? '');
  return namesAgentPackage(words.slice(0, runtime ? 6 : 1).join(' '));
}

/**
 * Tells who is behind a terminal: who holds its other end; where that cannot be seen, the multiplexer above the
 * process.
 */
export function behind({ driver, ancestors }: Seat): Process | undefined {
  return driver[0] ?? ancestors.find(isMultiplexer);
}

function isMultiplexer(process: Process): boolean {
  return namesOf(process)
    .slice(0, 2)
    .some((name) => MULTIPLEXERS.test(name));
}

/** Tells whether a process behind a terminal drives the terminal for another program. */
function isDriver(process: Process): boolean {
  const names = namesOf(process);
  if (EDITORS.test(process.command) || names.some((name) => EMULATORS.test(name))) return false;
  return names.slice(0, 2).some((name) => DRIVERS.test(name) || RUNTIMES.test(name));
}

const isOnlyDriver = (process: Process) =>
  namesOf(process)
    .slice(0, 2)
    .some((name) => DRIVERS.test(name));

const fail = (fault: TerminalFault, detail: string): TerminalVerdict => ({ ok: false, fault, detail });

/** Finds the fault of a seat, whoever asks. */
function judgeSeat(seat: Seat): TerminalVerdict {
  const chain = [...seat.ancestors, ...seat.driver];
  const agent = chain.find(isAgent);
  if (agent) return fail('AGENT_ANCESTOR', agent.name);
  const marked = chain.find((process) => process.marks.length > 0);
  if (marked) return fail('AGENT_ENVIRONMENT', marked.marks[0]!);
  const beside = seat.others.find((process) => isAgent(process) || process.marks.length > 0);
  if (beside) return fail('AGENT_ON_TERMINAL', beside.name);
  // Where nobody can be seen behind the terminal, who drives it is usually above the process, too.
  const driver = seat.driver[0] ? seat.driver.slice(0, 1).find(isDriver) : seat.ancestors.find(isOnlyDriver);
  return driver ? fail('DRIVEN_TERMINAL', driver.name) : { ok: true };
}

/** Facts about the session of a client in which a command was typed. */
export interface SessionFacts {
  /** The client says that a person attends it. */
  attended: boolean;
  /** The call comes from the main thread, not from a sub-agent. */
  main: boolean;
  /** The client is above this process, and this is its own terminal; null when it is not. */
  client: TerminalFacts | null;
}

/**
 * Tells whether a person can be taken to have typed a command: the client runs in a terminal that a person could approve
 * in, no other agent is above the client, and the client says that it is attended.
 */
export function judgeSession({ attended, main, client }: SessionFacts): TerminalVerdict {
  if (!main) return fail('AGENT_ANCESTOR', 'a sub-agent');
  if (!client) return fail('UNREADABLE_SYSTEM', 'the client is not an ancestor of this process');
  const verdict = judgeTerminal(client);
  if (!verdict.ok) return verdict;
  return attended ? verdict : fail('UNATTENDED', 'the session is not attended');
}

/**
 * Tells whether a person can be taken to sit at the terminal: nothing of an agent's is around the terminal, and nobody but
 * persons behind it.
 */
export function judgeTerminal(facts: TerminalFacts): TerminalVerdict {
  // An agent in sight is told first: that is what its user has to know.
  const verdict = judgeSeat(facts.seat);
  if (!verdict.ok && verdict.fault !== 'DRIVEN_TERMINAL') return verdict;
  if (!facts.terminal) return fail('NO_TERMINAL', 'no terminal is attached');
  if (!facts.readable) return fail('UNREADABLE_SYSTEM', 'the processes around this one cannot be read');
  if (!verdict.ok) return verdict;
  if (!facts.foreground) return fail('BACKGROUND', 'it runs in the background of its terminal');
  const server = behind(facts.seat);
  if (!server || !isMultiplexer(server)) return { ok: true };
  const seats = facts.attached.map(judgeSeat);
  if (seats.some((one) => one.ok)) return { ok: true };
  return seats[0] ?? fail('UNATTENDED', 'nobody is attached to the multiplexer');
}
