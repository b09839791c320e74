/* Markdown of GitHub's kind from text that anybody wrote. The text is clean already: one line, nothing unseen. */

/** Punctuation that can mean something in the middle of a line, and what begins a heading, a list or a quotation. */
const MARKS = /[\\*_[\]|~$]/g;
const BEGINNING = /^(?:[-+#=]|\d+(?=[.)]))/;

/**
 * Text as it is: no layout, no HTML, no link, nobody mentioned, no issue named or closed. A comment between the signs is what
 * a forge's own readers of mentions, numbers and addresses stop at.
 */
export function textOf(text: string): string {
  return text
    .trim()
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(MARKS, '\\$&')
    .replace(/`/g, '&#96;')
    .replace(BEGINNING, (sign) => (/\d/.test(sign) ? `${sign}\\` : `\\${sign}`))
    .replace(/@/g, '@<!-- -->')
    .replace(/(?<!&)#(?=\d)/g, '#<!-- -->')
    .replace(/\b(gh-)(?=\d)/gi, '$1<!-- -->')
    .replace(/:(?=\/\/)/g, ':<!-- -->')
    .replace(/\b(www)\./gi, '$1<!-- -->.');
}

/** A name or a command in a span of code, where nothing else is read; good inside of tables. */
export function codeOf(text: string): string {
  const safe = text.replace(/`/g, "'").replace(/\\*\|/g, '\\|').trim();
  return safe === '' ? '' : `\`${safe}\``;
}

/** Returns a table; the cells are Markdown already. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Folds a part that is shown when a person asks for it. */
export function detailsOf(summary: string, body: string): string {
  return `<details>\n<summary>${summary.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</summary>\n\n${body}\n\n</details>`;
}
