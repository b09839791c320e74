import { documentTemplate } from '@flow/core/documents';
import { WORKFLOWS } from '@flow/workflows';
import { code, table } from './markdown.js';

/** Where each workflow keeps a document. */
function placesOf(name: string): string {
  const rows = WORKFLOWS.flatMap(({ id, documents }) => {
    const found = Object.entries(documents).find(([document]) => document === name)?.[1];
    return found ? [[code(id), found.title, code(found.path)]] : [];
  });
  return rows.length === 0 ? '' : table(['workflow', 'title', 'path'], rows);
}

/** Whether a template begins a map of tests, which is YAML. */
const isMap = (template: string): boolean =>
  WORKFLOWS.some(({ documents }) =>
    Object.entries(documents).some(([name, one]) => one.kind === 'test-shape' && (one.template ?? name) === template),
  );

/** The documents that workflows read, each as the template that `flow template` prints. */
export function documentsPage(): string {
  const templates: Record<string, string> = Object.assign({}, ...WORKFLOWS.map((one) => one.templates));
  const sections = Object.entries(templates).map(([name, text]) => {
    const language = isMap(name) ? 'yaml' : 'md';
    const template = documentTemplate(text, { title: 'Discount codes' }).trimEnd();
    return [`## ${name}`, placesOf(name), `\`\`\`\`${language}\n${template}\n\`\`\`\``]
      .filter((text) => text !== '')
      .join('\n\n');
  });
  return sections.join('\n\n');
}
