import type { Reader } from '../../words/reader.js';
import { judgeTerminal, type TerminalFault } from './terminal.js';
import { terminalFacts } from './terminal-facts.js';

/** The reader is an agent where an agent is in sight, or a program types. */
const AGENTS: readonly TerminalFault[] = [
  'AGENT_ENVIRONMENT',
  'AGENT_ANCESTOR',
  'AGENT_ON_TERMINAL',
  'DRIVEN_TERMINAL',
];

/** Tells whether a CI runs this program: every CI that is known sets `CI`. */
export const isCi = ({ CI }: NodeJS.ProcessEnv) => CI !== undefined && !['', '0', 'false'].includes(CI);

/**
 * Tells who reads what this process prints. Without a terminal, as in a graphical client, nobody is told how to go
 * around a check: an agent that is not known looks the same.
 */
export function readerOf(environment: NodeJS.ProcessEnv): Reader {
  const verdict = judgeTerminal(terminalFacts(environment));
  if (!verdict.ok && AGENTS.includes(verdict.fault)) return 'agent';
  if (isCi(environment)) return 'ci';
  return verdict.ok ? 'person' : 'agent';
}
