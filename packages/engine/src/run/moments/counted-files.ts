import { sha256 } from '@flow/evidence';

/**
 * Files of one content with what git calls each of them, of which some are told by one digest: that of a line for each of them, the
 * path and its entry. The lines are written once for all digests, and the same lines are read once.
 */
export class CountedFiles {
  /** All files of the content. */
  readonly paths: readonly string[];
  /** A line for each of them; an empty one for a file that does not count, and is in no digest. */
  readonly lines: readonly string[];
  readonly #known: (readonly [lines: readonly string[], digest: string])[] = [];

  /** @param entries what git has under each path, in the form of `treeEntries`; none for a file that does not count */
  constructor(paths: readonly string[], entries: ReadonlyMap<string, string>) {
    this.paths = paths;
    const lines = paths.map((path) => {
      const entry = entries.get(path);
      return entry === undefined ? '' : `${path}\0${entry}\n`;
    });
    // What was put together of several texts is put together anew for each digest; a piece of one text is not.
    const text = lines.join('');
    let end = 0;
    this.lines = lines.map(({ length }) => {
      end += length;
      return text.slice(end - length, end);
    });
  }

  /** @param lines some of the lines, in their order */
  digest(lines: readonly string[]): string {
    const isSame = ([others]: readonly [readonly string[], string]) =>
      others.length === lines.length && others.every((line, at) => line === lines[at]);
    const known = this.#known.find(isSame);
    if (known) return known[1];
    const digest = sha256(lines.join('').slice(0, -1));
    this.#known.push([lines, digest]);
    return digest;
  }
}
