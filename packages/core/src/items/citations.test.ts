import { expect, test } from 'vitest';
import { readDocument } from '../documents/index.js';
import { citedIn, citedText } from './citations.js';

const documentOf = (name: string, text: string) => {
  const { sections, claims, items, digest } = readDocument('text', `specs/x/${name}.md`, text, (one) => one);
  return { name, path: `specs/x/${name}.md`, digest, sections, claims, items };
};

const REQUIREMENTS = documentOf(
  'requirements',
  `# Requirements

## Functional

- FR-1: A person adds two numbers
- **FR-12**: A person halves a number

### FR-2: Negative numbers

Given -1 and -2, the sum is -3.

## Acceptance

- AC-1.1: 1 and 2 are 3
- AC-1.10: no sum is cut
`,
);
const DESIGN = documentOf('design', '# Design\n\n## Rounding\n\n- Half up. See FR-1.\n');

const told = (...texts: string[]) =>
  citedIn(texts, [REQUIREMENTS, DESIGN], 'tasks').map(({ document, section, entries }) => [document, section, entries]);

test('R70 R69 what an item cites by id is quoted word for word, and no longer id in its place', () => {
  expect(told('Requirements: FR-1, AC-1.1')).toEqual([
    ['requirements', 'functional', ['FR-1: A person adds two numbers']],
    ['requirements', 'acceptance', ['AC-1.1: 1 and 2 are 3']],
  ]);
  expect(told('FR-12')).toEqual([['requirements', 'functional', [expect.stringContaining('halves a number')]]]);
  expect(told('_Requirements: FR-2_')).toEqual([
    ['requirements', 'fr-2-negative-numbers', ['Given -1 and -2, the sum is -3.']],
  ]);
});

test('R70 a section by name stands beside entries by id, and what nobody wrote is left out', () => {
  expect(told('as design.md#rounding says, FR-1', 'FR-1 and FR-77')).toEqual([
    ['design', 'rounding', ['Half up. See FR-1.']],
    ['requirements', 'functional', ['FR-1: A person adds two numbers']],
  ]);
  expect(told('XFR-1 and FR-1x, v1.2, UTF-8')).toEqual([]);
});

test('what the own list says of an id is not quoted from it', () => {
  expect(citedIn(['FR-1'], [REQUIREMENTS], 'requirements')).toEqual([]);
});

test('R66 R67 what texts depend on is what they cite, word for word; notes and what nobody cites are no part of it', () => {
  const of = (...texts: string[]) => citedText(texts, [REQUIREMENTS, DESIGN], 'tasks');
  expect(of('Requirements: FR-1')).toBe('["requirements","functional","FR-1: A person adds two numbers"]');
  expect(of('Nothing is cited, and UTF-8 is no requirement')).toBeNull();
  const noted = documentOf('requirements', '# R\n\n## Functional\n\n- FR-1: Adds\n\n## Notes\n\nFR-1 was hard.\n');
  expect(citedText(['FR-1', '#notes'], [noted], 'tasks')).toBe('["requirements","functional","FR-1: Adds"]');
});
