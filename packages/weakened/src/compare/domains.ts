import { type Finding, shown } from '../finding.js';
import type { Domain } from '../reading/domains.js';
import type { TestFile } from '../reading/model.js';
import type { Matched } from './match.js';

/** A loop that short says little about how much is tried. */
const LEAST = 10;

/** Tells tests that are tried with fewer inputs, or whose generators make less than they did. */
export function compareDomains({ pairs }: Matched): Finding[] {
  return pairs.flatMap(({ before, after }) => {
    const keys = new Set(before.domains.map(({ key }) => key));
    return [...keys].flatMap((key): Finding[] => {
      const of = (all: readonly Domain[]) => all.filter((one) => one.key === key);
      const [was, is] = [of(before.domains), of(after.domains)];
      if (was.length !== is.length) return [];
      const index = was.findIndex((one, at) => isLess(one, is[at]!));
      if (index < 0) return [];
      const [one, other] = [was[index]!, is[index]!];
      return [
        {
          kind: 'assertion-loosened',
          path: after.path,
          line: other.line,
          test: after.name.join(' › '),
          before: shown(one.text),
          after: shown(other.text),
        },
      ];
    });
  });
}

function isLess(before: Domain, after: Domain): boolean {
  if (before.count !== undefined && after.count !== undefined)
    return before.count >= LEAST && after.count * 2 <= before.count;
  const [was, is] = [before.bounds ?? [], after.bounds ?? []];
  // A bound where there was none.
  const isBound = (text: string) => /\b(?:min|max|alphabet|size|Length|unit|allow_\w+)|^-?\d|^\{/i.test(text);
  return (
    was.length < is.length &&
    was.every((text) => is.includes(text)) &&
    is.some((text) => isBound(text) && !was.includes(text) && !/= ?True$|: ?true/.test(text))
  );
}

/** Tells tolerances of tests that have the same name, also in another file, and are wider. */
export function compareTolerances(before: readonly TestFile[], after: readonly TestFile[]): Finding[] {
  const earlier = before.filter(({ isTest }) => isTest).flatMap(({ tolerances }) => tolerances);
  return after.flatMap(({ path, tolerances }) =>
    tolerances.flatMap((one): Finding[] => {
      const own = earlier.filter(({ name }) => name === one.name);
      const isStill = before.some(
        (file) => file.path === path && file.tolerances.some(({ text }) => text === one.text),
      );
      return own.length > 0 && !isStill && own.every(({ value }) => value < one.value)
        ? [{ kind: 'assertion-loosened', path, line: one.line, before: shown(own[0]!.text), after: shown(one.text) }]
        : [];
    }),
  );
}
