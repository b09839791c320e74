import type { Capabilities } from '@flow/clients/adapter';
import type { Finding } from '@flow/core';
import type { Analysis, Run } from '@flow/shell-effects';

/** Programs that run what is typed into them. */
const LISTENERS = /^(?:(?:ba|da|z|k|mk|fi|c|tc)?sh|i?python[\d.]*|node|perl|lua|irb|pry|tclsh|expect)$/;

/** Options with which they still wait for somebody to type. */
const WAITING = /^-[ilsquBE]{1,3}$|^--(?:login|interactive|norc|noprofile|posix)$/;

function listens({ program, argv }: Run): boolean {
  return LISTENERS.test(program) && argv.slice(1).every((word) => word !== undefined && WAITING.test(word));
}

/**
 * A shell or interpreter without anything to run, where the client types into it later and no hook is told: everything
 * that is judged in a call could be typed there. What comes by a pipe or a file is shown in the line, and is no typing.
 */
export function judgeTyping(command: string, analysis: Analysis, host: Capabilities | undefined): Finding[] {
  if (host?.seesTyping !== false || /[|<]/.test(command)) return [];
  const found = analysis.effects.find((effect): effect is Run => effect.kind === 'run' && listens(effect));
  if (!found) return [];
  const why = `text typed into \`${found.program}\` later bypasses the guards`;
  return [{ code: 'COMMAND_UNREADABLE', level: 'block', args: { why } }];
}
