import type { WrittenItem } from '@flow/core/documents';
import type { ImportedItem } from './model.js';
import type { Page } from './page.js';
import { bounded, pathsIn } from './text.js';

/** An entry of a list with boxes, as another tool has it. */
export interface Entry {
  /** Its number, or where it has none a name made of its words, which stays when others come before it. */
  origin: string;
  /** The number of the entry that it is a part of, as it is nested or numbered. */
  parent?: string;
  /** The words of its line behind the box. */
  words: string;
  item: WrittenItem;
  /** What stands in the box. */
  sign: string;
}

/** Lists the entries with a box of a page, and takes their lines. */
export function entriesOf(page: Page): Entry[] {
  const numbered = new Set(page.items.map(({ id }) => id));
  const taken = new Set(numbered);
  const names = new Map<WrittenItem, string>();
  return page.items.map((item) => {
    const [, sign = ' ', words = ''] = /^\s*(?:[-*+]|\d+[.)])\s*\[(.)\]\s*(.*)$/u.exec(page.raw(item.line)) ?? [];
    const slug = wordsOf(item.title);
    let origin = item.id === '' ? slug : item.id;
    for (let n = 2; item.id === '' && taken.has(origin); n++) origin = `${slug}-${n}`;
    taken.add(origin);
    names.set(item, origin);
    const above = page.items.find((one) => one.id !== '' && one.id === item.parent);
    const outer = /^(\d+(?:\.\d+)*)\.\d+$/.exec(origin)?.[1];
    const parent = above ? names.get(above) : outer !== undefined && numbered.has(outer) ? outer : undefined;
    page.takeLines(item.line);
    return { origin, words, item, sign, ...(parent === undefined ? {} : { parent }) };
  });
}

const wordsOf = (title: string) =>
  (title.toLowerCase().match(/[a-z0-9]+/g) ?? []).slice(0, 5).join('-').slice(0, 30).replace(/-$/, '') || 'task';

/** Makes an item of an entry: what stands below it are notes, a tick is what somebody said. */
export function itemOfEntry({ origin, parent, words, item, sign }: Entry, page: Page): ImportedItem {
  const more = item.details ?? [];
  const isOther = !/[\sxX]/.test(sign);
  const said = [
    ['Verify', item.verify],
    ['Commit', item.commit],
    ['Risk', item.risk],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name} there: ${value}`]));
  return {
    ...{ path: page.path, line: item.line, origin, title: bounded(item.title, 180) },
    ...(parent === undefined ? {} : { parent }),
    after: [...item.after],
    files: [...new Set([...item.files, ...pathsIn(words), ...more.flatMap(pathsIn)])],
    criteria: (item.criteria ?? []).map(({ text }) => text),
    claims: [],
    notes: [
      ...(item.title.length > 180 ? [`In full: ${bounded(words)}`] : []),
      ...(isOther ? [`Its box there: ${sign}`] : []),
      ...(item.flags.length > 0 ? [`Marked ${item.flags.join(', ')}`] : []),
      ...said,
      ...more,
    ],
    said: item.ticked ? 'done' : 'open',
    word: `[${sign}]`,
  };
}

/** Puts the items of one list into an order: each comes after the one before it that is a part of the same. */
export function inSequence(items: readonly ImportedItem[]): void {
  const last = new Map<string, string>();
  for (const item of items) {
    const before = last.get(item.parent ?? '');
    if (before !== undefined && !item.after.includes(before)) item.after.push(before);
    last.set(item.parent ?? '', item.origin);
  }
}

/**
 * Ticks the boxes of lines, and changes nothing else: not a byte of any other line, nor ends of lines.
 * @param lines from 1
 */
export function tickLines(text: string, lines: ReadonlySet<number>): string {
  const parts = text.split(/(\r\n?|\n)/);
  return parts
    .map((part, at) =>
      at % 2 === 0 && lines.has(at / 2 + 1) ? part.replace(/^(\s*(?:[-*+]|\d+[.)])\s*\[)[ \t](\])/, '$1x$2') : part,
    )
    .join('');
}
