import { closeSync, openSync, writeSync } from 'node:fs';
import { readPart } from '@flow/evidence/disk/read-part';
import { printable } from '../../text/printable.js';
import { judgeTerminal, type TerminalVerdict } from './terminal.js';
import { TERMINAL, terminalFacts } from './terminal-facts.js';

/** A terminal has a person before it: texts go out, one line comes back. */
export interface Terminal {
  /** @returns the line without its end; empty when the terminal is closed */
  ask(question: string): string;
  close(): void;
}

/**
 * The terminal of a person, or why nobody is taken to sit at one. The controlling terminal itself is opened, so that
 * redirected streams neither answer nor hide a question.
 */
export function personsTerminal(
  environment: NodeJS.ProcessEnv,
): { terminal: Terminal } | Extract<TerminalVerdict, { ok: false }> {
  const verdict = judgeTerminal(terminalFacts(environment));
  if (!verdict.ok) return verdict;
  const descriptor = openSync(TERMINAL, 'r+');
  return {
    terminal: {
      ask(question) {
        // A subject, a phase or a path in it comes from the repository.
        writeSync(descriptor, printable(question));
        // The system takes no longer line than this; what is left of one would answer the next question.
        const bytes = Buffer.alloc(4096);
        return bytes.subarray(0, readPart(descriptor, bytes)).toString('utf8').trim();
      },
      close: () => closeSync(descriptor),
    },
  };
}

const WORDS = [
  ...['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heron', 'inlet', 'jade', 'kelp', 'larch'],
  ...['maple', 'night', 'ocean', 'pearl', 'quartz', 'river', 'slate', 'tulip', 'umber', 'violet', 'willow', 'zephyr'],
];

/** Makes a challenge of two words and a number that nobody can know before they are shown. */
export function newChallenge(): string {
  const { randomInt } = process.getBuiltinModule('node:crypto');
  const word = () => WORDS[randomInt(WORDS.length)]!;
  return `${word()}-${word()}-${randomInt(10, 100)}`;
}

/** Milliseconds below which nobody has read and typed anything. */
const READING = 700;

/** Asks a person to type what is shown. */
export function challenge(terminal: Terminal, text: string): 'given' | 'declined' | 'too-fast' {
  const word = newChallenge();
  const shown = Date.now();
  const answer = terminal.ask(`${text}\nTo approve exactly this, type ${word} (anything else declines): `);
  if (answer.toLowerCase() !== word) return 'declined';
  return Date.now() - shown < READING ? 'too-fast' : 'given';
}
