import { createSatteriMarkdownProcessor } from '@astrojs/markdown-satteri';
import { describe, expect, test } from 'vitest';
import { tableLabels } from './table-labels.js';

async function rendered(lines: readonly string[]): Promise<string> {
  const markdown = await createSatteriMarkdownProcessor({ hastPlugins: [tableLabels] });
  return (await markdown.render(lines.join('\n'))).code.replaceAll('\n', '');
}

describe('cells of tables', () => {
  test('carry the words above their column', async () => {
    const table = ['| key | the `value` |', '| --- | --- |', '| a | 1 |', '| b | **2** |'];
    expect(await rendered(table)).toContain(
      '<tbody><tr><td data-label="key">a</td><td data-label="the value">1</td></tr>' +
        '<tr><td data-label="key">b</td><td data-label="the value"><strong>2</strong></td></tr></tbody>',
    );
  });

  test('below no words carry none, and each table has its own', async () => {
    const tables = ['| key | |', '| --- | --- |', '| a | 1 |', '', 'text', '', '| id |', '| --- |', '| C1 |'];
    const html = await rendered(tables);
    expect(html).toContain('<tr><td data-label="key">a</td><td>1</td></tr>');
    expect(html).toContain('<tr><td data-label="id">C1</td></tr>');
  });
});
