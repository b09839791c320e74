import { baseName } from './words.js';

/**
 * Returns the words from a Go program on, which `go run module@version` and `go tool name` may start, with the
 * program's bare name in front; undefined when it is another program.
 */
export function goToolWords(words: readonly string[], name: RegExp): readonly string[] | undefined {
  if (name.test(words[0] ?? '')) return words;
  if (words[0] !== 'go' || (words[1] !== 'run' && words[1] !== 'tool')) return undefined;
  const at = words.findIndex((word, index) => index > 1 && !word.startsWith('-'));
  const program = baseName((words[at] ?? '').replace(/@.*$/, ''));
  return at > 1 && name.test(program) ? [program, ...words.slice(at + 1)] : undefined;
}
