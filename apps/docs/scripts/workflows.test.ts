import { ceremony, tdd } from '@flow/workflows';
import { describe, expect, test } from 'vitest';
import { workflowPage } from './workflows.js';

describe.each([ceremony, tdd])('the page of $id', (workflow) => {
  const page = workflowPage(workflow);

  test('it has every phase, and the words of every instruction', () => {
    for (const phase of workflow.phases) {
      expect(page).toContain(`### ${phase.title}`);
      const texts = typeof phase.instruction === 'string' ? [phase.instruction] : Object.values(phase.instruction);
      for (const text of texts) expect(page).toContain(text);
    }
  });

  test('its picture fetches nothing and is one block of Markdown', () => {
    const picture = /<div class="diagram.*<\/div>/.exec(page)![0];
    expect(picture.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|@import|url\((?!#)/);
    expect(picture.match(/<text/g)!.length).toBeGreaterThan(workflow.phases.length);
  });
});
