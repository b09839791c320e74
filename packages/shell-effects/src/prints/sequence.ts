import { LIMITS } from '../bash/parse.js';

/**
 * Tells what `seq` prints: whole numbers with their separator (`-s`) and of one width (`-w`); undefined for any other.
 */
export function sequence(words: readonly string[]): string | undefined {
  const isSeparated = words[0]?.startsWith('-s') === true;
  const separator = isSeparated ? words[0]?.slice(2) || (words[1] ?? '') : '\n';
  const rest = isSeparated ? words.slice(words[0] === '-s' ? 2 : 1) : words;
  const isWide = rest[0] === '-w';
  const operands = isWide ? rest.slice(1) : rest;
  if (operands.length === 0 || operands.length > 3 || !operands.every((word) => /^-?\d{1,9}$/.test(word)))
    return undefined;
  const numbers = operands.map(Number);
  const [from, step, to] = [
    numbers.length > 1 ? (numbers[0] ?? 1) : 1,
    numbers.length > 2 ? (numbers[1] ?? 1) : 1,
    numbers.at(-1) ?? 1,
  ];
  const count = step === 0 ? Number.POSITIVE_INFINITY : Math.max(0, Math.floor((to - from) / step) + 1);
  if (count > LIMITS.fields || (isWide && numbers.some((number) => number < 0))) return undefined;
  const width = isWide ? Math.max(...[from, to].map((number) => String(number).length)) : 0;
  const texts = Array.from({ length: count }, (_, at) => String(from + at * step).padStart(width, '0'));
  return count === 0 ? '' : `${texts.join(separator)}\n`;
}
