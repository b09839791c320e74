import { HOLE } from '../state.js';

/**
 * Tells what `awk '{print $2}'` makes of a text: programs that are one `print` of fields and texts, behind at most a
 * plain `/text/`, `/^text/` or `NR==1`, and before at most an `exit`. Undefined for any other program.
 */
export function printFields(words: readonly string[], input: string): string | undefined {
  let separator: string | RegExp = /\s+/;
  const rest = [...words];
  while (rest[0]?.startsWith('-')) {
    const word = rest.shift() as string;
    if (word === '-F') separator = rest.shift() ?? '';
    else if (/^-F./.test(word)) separator = word.slice(2);
    else return undefined;
  }
  const program =
    /^\s*(?:\/(\^?)([\w ./:-]+)\/\s*|NR\s*==\s*(\d+)\s*)?\{\s*print\b\s*(.*?)\s*(;\s*exit\s*)?;?\s*\}\s*$/.exec(
      rest[0] ?? '',
    );
  if (program === null || rest.length > 1) return undefined;
  const [, anchor, wanted = '', line, list = '', exit] = program;
  const parts = [...list.matchAll(/\$(\d+|NF)|"([^"\\]*)"|(,)|(\s+)|(.)/g)];
  if (parts.some((part) => part[5] !== undefined)) return undefined;
  return input
    .replace(/\n$/, '')
    .split('\n')
    .filter((text, at) => (line === undefined || at + 1 === Number(line)) && fits(text, wanted, anchor === '^'))
    .slice(0, exit === undefined ? undefined : 1)
    .map((line) => {
      const fields = typeof separator === 'string' ? line.split(separator) : line.trim().split(separator);
      const printed = parts.map((part) => {
        if (part[1] !== undefined)
          return part[1] === '0' ? line : (fields[part[1] === 'NF' ? fields.length - 1 : Number(part[1]) - 1] ?? '');
        return part[2] ?? (part[3] === undefined ? '' : ' ');
      });
      return `${parts.length === 0 ? line : printed.join('')}\n`;
    })
    .join('')
    .replaceAll(HOLE, '');
}

const fits = (text: string, wanted: string, isAtStart: boolean) =>
  isAtStart ? text.startsWith(wanted) : text.includes(wanted);
