import { agents } from '@flow/agents/roster';
import { expect, test } from 'vitest';
import { agentsPage } from './agents.js';

test('each agent has its section, once', () => {
  const page = agentsPage();
  const sections = [...page.matchAll(/^### .*\n\n`flow-([a-z-]+)`: /gm)].map(([, name]) => name!);
  expect(sections.sort()).toEqual(agents.map(({ name }) => name).sort());
  expect(page).not.toMatch(/^## (?:Look for|Task|How)/m);
});
