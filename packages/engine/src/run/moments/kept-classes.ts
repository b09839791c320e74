import { canonical, type Environment, sha256 } from '@flow/evidence';
import { readerHere } from '../../facts/reader.js';
import { readKept, writeKept } from './kept-file.js';

/** Fewer paths are told anew in less time than a file is read and verified in. */
const FEW = 1000;

/** A list of answers that nobody has asked for lately goes. */
const QUESTIONS = 12;

/** No path of git's has two slashes side by side, and JSON writes them as they are. */
const BETWEEN = '//';

interface Kept {
  reader: string;
  paths: string;
  /** One letter a path, in the order of the paths, by question. */
  answers: Record<string, string>;
}

/**
 * Keeps what rules say of the paths of a content: what class a file is follows from its name and the rules, and most contents
 * have the names of the one before. A letter stands for an answer. It is a cache under this user's key, from which nothing is
 * taken that could not be told again.
 */
export class KeptClasses {
  readonly #file: string;
  readonly #environment: Environment;
  #kept: { list: Kept; places?: Map<string, number> } | null | undefined;
  #fresh: Kept | null = null;
  /** The list that was asked about last: each question about a content has the same one. */
  #asked: readonly string[] | null = null;

  constructor(file: string, environment: Environment) {
    this.#file = file;
    this.#environment = environment;
  }

  /**
   * @param rules all that an answer follows from besides the path
   * @param tell answers for one path, by one letter
   * @returns a letter for each path
   */
  of(paths: readonly string[], rules: unknown, tell: (path: string) => string): string {
    if (paths.length < FEW) return paths.map(tell).join('');
    const question = sha256(canonical(rules)).slice(0, 16);
    const joined = this.#fresh && this.#asked === paths ? this.#fresh.paths : paths.join(BETWEEN);
    this.#asked = paths;
    this.#fresh = this.#fresh?.paths === joined ? this.#fresh : { reader: readerHere(), paths: joined, answers: {} };
    const known = this.#fresh.answers[question];
    if (known !== undefined) return known;
    const letters = this.#again(paths, joined, question, tell);
    this.#fresh.answers[question] = letters;
    return letters;
  }

  /** Keeps the answers about the last content that was asked about, for the next process. */
  save(): void {
    const kept = this.#kept?.list;
    if (this.#fresh === null) return;
    const { paths, answers } = this.#fresh;
    const isSame = kept?.paths === paths;
    if (isSame && Object.entries(answers).every(([question, letters]) => kept.answers[question] === letters)) return;
    const all = Object.entries(isSame ? { ...kept.answers, ...answers } : answers).slice(-QUESTIONS);
    const { reader } = this.#fresh;
    writeKept(this.#file, [JSON.stringify({ reader, paths, answers: Object.fromEntries(all) })], this.#environment);
  }

  #again(paths: readonly string[], joined: string, question: string, tell: (path: string) => string): string {
    const kept = this.#load();
    const before = kept?.list.answers[question];
    if (!kept || before === undefined) return paths.map(tell).join('');
    if (kept.list.paths === joined) return before;
    kept.places ??= new Map(kept.list.paths.split(BETWEEN).map((path, at) => [path, at]));
    const { places } = kept;
    return paths
      .map((path) => {
        const at = places.get(path);
        return at === undefined ? tell(path) : before[at]!;
      })
      .join('');
  }

  #load() {
    if (this.#kept === undefined) {
      const [list] = readKept(this.#file, this.#environment) as [Kept?];
      this.#kept = list?.reader === readerHere() ? { list } : null;
    }
    return this.#kept;
  }
}
