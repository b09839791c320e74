import { documentTemplate, TEMPLATES } from '@flow/core/documents';
import { ceremony, tdd } from '@flow/workflows';
import { code, table } from './markdown.js';

/** Where each workflow keeps a document. */
function placesOf(name: string): string {
  const rows = [ceremony, tdd].flatMap(({ id, documents }) => {
    const found = Object.entries(documents).find(([document]) => document === name)?.[1];
    return found ? [[code(id), found.title, code(found.path)]] : [];
  });
  return rows.length === 0 ? '' : table(['workflow', 'title', 'path'], rows);
}

/** The documents that workflows read, each as the template that `flow template` prints. */
export function documentsPage(): string {
  const sections = TEMPLATES.map((name) => {
    const language = name === 'test-shape' ? 'yaml' : 'md';
    const template = documentTemplate(name, { title: 'Discount codes' }).trimEnd();
    return [`## ${name}`, placesOf(name), `\`\`\`\`${language}\n${template}\n\`\`\`\``]
      .filter((text) => text !== '')
      .join('\n\n');
  });
  return sections.join('\n\n');
}
