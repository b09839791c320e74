import type { Collector } from '../../collect.js';
import type { TestState } from '../../report.js';
import { classOf, type Named, nameOf, nameOfEntry } from './names.js';

/** A test that is listed below its class. */
interface Found extends Named {
  readonly state: TestState;
  readonly seconds?: number;
  readonly message: string[];
}

/** Collects the tests that are named: below their classes, and in the lists of the results. */
export class Tests {
  readonly #found = new Map<string, Found>();
  readonly #listed: { readonly name: string; readonly state: TestState }[] = [];

  /** Adds a test below its class, and returns where its message goes. */
  add(named: Named, state: TestState, seconds: number | undefined): string[] {
    const found: Found = { ...named, state, message: [], ...(seconds === undefined ? {} : { seconds }) };
    const known = this.#found.get(named.name);
    if (!known || known.state === 'passed' || known.state === 'skipped') this.#found.set(named.name, found);
    return found.message;
  }

  /** A test that failed first and passed when it was run again. */
  addFlaky(text: string): void {
    const { name } = nameOf(text, '');
    this.#found.delete(name);
    this.#found.set(name, { name, state: 'passed', message: ['passed when run again'] });
  }

  /** An entry of a list in the results. */
  addEntry(entry: string, state: TestState): void {
    const name = nameOfEntry(entry);
    if (name !== undefined) this.#listed.push({ name, state });
  }

  /** Those listed below their classes, and of classes that were not there to read those in the results. */
  addTo(collected: Collector): void {
    const classes = new Set<string>();
    for (const found of this.#found.values()) {
      const { state, seconds, message } = found;
      classes.add(classOf(found.name));
      const nested = found.bare ? this.#nested(found.name) : [];
      for (const name of nested.length ? nested : [found.name])
        collected.add({
          name,
          ...(found.class === undefined ? {} : { package: found.class }),
          state,
          ...(seconds === undefined ? {} : { seconds }),
          ...(message.length ? { message: message.join('\n') } : {}),
        });
    }
    for (const { name, state } of this.#listed)
      if (!classes.has(classOf(name).split('$')[0]!)) collected.add({ name, state });
  }

  /** What the results call a test that was listed without its class: Surefire 2 leaves nested classes out. */
  #nested(name: string): string[] {
    const [owner, method] = [classOf(name), name.slice(name.indexOf('.') + 1).replace(/[[{(].*$/, '')];
    const names = this.#listed.map((entry) => entry.name).filter((entry) => entry.endsWith(`.${method}`));
    return names.includes(`${owner}.${method}`) ? [] : names.filter((entry) => entry.startsWith(`${owner}$`));
  }
}
