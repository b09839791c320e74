import { isProgress, keyOf, slugOf } from '../documents/sections.js';
import { getOrMake } from '../get-or-make.js';
import type { BriefDocument } from './brief-facts.js';

/** How much is looked at: sections that are quoted, and ids that are looked up. */
interface Bounds {
  sections: number;
  ids: number;
}

/** Bounds of one brief. */
const BRIEF: Bounds = { sections: 12, ids: 40 };

/** Bounds of what a document depends on: no document has as many. */
const WHOLE: Bounds = { sections: 5000, ids: 5000 };

/**
 * `CITATION` matches `design.md#rounding`, `design#rounding` and `#rounding`: a document by its name or file, and a heading.
 */
const CITATION = /(?:([\w./-]{1,120}))?#([\p{L}\p{N}][\p{L}\p{N}_-]{0,80})/gu;

/** `IN_WORDS` matches `Design: Rounding`, as people cite in words; the name of a document stands in front. */
const IN_WORDS = /\bsee ([\w-]{1,40})(?:\.md)?[,:] ?"?([^".;)(]{2,60})/giu;

/**
 * Finds the sections that texts cite, by name or by the id of an entry, as they stand in the documents (R70). What is cited and
 * not there is left out: a document's own checks speak of it.
 * @param own the document that the texts are from
 */
export function citedIn(
  texts: readonly string[],
  documents: readonly BriefDocument[],
  own?: string,
  most: Bounds = BRIEF,
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
  for (const id of idsIn(texts, most.ids)) {
    for (const document of documents) {
      // What the item's own list says of an id, the item says already.
      const place = document.name === own ? null : placeOf(id, document);
      if (place === null) continue;
      const [section, line, entries] = place;
      const key = `${document.name}#${section}`;
      const known = found.get(key);
      const all = [...new Set([...(known?.entries ?? []), ...entries])];
      found.set(key, { document: document.name, section, line: known?.line ?? line, entries: all });
    }
  }
  return [...found.values()].slice(0, most.sections);
}

/**
 * Returns, in one text, what texts cite of documents: what they depend on there (R66). How far the work is, is no part of it.
 * @param own the document that the texts are from
 * @returns null where nothing is cited
 */
export function citedText(
  texts: readonly string[],
  documents: readonly BriefDocument[],
  own: string | undefined,
): string | null {
  const parts = citedIn(texts, documents, own, WHOLE).filter(({ section }) => !isProgress(keyOf(section)));
  if (parts.length === 0) return null;
  const lines = parts.map(({ document, section, entries }) => JSON.stringify([document, section, ...entries]));
  return lines.sort().join('\n');
}

/** `ENTRY_ID` matches what requirements, criteria and decisions are called: `FR-1`, `AC-1.2`, `R3`. */
const ENTRY_ID = /(?<![\p{L}\p{N}.-]|\w_)[A-Z]{1,6}-?\d{1,4}(?:\.\d{1,4}){0,3}(?![\p{L}\p{N}-]|_\w|\.\d)/gu;
const LEADING = /^\W{0,6}([A-Z]{1,6}-?\d{1,4}(?:\.\d{1,4}){0,3})(?:\*{1,2})?(?=\s*[:.)–—-]|\*|\s)/u;

/** Returns the id that an entry of a document begins with. */
const entryId = (entry: string): string | null => LEADING.exec(entry)?.[1] ?? null;

const idsIn = (texts: readonly string[], most: number) =>
  [...new Set(texts.flatMap((text) => text.slice(0, 4000).match(ENTRY_ID) ?? []))].slice(0, most);

/**
 * Tells where a document says what an id means: below a heading of its own, or in entries, of the narrowest section
 * that has them.
 */
function placeOf(id: string, { sections }: BriefDocument): [section: string, line: number, entries: string[]] | null {
  const slug = slugOf(id);
  const all = meantBy(sections);
  const own = all.find(([key]) => key === slug || key.startsWith(`${slug}-`));
  if (own) return [own[0], own[1].line, [...own[1].items]];
  for (const [key, { line, items }] of all) {
    const entries = items.filter((entry) => entryId(entry) === id);
    if (entries.length > 0) return [key, line, entries];
  }
  return null;
}

const meant = new WeakMap<BriefDocument['sections'], [string, BriefDocument['sections'][string]][]>();

/** Lists the sections that say what ids mean, the narrowest first; made once, as a document is asked for many ids. */
const meantBy = (sections: BriefDocument['sections']) =>
  getOrMake(meant, sections, () =>
    // What was noted on the way says nothing of what an id means.
    Object.entries(sections)
      .filter(([key]) => !isProgress(keyOf(key)))
      .sort(([, one], [, other]) => one.items.length - other.items.length || other.line - one.line),
  );

function isCalled({ name, path }: BriefDocument, cited: string): boolean {
  const plain = cited.replace(/^\.\//, '').toLowerCase();
  const file = path.toLowerCase();
  return (
    plain === name.toLowerCase() || plain === file || plain === `${name.toLowerCase()}.md` || file.endsWith(`/${plain}`)
  );
}
