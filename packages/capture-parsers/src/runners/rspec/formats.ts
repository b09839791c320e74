/** Tells the formatters that a command asks for. */
export class Formats {
  /** The values of `-f` and `--format`. */
  readonly #names: readonly string[];

  constructor(words: readonly string[]) {
    this.#names = words.flatMap((word, at) => {
      if (word === '-f' || word === '--format' || word === '--formatter') return [words[at + 1] ?? ''];
      if (word.startsWith('--format=')) return [word.slice('--format='.length)];
      return /^-f\w/.test(word) ? [word.slice(2)] : [];
    });
  }

  get isDefault(): boolean {
    return this.#names.length === 0;
  }

  /** RSpec takes a first letter for the name. */
  has(letter: 'd' | 'p' | 'f'): boolean {
    return this.#names.some((name) => name.startsWith(letter));
  }

  /** Whether a formatter writes that shows a sign for each example. */
  get showsSigns(): boolean {
    return this.isDefault || this.has('p');
  }
}

interface Signs {
  readonly passed: number;
  readonly failed: number;
  readonly pending: number;
}

/** Returns the signs of the progress formatter; what tests print may stand behind them on the same line. */
export function countSigns(lines: readonly string[]): Signs {
  const found = { passed: 0, failed: 0, pending: 0 };
  for (const line of lines)
    for (const sign of /^[.F*]+/.exec(line)?.[0] ?? '')
      found[sign === '.' ? 'passed' : sign === 'F' ? 'failed' : 'pending']++;
  return found;
}

/** Tells whether a line shows signs of the progress formatter, perhaps with what a test printed behind them. */
export function showsSigns(line: string): boolean {
  return /^(?:F+$|F*[.*])/.test(line);
}
