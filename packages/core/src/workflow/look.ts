import { getOrMake } from '../get-or-make.js';
import { isSame } from '../is-same.js';
import type { Moment } from './facts.js';

/** What can be seen of a moment besides contents. */
const PARTS = ['documents', 'claims', 'suites', 'reviewers', 'git'] as const;
type Part = (typeof PARTS)[number];

/** Keeps who has looked at what: items by id. */
export class Readers {
  /** With what was last seen. */
  readonly #ofContents = new Map<string, { digest: string | undefined; ids: Set<string> }>();
  readonly #ofParts = new Map<Part, { value: unknown; ids: Set<string> }>();
  /** Readers for which time makes a difference. */
  readonly ofTime = new Set<string>();

  readContent(id: string, name: string, { contents }: Moment): void {
    getOrMake(this.#ofContents, name, () => ({ digest: contents[name], ids: new Set<string>() })).ids.add(id);
  }

  readPart(id: string, part: Part, moment: Moment): void {
    getOrMake(this.#ofParts, part, () => ({ value: moment[part], ids: new Set<string>() })).ids.add(id);
  }

  /** Nobody asks for this item any more. */
  forget(id: string, contents: Iterable<string>): void {
    for (const name of contents) {
      const read = this.#ofContents.get(name);
      read?.ids.delete(id);
      if (read?.ids.size === 0) this.#ofContents.delete(name);
    }
    for (const [part, { ids }] of this.#ofParts) {
      ids.delete(id);
      if (ids.size === 0) this.#ofParts.delete(part);
    }
    this.ofTime.delete(id);
  }

  /** Names the readers that saw something which is different now. */
  *changed(now: Moment): Iterable<string> {
    const { contents } = now;
    for (const [name, read] of this.#ofContents) {
      if (read.digest === contents[name]) continue;
      read.digest = contents[name];
      yield* read.ids;
    }
    for (const [part, read] of this.#ofParts) {
      if (isSame(read.value, now[part])) continue;
      read.value = now[part];
      yield* read.ids;
    }
  }
}

/**
 * Shows a moment as the walk of one item sees it: what the walk looks at is noted, as only that can change what the
 * walk says.
 */
export class Look implements Moment {
  readonly #id: string;
  readonly #readers: Readers;
  /** Names of the contents that were seen. */
  readonly #seen = new Set<string>();
  /** The moment that is looked at. */
  of: Moment;

  constructor(id: string, readers: Readers, of: Moment) {
    this.#id = id;
    this.#readers = readers;
    this.of = of;
  }

  get contents(): Moment['contents'] {
    return this.of.contents;
  }

  get items(): Moment['items'] {
    return this.of.items;
  }

  get documents(): Moment['documents'] {
    return this.#part('documents');
  }

  get claims(): Moment['claims'] {
    return this.#part('claims');
  }

  get suites(): Moment['suites'] {
    return this.#part('suites');
  }

  get reviewers(): readonly string[] {
    return this.#part('reviewers') ?? [];
  }

  get git(): Moment['git'] {
    return this.#part('git');
  }

  seeContent(name: string): void {
    if (this.#seen.has(name)) return;
    this.#seen.add(name);
    this.#readers.readContent(this.#id, name, this.of);
  }

  seeTime(): void {
    this.#readers.ofTime.add(this.#id);
  }

  end(): void {
    this.#readers.forget(this.#id, this.#seen);
  }

  #part<Name extends Part>(name: Name): Moment[Name] {
    this.#readers.readPart(this.#id, name, this.of);
    return this.of[name];
  }
}

/** Notes that a time was compared with the clock. */
export function seeTime(moment: Moment): void {
  if (moment instanceof Look) moment.seeTime();
}
