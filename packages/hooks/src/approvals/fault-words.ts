import { clean } from '../words.js';
import type { TerminalFault } from './terminal.js';

/** Why nobody is taken to sit at a terminal, and what to do. */
export function describeFault(fault: TerminalFault, detail: string): string {
  const what = clean(detail, 60);
  switch (fault) {
    case 'NO_TERMINAL':
      return 'This needs a person at a terminal, and none is attached.';
    case 'UNREADABLE_SYSTEM':
      return 'This system does not tell who is at a terminal. Approve with a signature: --sign.';
    case 'AGENT_ENVIRONMENT':
      return `A coding agent started this (\`${what}\` is set). Open a terminal of your own.`;
    case 'AGENT_ANCESTOR':
      return `This runs below a coding agent (${what}). Open a terminal of your own.`;
    case 'AGENT_ON_TERMINAL':
      return `A coding agent runs in this terminal (${what}). Open another one.`;
    case 'DRIVEN_TERMINAL':
      return `A program types into this terminal (${what}). Use a terminal that a person types in, or approve with a signature: --sign.`;
    case 'BACKGROUND':
      return 'This runs in the background of its terminal. Run it in the foreground.';
    case 'UNATTENDED':
      return 'Nobody is attached to this terminal. Attach to it, or open another one.';
  }
}
