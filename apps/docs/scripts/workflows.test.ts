import type { Phase } from '@flow/core/workflow';
import { WORKFLOWS } from '@flow/workflows';
import { describe, expect, test } from 'vitest';
import { workflowPage } from './workflows.js';

describe.each(WORKFLOWS)('the page of $id', (workflow) => {
  const page = workflowPage(workflow);

  test('it has every phase, and the words of every instruction', () => {
    for (const phase of workflow.phases) {
      expect(page).toContain(`### ${phase.title}`);
      const texts = typeof phase.instruction === 'string' ? [phase.instruction] : Object.values(phase.instruction);
      for (const text of texts) expect(page).toContain(text);
    }
  });

  test('an edit rule stands with the role and the dial that it is for: no two lines contradict each other', () => {
    const rules = workflow.phases.flatMap((phase: Phase) => phase.edits ?? []);
    for (const { role } of rules) if (role) expect(page).toContain(`by \`${role}\``);
    for (const section of page.split(/\n#{3,6} /)) {
      const rows = [...section.matchAll(/^\| (source|test) \| (\w+) \|(.*)\|$/gm)];
      const said = rows.map(([, files, , terms]) => `${files} ${terms}`);
      expect(new Set(said).size, section.split('\n')[0]).toBe(said.length);
    }
    expect(page).toMatch(/\| source \| deny \|/);
  });

  test('its picture fetches nothing and is one block of Markdown', () => {
    const picture = /<div class="phases.*<\/div>/.exec(page)![0];
    expect(picture.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|@import|url\((?!#)/);
    expect(picture.match(/<text/g)!.length).toBeGreaterThan(workflow.phases.length);
  });
});
