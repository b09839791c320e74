import { clean } from '../../text/clean.js';
import type { TerminalFault } from './terminal.js';

/**
 * Tells why nobody is taken to sit at a terminal, and what to do.
 * @param canSign whether the command takes a signature (`--sign`) instead
 */
export function describeFault(fault: TerminalFault, detail: string, canSign = false): string {
  const what = clean(detail, 60);
  switch (fault) {
    case 'NO_TERMINAL':
      return 'This needs a person at a terminal, and none is attached.';
    case 'UNREADABLE_SYSTEM':
      return `This system cannot tell who is at a terminal.${canSign ? ' Approve with a signature: --sign.' : ''}`;
    case 'AGENT_ENVIRONMENT':
      return `A coding agent started this (\`${what}\` is set). Open your own terminal.`;
    case 'AGENT_ANCESTOR':
      return `A coding agent is an ancestor of this process (${what}). Open your own terminal.`;
    case 'AGENT_ON_TERMINAL':
      return `A coding agent is running in this terminal (${what}). Open another one.`;
    case 'DRIVEN_TERMINAL':
      return `A program is driving this terminal (${what}). Use a terminal that a person types in${canSign ? ', or approve with a signature: --sign' : ''}.`;
    case 'BACKGROUND':
      return 'This process is in the background of its terminal. Run it in the foreground.';
    case 'UNATTENDED':
      return 'Nobody is attached to this terminal. Attach to it, or open another one.';
  }
}
