import type { FlowEvent, Trace } from '@flow/core/workflow';

/** Steps that are told; more than these nobody follows on a screen. */
const MOST = 12;

/** Returns the run that shows a fault, step by step: what happened, and where the content changed in between. */
export function traceWords({ facts }: Trace): string {
  let at = 0;
  const steps = facts.events.flatMap((event) => {
    const changed = event.at === at ? [] : ['content changes'];
    at = event.at;
    return [...changed, wordsOf(event)];
  });
  const shown = steps.slice(0, MOST);
  return `${shown.join(', ')}${steps.length > MOST ? `, … (${steps.length - MOST} more)` : ''}`;
}

function wordsOf(event: FlowEvent): string {
  switch (event.type) {
    case 'run':
      return `${event.suite} ${event.result}`;
    case 'verdict':
      return `${event.judge} says ${event.pass ? 'yes' : 'no'}`;
    case 'command':
      return `${event.command} ${event.pass ? 'passes' : 'fails'}`;
    case 'approval':
      return `${event.gate} approved`;
    case 'submission':
      return `${event.name} submitted`;
    case 'choice':
      return `${event.question}: ${event.option}`;
    case 'advance':
      return `${event.phase} goes on`;
    case 'decision':
      return `${event.check} ${event.choice}`;
    default:
      return event.type;
  }
}
