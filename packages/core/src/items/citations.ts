import { slugOf } from '../documents/sections.js';
import type { BriefDocument } from './brief-facts.js';

/** Sections that one brief quotes. */
const MOST = 12;

/** `design.md#rounding`, `design#rounding`, `#rounding`: a document by its name or file, and a heading. */
const CITATION = /(?:([\w./-]{1,120}))?#([\p{L}\p{N}][\p{L}\p{N}_-]{0,80})/gu;

/** `Design: Rounding`, as people cite in words; the name of a document stands in front. */
const IN_WORDS = /\bsee ([\w-]{1,40})(?:\.md)?[,:] ?"?([^".;)(]{2,60})/giu;

/**
 * Finds the sections that texts cite, as they stand in the documents. What is cited and not there is left out: a document's own
 * checks speak of it.
 */
export function citedIn(
  texts: readonly string[],
  documents: readonly BriefDocument[],
): { document: string; section: string; line: number; entries: readonly string[] }[] {
  const found = new Map<string, { document: string; section: string; line: number; entries: readonly string[] }>();
  for (const text of texts) {
    const cited = [
      ...[...text.matchAll(CITATION)].map(([, name, section]) => [name, section!] as const),
      ...[...text.matchAll(IN_WORDS)].map(([, name, section]) => [name, slugOf(section!)] as const),
    ];
    for (const [name, section] of cited) {
      const document = documents.find((one) =>
        name === undefined ? Object.hasOwn(one.sections, section) : isCalled(one, name),
      );
      const slug = section.toLowerCase();
      if (!document || !Object.hasOwn(document.sections, slug)) continue;
      const { line, items } = document.sections[slug]!;
      found.set(`${document.name}#${slug}`, { document: document.name, section: slug, line, entries: items });
    }
  }
  return [...found.values()].slice(0, MOST);
}

function isCalled({ name, path }: BriefDocument, cited: string): boolean {
  const plain = cited.replace(/^\.\//, '').toLowerCase();
  const file = path.toLowerCase();
  return (
    plain === name.toLowerCase() || plain === file || plain === `${name.toLowerCase()}.md` || file.endsWith(`/${plain}`)
  );
}
