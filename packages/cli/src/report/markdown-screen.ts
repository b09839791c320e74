import { columnsOf } from '@flow/engine/text/columns';
import { joined } from '@flow/engine/text/on-screen';
import { paint } from '../paint.js';

/**
 * Returns the report's Markdown as a person reads it in a terminal: without signs of layout, tables within the width.
 */
export function onScreen(markdown: string, width: number): string {
  const lines: string[] = [];
  let table: string[][] = [];
  const endTable = () => {
    lines.push(...tableLines(table, width));
    table = [];
  };
  for (const line of markdown.split('\n')) {
    if (line.startsWith('| ')) {
      const cells = line.slice(2, -2).split(/(?<!\\) \| /);
      if (!cells.every((cell) => cell === '---')) table.push(cells.map(plain));
      continue;
    }
    endTable();
    if (/^<\/?details>$/.test(line)) continue;
    const heading = /^(?:### (.*)|\*\*(.*)\*\*|<summary>(.*)<\/summary>)$/
      .exec(line)
      ?.slice(1)
      .find((one) => one !== undefined);
    if (heading !== undefined) lines.push(paint('bold', plain(heading)));
    else lines.push(...joined(plain(line).split(' '), width, ' ', line.startsWith('- ') ? '  ' : ''));
  }
  endTable();
  return `${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&#96;': '`' };

/** Takes back what `textOf` and `codeOf` have made of a text. */
function plain(text: string): string {
  return text
    .replace(/<!-- -->|<\/?sub>/g, '')
    .replace(/^_(.*)_$/, '$1')
    .replace(/(?<!\\)`/g, '')
    .replace(/\\(?=[\\*_[\]|~$+#=.)-])/g, '')
    .replace(/&(?:lt|gt|amp|#96);/g, (entity) => ENTITIES[entity]!);
}

const BETWEEN = '  ';
/** A column may get as narrow as this. */
const NARROWEST = 8;

/** Returns a table in columns that together fit: the widest give way, and their cells go over several lines. */
function tableLines(rows: readonly string[][], width: number): string[] {
  if (rows.length === 0) return [];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => columnsOf(row[column] ?? ''))));
  const room = width - BETWEEN.length * (widths.length - 1);
  while (widths.reduce((sum, one) => sum + one, 0) > room && Math.max(...widths) > NARROWEST)
    widths[widths.indexOf(Math.max(...widths))]! -= 1;
  return rows.flatMap((row, at) => {
    const cells = widths.map((limit, column) => cellLines(row[column] ?? '', limit));
    return Array.from({ length: Math.max(...cells.map((one) => one.length)) }, (_, line) => {
      const parts = cells.map((one, column) => {
        const text = one[line] ?? '';
        return text + ' '.repeat(widths[column]! - columnsOf(text));
      });
      const whole = parts.join(BETWEEN).trimEnd();
      return at === 0 ? paint('dim', whole) : whole;
    });
  });
}

/** Returns a cell's lines: between words, and within one that is too long. */
function cellLines(text: string, width: number): string[] {
  const words = text.split(' ').flatMap((word) => word.match(new RegExp(`.{1,${width}}`, 'gu')) ?? ['']);
  return joined(words, width, ' ', '');
}
