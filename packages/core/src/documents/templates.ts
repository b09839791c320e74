import { oneLine } from './text.js';

/** The text of a new document: a template of a workflow under the title of the work. */
export const documentTemplate = (template: string, { title }: { title: string }): string =>
  template.replaceAll('{title}', () => titleOf(title));

/** The text of a new document without a template, whose form nobody knows but the project: its headline. */
export const plainTemplate = (what: string, { title }: { title: string }): string =>
  `# ${titleOf(what)}: ${titleOf(title)}\n`;

const titleOf = (title: string) => oneLine(title).replaceAll('<!--', '').replaceAll('-->', '') || 'untitled';
