import type { Moment } from '@flow/core/workflow';

/** Parts of a moment that stay as they are from one content to most others, above all what follows from documents. */
const SHARED = ['documents', 'claims', 'items', 'onlyDocuments', 'reviewers'] as const;

type Suites = Moment['suites'];

/** A kept suite names the place of its content among the moment's, as suites share few contents. */
type KeptSuite = Omit<Suites[number], 'content'> & { content: number };

/** A moment as it lies in a file: places of parts instead of the parts. */
interface KeptMoment {
  contents: Moment['contents'];
  parts: Partial<Record<(typeof SHARED)[number] | 'suites', number>>;
  /** Contents of its suites. */
  suites: (string | null)[];
}

/** Moments as they lie in a file, oldest first. */
export interface KeptMoments {
  parts: unknown[];
  moments: Record<string, KeptMoment>;
}

/** The part of a moment that git tells is asked of the present alone. */
const NO_GIT: Moment['git'] = { branch: null, base: null, head: null };

/**
 * Moments by their keys, each part of them once: with forty claims a moment has twenty thousand characters, and a run
 * has hundreds of moments, which all have to fit in a file, as whatever does not is read anew at each event. Equal parts are
 * one and the same, so that the engine reads a list of items once.
 */
export class MomentStore {
  readonly #parts: unknown[];
  readonly #kept: Map<string, KeptMoment>;
  readonly #given = new Map<string, Moment>();
  /** Places of the parts by what they say; made when a part comes. */
  #places: Map<string, number> | undefined;

  constructor(kept: KeptMoments = { parts: [], moments: {} }) {
    this.#parts = [...kept.parts];
    this.#kept = new Map(Object.entries(kept.moments));
  }

  get(key: string): Moment | undefined {
    const given = this.#given.get(key);
    const kept = given ? undefined : this.#kept.get(key);
    return kept ? this.#give(key, kept) : given;
  }

  /** Keeps a moment; what comes back is equal to it. */
  add(key: string, moment: Moment): Moment {
    const kept: KeptMoment = { contents: moment.contents, parts: {}, suites: [] };
    for (const name of SHARED) if (moment[name] !== undefined) kept.parts[name] = this.#placeOf(moment[name]);
    kept.suites = [...new Set(moment.suites.map(({ content }) => content))];
    const suites = moment.suites.map((suite): KeptSuite => ({ ...suite, content: kept.suites.indexOf(suite.content) }));
    kept.parts.suites = this.#placeOf(suites);
    this.#kept.set(key, kept);
    return this.#give(key, kept);
  }

  /**
   * The newest of them, with the parts that these have, as JSON.
   * @param most how many at the most
   * @param length characters that they may have
   */
  newest(most: number, length: number): string {
    for (let count = Math.min(most, this.#kept.size); ; count = Math.floor(count / 2)) {
      const text = JSON.stringify(this.#newest(count));
      if (count === 0 || text.length <= length) return text;
    }
  }

  #newest(count: number): KeptMoments {
    const places = new Map<number, number>();
    const parts: unknown[] = [];
    const place = (old: number) => {
      if (!places.has(old)) places.set(old, parts.push(this.#parts[old]) - 1);
      return places.get(old)!;
    };
    const newest = count === 0 ? [] : [...this.#kept].slice(-count);
    const moments = newest.map(([key, kept]): [string, KeptMoment] => [
      key,
      { ...kept, parts: Object.fromEntries(Object.entries(kept.parts).map(([name, old]) => [name, place(old)])) },
    ]);
    return { parts, moments: Object.fromEntries(moments) };
  }

  #give(key: string, { contents, parts, suites }: KeptMoment): Moment {
    const part = (name: keyof KeptMoment['parts']) => {
      const place = parts[name];
      return place === undefined ? undefined : this.#parts[place];
    };
    const shared = Object.fromEntries(
      SHARED.flatMap((name) => (parts[name] === undefined ? [] : [[name, part(name)]])),
    );
    const own = (part('suites') as KeptSuite[]).map((suite) => ({ ...suite, content: suites[suite.content] ?? null }));
    const moment = { ...shared, contents, suites: own, git: NO_GIT } as unknown as Moment;
    this.#given.set(key, moment);
    return moment;
  }

  #placeOf(part: unknown): number {
    this.#places ??= new Map(this.#parts.map((one, place) => [JSON.stringify(one), place]));
    const text = JSON.stringify(part);
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    const place = this.#parts.push(part) - 1;
    this.#places.set(text, place);
    return place;
  }
}
