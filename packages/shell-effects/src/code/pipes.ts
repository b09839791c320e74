import type { Scope } from '../state.js';
import type { Language, Literal } from './literals.js';

/** Perl's `open(P, "cmd |")` and `open(P, "-|", "cmd", …)`. */
export function reportPipes(items: readonly Literal[], language: Language, { session, shell, frame }: Scope): void {
  if (language !== 'perl' && language !== 'ruby') return;
  for (const { before, value, list } of items) {
    if (!/\bopen\b[^;]*$/.test(before)) continue;
    if (list !== undefined && /^(?:-\||\|-)$/.test(list[0] ?? '')) {
      // A single text is a line for the shell, several are the words of a program.
      if (list.length === 2) session.code(list[1] ?? '', shell.clone(), frame, 'guess');
      else session.run(list.slice(1), shell.clone(), frame);
    }
    const piped = /^\|\s*([^-].*)$|^(.*[^-])\|\s*$/s.exec(value);
    if (piped !== null) session.code(piped[1] ?? piped[2] ?? '', shell.clone(), frame, 'guess');
  }
}
