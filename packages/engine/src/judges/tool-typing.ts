import { shellWord } from '@flow/shell-effects/text/quoted';
import { snake, verbsOf, wordsOfName } from './tool-verbs.js';

/** Tools that type into something that runs, by the words of their names. */
const SENDS = /^(interact|send|write|type|feed|put|input|respond|submit)$/;
const RUNNING = /^(process|stdin|session|repl|job|pty|subprocess|input)$/;
const TYPED_KEYS = ['input', 'text', 'data', 'stdin', 'chars', 'line', 'message', 'content'];

/** Tools that run code of a language that nobody names, and where they have it. */
const RUNS_CODE = /^(?:run|execute|exec|eval|evaluate)(?:_(?:code|snippet|cell))?$/;
const OF_CODE = /^(?:code|snippet|cell|repl|eval|interpreter)$/;
const CODE_KEYS = ['code', 'snippet', 'cell', 'expression', 'input', 'source'];
const LANGUAGE_KEY = /^(?:lang|language|language_id|runtime|interpreter)$/;
/** What runs in a page starts nothing. */
const IN_PAGE = /^(?:browser|page|tab|chrome|chromium|firefox|playwright|puppeteer|cdp|devtools|dom|web)$/;

/** Code that a server's tool runs, as Python and Node would take it: it is one of them most often. */
export function codeRun(tool: string, input: Readonly<Record<string, unknown>>): string[] {
  const words = wordsOfName(tool);
  const runs = tool.startsWith('mcp__') && RUNS_CODE.test(verbsOf(tool).join('_'));
  const isTold = Object.keys(input).some(
    (key) => LANGUAGE_KEY.test(snake(key)) && !/^(?:js|javascript|node)$/i.test(String(input[key])),
  );
  if (!runs || isTold || !words.some((word) => OF_CODE.test(word)) || words.some((word) => IN_PAGE.test(word)))
    return [];
  const code = CODE_KEYS.map((key) => input[key]).find((one) => typeof one === 'string');
  return typeof code === 'string' ? [`python3 -c ${shellWord(code)}`, `node -e ${shellWord(code)}`] : [];
}

/**
 * Returns text that a tool types into a process of unknown kind, read as a shell and as Python. A language in which the
 * text is no code is left out.
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
