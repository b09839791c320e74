import { WORKFLOWS } from '@flow/workflows';
import { expect, test } from 'vitest';
import { guideOf } from './guide.js';

const [workflow] = WORKFLOWS;
const HEAD = "---\ntitle: 'Tier 2: it'\ndescription: What it does.\n---\n";

test('a guide has its head taken off and the picture of its phases in the one place for it', () => {
  const guide = guideOf(`${HEAD}\nBefore.\n\n<!-- phases -->\n\nAfter.\n`, workflow!);
  expect(guide).toMatchObject({ title: 'Tier 2: it', description: 'What it does.' });
  expect(guide.body).toMatch(/^Before\.\n\n<div class="phases[^\n]*<\/div>\n\nAfter\.$/);
});

test.each([`${HEAD}\nNo place.\n`, `${HEAD}<!-- phases --><!-- phases -->`, '# No head\n<!-- phases -->\n'])(
  'a guide without a head or with another number of places is told: %j',
  (text) => {
    expect(() => guideOf(text, workflow!)).toThrow('one place for its picture');
  },
);
