import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { relink } from './markdown.js';
import { type Page, pages, read, schemas } from './pages.js';

function textOf(page: Page, places: ReadonlyMap<string, string>): string {
  const front = { slug: page.slug, title: page.title, description: page.description };
  const lines = Object.entries(front).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n\n${relink(page.body, page.source, places)}\n`;
}

/** An empty folder, whatever was there. */
function emptied(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/**
 * Writes the pages that have another source, and the schemas, where the site's build looks for them.
 * @param site the folder of the site
 */
export function writePages(site: string): void {
  const places = new Map(pages.filter((page) => page.home !== false).map((page) => [page.source, `/${page.slug}/`]));
  const folder = emptied(path.join(site, 'src/content/docs/from-source'));
  for (const page of pages) {
    const file = path.join(folder, `${page.slug}.md`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, textOf(page, places));
  }
  const published = emptied(path.join(site, 'public/schemas'));
  for (const file of Object.values(schemas)) writeFileSync(path.join(published, path.basename(file)), read(file));
}
