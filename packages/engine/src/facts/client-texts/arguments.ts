/** A place that arguments are filled into, and what a backslash before it keeps from being one. */
const KEPT = '\uffff';

/**
 * Returns a text with the arguments of a call in it, as the client fills them in: `$ARGUMENTS`, `$ARGUMENTS[0]`, `$0`,
 * and the names that the front matter gives them. What an argument holds begins no command of its own.
 */
export function withArguments(text: string, given: string, names: readonly string[]): string {
  const words = wordsIn(given);
  const filled = (value: string | undefined) => asText(value ?? '').replaceAll('$', KEPT);
  const named = [...names.entries()]
    .filter(([, name]) => /^[\w-]{1,64}$/.test(name))
    .sort(([, one], [, other]) => other.length - one.length);
  const places = ['\\d', 'ARGUMENTS', ...named.map(([, name]) => `${name}(?![\\[\\w])`)].join('|');
  let result = text.replaceAll(KEPT, '\ufffd').replace(new RegExp(`(?<!\\\\)\\\\\\$(?=${places})`, 'g'), KEPT);
  for (const [at, name] of named)
    result = result.replace(new RegExp(`\\$${name}(?![\\[\\w])`, 'g'), () => filled(words[at]));
  return result
    .replace(/\$ARGUMENTS\[(\d+)\]/g, (place, at) => filled(words[at] ?? place))
    .replace(/\$(\d+)(?!\w)/g, (place, at) => filled(words[at] ?? place))
    .replaceAll('$ARGUMENTS', () => filled(given))
    .replaceAll(KEPT, '$');
}

const asText = (value: string) =>
  value
    .replace(/`!/g, '` !')
    .replace(/!`/g, '! `')
    .replace(/(^|\s)!/gm, '$1\\!');

/** Returns the words of a line, without its quotes. */
function wordsIn(line: string): string[] {
  const words = line.match(/(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\]|["'\\])+/gs) ?? [];
  return words.map((word) =>
    word.replace(/"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/gs, (_, double?: string, single?: string, kept?: string) =>
      double === undefined ? (single ?? kept ?? '') : double.replace(/\\(["\\$`])/g, '$1'),
    ),
  );
}
