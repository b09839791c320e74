import { shellWord } from '../text/quoted.js';
import { verbsOf, wordsOfName } from './tool-verbs.js';

/** Tools that type into something that runs, by the words of their names. */
const SENDS = /^(interact|send|write|type|feed|put|input|respond|submit)$/;
const RUNNING = /^(process|stdin|session|repl|job|pty|subprocess|input)$/;
const TYPED_KEYS = ['input', 'text', 'data', 'stdin', 'chars', 'line', 'message', 'content'];

/**
 * What a tool types into a process of which nobody says what it is, as each of those that it may be would take it: a
 * shell and Python. Where it is no code for one of them, that one is not there.
 */
export function typedInto(tool: string, input: Readonly<Record<string, unknown>>): string[] {
  const verbs = verbsOf(tool);
  const types = verbs.some((verb) => SENDS.test(verb)) && wordsOfName(tool).some((word) => RUNNING.test(word));
  const text = types ? TYPED_KEYS.map((key) => input[key]).find((one) => typeof one === 'string') : undefined;
  // Keys alone, to end something or to go up, are no code.
  return typeof text === 'string' && /[^\s\u0000-\u001f]/.test(text.replace(/\u001b\[[A-Z]/g, ''))
    ? [text, `python3 -c ${shellWord(text)}`]
    : [];
}
