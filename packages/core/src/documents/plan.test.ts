import { describe, expect, test } from 'vitest';
import { readDocument } from './index.js';

const plan = (text: string) => readDocument('plan', 'plan.md', text, (words) => words);
const codes = (text: string) =>
  plan(text).findings.map(({ code, level, args }) => `${code} ${args.section ?? args.file} ${level}`);

const PLAN = `# Plan

## User Concerns

- Slow with **500** deals
  and more
- Old rows
  - from 2019

## Custom Adversarial Probes

1. Load 500 deals

## User-Visible Expectations

A badge on each card.

## Architecture Files

- \`src/deal.ts\`: the model
- docs/adr/001.md - why
- ./src/list.ts
`;

describe('plan.md', () => {
  test('concerns, probes, expectations and architecture files by key, ready to be repeated (D13, D65, D75)', () => {
    const { sections, findings } = plan(PLAN);
    expect(findings).toEqual([]);
    expect(sections['user-concerns']).toEqual({
      line: 3,
      empty: false,
      items: ['Slow with 500 deals and more', 'Old rows from 2019'],
    });
    expect(sections.probes?.items).toEqual(['Load 500 deals']);
    expect(sections.expectations?.items).toEqual(['A badge on each card.']);
    expect(sections['architecture-files']?.items).toEqual(['src/deal.ts', 'docs/adr/001.md', 'src/list.ts']);
    expect(sections['custom-adversarial-probes']?.line).toBe(10);
  });

  test.each([
    '## Concerns',
    '# user concerns:',
    "### The user's worries!",
    '## 3) **User Concerns** (2)',
    'User concerns\n===',
    '**User Concerns**',
    '## 😟 Worries & concerns',
    '## What worries you?',
  ])('the concerns are found under %j (D52)', (heading) => {
    expect(plan(PLAN.replace('## User Concerns', heading)).sections['user-concerns']?.items).toHaveLength(2);
  });

  test.each([
    ['nothing', ''],
    ['a dash', '-'],
    ['an empty box', '- [ ]'],
    ['TODO', 'TODO'],
    ['TODO with a word', '- TODO: ask'],
    ['dots', '- ...\n- …'],
    ['none', 'None.'],
    ['a comment', '<!-- What worries you? -->'],
    ['a long comment', '<!--\n\n- Speed\n\n-->'],
    ['a slot', '- [your concern]\n- <what worries you>'],
    ['emphasis', '_TBD_'],
    ['a deeper heading alone', '### Speed'],
    ['a rule', '---'],
  ])('a section that says nothing is empty: %s (D52)', (_name, body) => {
    const text = PLAN.replace(/(## User Concerns\n)[\s\S]*?(?=## Custom)/, `$1\n${body}\n\n`);
    expect(plan(text).sections['user-concerns']).toMatchObject({ line: 3, empty: true, items: [] });
    expect(codes(text)).toEqual(['SECTION_EMPTY user-concerns block']);
  });

  test.each([
    '- None of the old links may break',
    '- The TODO list loses items',
    '- `-` is read as a flag',
    '### Speed\n\nSlow.',
    '| What |\n|---|\n| Speed |',
    '> Slow.',
    '**Prices must not change**',
  ])('a section with words is not: %j (D52)', (body) => {
    const text = PLAN.replace(/(## User Concerns\n)[\s\S]*?(?=## Custom)/, `$1\n${body}\n\n`);
    expect(plan(text).sections['user-concerns']).toMatchObject({ empty: false });
    expect(codes(text)).toEqual([]);
  });

  test('what is missing is told, and only the concerns block', () => {
    expect(codes('# Plan\n')).toEqual([
      'SECTION_MISSING user-concerns block',
      'SECTION_MISSING probes warn',
      'SECTION_MISSING expectations warn',
      'SECTION_MISSING architecture-files warn',
    ]);
  });

  test('architecture files: code blocks and tables too, nothing outside the repository', () => {
    const files = (body: string) => plan(PLAN.replace(/(## Architecture Files\n)[\s\S]*/, `$1\n${body}\n`));
    expect(files('```\nsrc/a.ts  # model\nsrc/b.ts\n```').sections['architecture-files']?.items).toEqual([
      'src/a.ts',
      'src/b.ts',
    ]);
    expect(files('| File | Why |\n|---|---|\n| `src/a.ts` | model |').sections['architecture-files']?.items).toEqual([
      'src/a.ts',
    ]);
    expect(
      files('- [the model](src/a.ts#L3), read by [b](./src/b.ts)\n- [the guide](https://example.com/a)').sections[
        'architecture-files'
      ]?.items,
    ).toEqual(['src/a.ts', 'src/b.ts']);
    const bad = files('- /etc/passwd\n- ../other/a.ts\n- src/a.ts');
    expect(bad.sections['architecture-files']?.items).toEqual(['src/a.ts']);
    expect(bad.findings.map(({ code, args }) => [code, args.file])).toEqual([
      ['PATH_OUTSIDE', '/etc/passwd'],
      ['PATH_OUTSIDE', '../other/a.ts'],
    ]);
  });
});
