import path from 'node:path';

/** Parts of a Markdown text, those inside fences told apart: what stands in a fence is no heading and no link. */
function parts(text: string): { fenced: boolean; text: string }[] {
  return text
    .split(/^((?:```|~~~)[\s\S]*?^(?:```|~~~)[ \t]*$)/m)
    .map((part, at) => ({ fenced: at % 2 === 1, text: part }));
}

interface Section {
  /** Empty for what stands before the first heading. */
  heading: string;
  body: string;
}

/** The sections below the headings of the second level. The title of the text is left out. */
export function sectionsOf(text: string): Section[] {
  const sections: Section[] = [{ heading: '', body: '' }];
  for (const part of parts(text)) {
    const [before = '', ...rest] = part.fenced ? [part.text] : part.text.split(/^## (?=.)/m);
    sections.at(-1)!.body += before;
    for (const one of rest) {
      const end = one.indexOf('\n');
      sections.push({ heading: one.slice(0, end).trim(), body: one.slice(end + 1) });
    }
  }
  sections[0]!.body = sections[0]!.body.replace(/^# .*\n/, '');
  return sections;
}

/** The body of one section; throws when the text has none of that heading, so that no page loses its source unseen. */
export function sectionOf(text: string, heading: string): string {
  const found = sectionsOf(text).find((section) => section.heading === heading);
  if (!found)
    throw new Error(`PAGE_SOURCE: there is no section "${heading}". Name one that is there in scripts/pages.ts.`);
  return found.body.trim();
}

/** The whole text without its title. */
export const withoutTitle = (text: string): string => text.replace(/^# .*\n+/, '');

/**
 * Links of a text of the repository as links of the site. What is no page here stays as words.
 * @param from the text's own path from the repository's root
 * @param places path of a page's source from the root to the page's address (`/deciding/ci/`)
 */
export function relink(text: string, from: string, places: ReadonlyMap<string, string>): string {
  const link = (whole: string, label: string, target: string) => {
    if (/^(?:[a-z]+:|#|\/)/.test(target)) return whole;
    const [file = '', anchor] = target.split('#');
    const place = places.get(path.posix.normalize(path.posix.join(path.posix.dirname(from), file)));
    return place === undefined ? label : `[${label}](${place}${anchor === undefined ? '' : `#${anchor}`})`;
  };
  return parts(text)
    .map((part) => (part.fenced ? part.text : part.text.replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, link)))
    .join('');
}

/** The table whose first row is `head`; throws when there is none. */
export function tableIn(text: string, head: string): string {
  const at = text.indexOf(head);
  if (at < 0) throw new Error(`PAGE_SOURCE: there is no table "${head}". Name one that is there.`);
  const lines = text.slice(at).split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(0, end < 0 ? undefined : end).join('\n');
}

/** A cell of a table: one line, no bar that would end it. */
export const cell = (text: string): string => text.replaceAll('\n', ' ').replace(/(?<!\\)\|/g, '\\|');

/** A table of cells that are Markdown already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Words as code, whatever they hold. */
export function code(text: string): string {
  const ticks = '`'.repeat(1 + Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)));
  return text.startsWith('`') || text.endsWith('`') ? `${ticks} ${text} ${ticks}` : ticks + text + ticks;
}
