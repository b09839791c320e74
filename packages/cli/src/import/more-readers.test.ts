import { describe, expect, test } from 'vitest';
import { tickLines } from './checklist.js';
import { readKiro } from './kiro.js';
import { readOpenSpec } from './openspec.js';
import { blocking, fc, holds, text, told } from './reader-kit.js';
import { markTaskMaster, readTaskMaster } from './task-master.js';

const filesOf = (from: string, files: Record<string, string>) =>
  Object.entries(files).map(([name, one]) => ({ path: `${from}/${name}`, text: one }));
const claims = ({ claims: all }: ReturnType<typeof readKiro>) =>
  all.map(({ origin, forbids, stays = false, line }) => [origin, forbids ? 'not' : stays ? 'stays' : 'do', line]);
const items = ({ items: all }: ReturnType<typeof readKiro>) =>
  all.map(({ origin, parent, after, said }) => [origin, parent, after, said]);

describe('37.5 OpenSpec is read', () => {
  const openSpec = (files: Record<string, string>) =>
    readOpenSpec('openspec/changes/add-export', filesOf('openspec/changes/add-export', files));
  const DELTA = `## ADDED Requirements

### Requirement: Export
The system SHALL export as CSV.

#### Scenario: Success
- **WHEN** the user clicks
- **THEN** a file comes

## REMOVED Requirements

### Requirement: Old export
**Reason**: replaced

## RENAMED Requirements

- FROM: \`### Requirement: A\`
- TO: \`### Requirement: B\`
`;
  const TASKS =
    '## 1. Build\n\n- [x] 1.1 Write `src/export.ts`\n- [ ] 1.2 Show a button\n  - [ ] 1.2.1 Its icon\n\n## 2. Docs\n\n- [ ] Describe it\n- [ ] Describe it\n';
  const found = openSpec({
    'proposal.md': '## Why\n\nPeople ask.\n\n## What Changes\n\n- A button\n\n## Capabilities\n\n- `export`: new\n',
    'specs/export/spec.md': DELTA,
    'tasks.md': TASKS,
    'design.md': '## Context\n\nNone.\n',
  });

  test('deltas are claims or words, groups are stages in their order, and tasks without a number have a name', () => {
    expect(claims(found)).toEqual([
      ['export: Export', 'do', 3],
      ['export: Export / Success', 'do', 6],
    ]);
    expect(found.claims[1]!.text).toBe('WHEN the user clicks THEN a file comes');
    expect(found.scope).toEqual([
      'Why: People ask.',
      'Change: A button',
      'No longer required, export: Old export: Reason: replaced',
    ]);
    expect(items(found)).toEqual([
      ['1', undefined, [], 'open'],
      ['2', undefined, ['1'], 'open'],
      ['1.1', '1', [], 'done'],
      ['1.2', '1', ['1.1'], 'open'],
      ['1.2.1', '1.2', [], 'open'],
      ['describe-it', '2', [], 'open'],
      ['describe-it-2', '2', ['describe-it'], 'open'],
    ]);
    expect(found.left.map(({ path, line }) => [path.split('/').at(-1), line])).toEqual([
      ['proposal.md', 11],
      ['spec.md', 17],
      ['spec.md', 18],
      ['design.md', 3],
    ]);
    expect(blocking(told(found))).toEqual([]);
    expect(Object.keys(told(found, 'spec').text)).toEqual(['tasks', 'design']);
  });
});

describe('37.5 Kiro is read', () => {
  const kiro = (files: Record<string, string>) => readKiro('.kiro/specs/login', filesOf('.kiro/specs/login', files));
  const REQUIREMENTS = `# Requirements Document

## Introduction

People log in.

## Glossary

- **User**: somebody

## Requirements

### Requirement 1: Login

**User Story:** As a user, I want to log in, so that I am known.

#### Acceptance Criteria

1. WHEN a password is right, THE System SHALL let the user in
2. IF it is wrong, THEN THE System SHALL NOT say why
`;
  const TASKS = `# Implementation Plan

- [-] 1. Login
  - [x] 1.1 Check passwords
    - Use \`src/login.ts\`
    - _Requirements: 1.1, 1.2_
  - [ ]* 1.2 Write property tests in test/login.test.ts
    - **Property 1: Right is right**
    - **Validates: Requirements 1.1**
- [ ] 2. Checkpoint

## Notes

- Tasks with a star are optional
`;

  test('criteria are claims by number, tasks are for them, an optional task says so, and its test is planned', () => {
    const found = kiro({ 'requirements.md': REQUIREMENTS, 'tasks.md': TASKS });
    expect(claims(found)).toEqual([
      ['1.1', 'do', 19],
      ['1.2', 'not', 20],
    ]);
    expect(items(found)).toEqual([
      ['1', undefined, [], 'open'],
      ['1.1', '1', [], 'done'],
      ['1.2', '1', ['1.1'], 'open'],
      ['2', undefined, ['1'], 'open'],
    ]);
    expect(found.items.map((one) => one.claims)).toEqual([[], ['1.1', '1.2'], ['1.1'], []]);
    expect(found.items[0]!.notes).toEqual(['Its box there: -']);
    expect(found.items[2]!.notes[0]).toBe('Optional there');
    expect(found.tests).toEqual([expect.objectContaining({ claims: ['1.1'], file: 'test/login.test.ts' })]);
    expect(found.left.map(({ line, what }) => [line, what])).toEqual([
      [9, 'User: somebody'],
      [14, 'Tasks with a star are optional'],
    ]);
    const plan = told(found);
    expect(blocking(plan)).toEqual([]);
    expect(plan.read.items.find(({ id }) => id === '1.1')).toMatchObject({
      claims: ['do-1', 'not-1'],
      files: ['src/login.ts'],
    });
  });

  test('of a fault, what is expected is a claim, and what is unchanged stays', () => {
    const found = kiro({
      'bugfix.md':
        '## Bug Analysis\n\n### Current Behavior (Defect)\n\n1.1 WHEN x THEN it breaks\n\n### Expected Behavior (Correct)\n\n2.1 WHEN x THEN the system SHALL work\n\n### Unchanged Behavior (Regression Prevention)\n\n3.1 WHEN y THEN the system SHALL CONTINUE TO work\n',
    });
    expect(claims(found)).toEqual([
      ['2.1', 'do', 9],
      ['3.1', 'stays', 13],
    ]);
    expect(told(found).text.specs).toContain('- do-2 (guard): WHEN y');
  });
});

describe('37.5 Task Master is read', () => {
  const task = (id: number | string, more: object = {}) => ({
    id,
    title: `Task ${id}`,
    description: 'd',
    status: 'pending',
    dependencies: [],
    ...more,
  });
  const LIST = [
    task(1, { status: 'done', testStrategy: 'Call it.\nSee 200.' }),
    task(2, {
      dependencies: [1, 9],
      subtasks: [task(1, { status: 'review' }), task(2, { dependencies: [1, '1'], details: 'In `src/a.ts`' })],
      metadata: { a: 1 },
    }),
    task(3, { status: 'cancelled' }),
    task(4, { dependencies: [3] }),
    task(4),
  ];
  const read = (value: unknown, options = {}, state?: object) =>
    readTaskMaster(
      '.taskmaster/tasks/tasks.json',
      [
        {
          path: '.taskmaster/tasks/tasks.json',
          text: typeof value === 'string' ? value : JSON.stringify(value, null, 2),
        },
        ...(state ? [{ path: '.taskmaster/state.json', text: JSON.stringify(state) }] : []),
      ],
      options,
    );

  test('tasks with parts, what comes before what, and tests as criteria; older files alike', () => {
    const found = read({ master: { tasks: LIST } });
    expect(items(found)).toEqual([
      ['1', undefined, [], 'done'],
      ['2', undefined, ['1', '9'], 'open'],
      ['2.1', '2', [], 'done'],
      ['2.2', '2', ['2.1', '1'], 'open'],
      ['4', undefined, [], 'open'],
    ]);
    expect(found.items[0]!.criteria).toEqual(['Call it.', 'See 200.']);
    expect(found.items[0]!.line).toBe(4);
    expect(found.left.map(({ what, why }) => [what, why])).toEqual([
      ['2: fields metadata', 'items have no such fields'],
      ['3: Task 3', 'it was cancelled there'],
      ['4', 'a task of this id stands above'],
    ]);
    expect(items(read({ tasks: LIST }))).toEqual(items(found));
    const plan = told(found);
    expect(blocking(plan)).toEqual([]);
    // A loose task that a stage waits for stands in a stage before it.
    expect(plan.read.items.find(({ id }) => id === '2')?.after).toEqual(['all']);
  });

  test('the current tag is read, else master, or the one that is named; the others are told', () => {
    const value = { master: { tasks: [task(1)] }, next: { tasks: [task(7), task(8)] } };
    expect(items(read(value)).map(([id]) => id)).toEqual(['1']);
    expect(items(read(value, {}, { currentTag: 'next' })).map(([id]) => id)).toEqual(['7', '8']);
    const named = read(value, { tag: 'next' });
    expect(items(named).map(([id]) => id)).toEqual(['7', '8']);
    expect(named.left).toEqual([expect.objectContaining({ what: 'tag master: 1 tasks', line: 2 })]);
    for (const broken of ['', '{', '[]', '{"tasks": 1}', '['.repeat(5000)])
      expect(read(broken).left).toEqual([expect.objectContaining({ what: 'the whole file' })]);
  });

  test('a status is set to done, and not a byte else changes', () => {
    const text = `${JSON.stringify({ master: { tasks: LIST }, other: { tasks: LIST } }, null, '\t').replaceAll('\n', '\r\n')}\r\n`;
    const marked = markTaskMaster(text, new Set(['2.2', '1']), 'other');
    expect(marked.replaceAll('"done"', '')).not.toBe(marked);
    expect(marked.length).toBe(text.length - 3);
    expect(JSON.parse(marked).other.tasks[1].subtasks.map(({ status }: { status: string }) => status)).toEqual([
      'review',
      'done',
    ]);
    expect(JSON.parse(marked).master).toEqual(JSON.parse(text).master);
    expect(markTaskMaster('{', new Set(['1']), undefined)).toBe('{');
  });
});

test('37.5 boxes are ticked in their lines, and not a byte else changes', () => {
  const list = '\ufeff# T\r\n- [ ] a\r\n* [ ]* b\n  1. [ ] c [ ]\rnone [ ]\n- [x] d\n';
  expect(tickLines(list, new Set([2, 3, 4, 5, 6, 99]))).toBe(
    '\ufeff# T\r\n- [x] a\r\n* [x]* b\n  1. [x] c [ ]\rnone [ ]\n- [x] d\n',
  );
});

describe('37.5 whatever stands there, the other readers read it', () => {
  test('OpenSpec and Kiro', () => {
    fc.assert(
      fc.property(text, text, text, (one, two, three) => {
        const openSpec = filesOf('openspec/changes/a', {
          'proposal.md': one,
          'specs/b/spec.md': `## ADDED Requirements\n\n### Requirement: a\n${two}`,
          'tasks.md': `## 1. A\n\n${three}`,
        });
        holds(readOpenSpec('openspec/changes/a', openSpec), openSpec);
        const kiro = filesOf('.kiro/specs/a', {
          'requirements.md': `### Requirement 1: a\n\n${one}`,
          'bugfix.md': `## Unchanged Behavior\n\n3.1 ${two}`,
          'tasks.md': three,
        });
        holds(readKiro('.kiro/specs/a', kiro), kiro);
      }),
      { numRuns: 40 },
    );
  });

  test('Task Master', () => {
    const value = fc.oneof(text, fc.jsonValue(), fc.constantFrom('done', 'pending', 1, 2, '1.1'));
    const task = fc.record(
      {
        id: fc.oneof(fc.constantFrom(1, 2, 3, '1', '2.1'), value),
        title: value,
        status: value,
        description: value,
        details: value,
        testStrategy: value,
        dependencies: fc.oneof(value, fc.array(fc.constantFrom(1, 2, '2.1', 9))),
      },
      { requiredKeys: ['id'] },
    );
    const tasks = fc.array(
      fc.record({
        ...{ id: fc.constantFrom(1, 2, 3) },
        title: value,
        subtasks: fc.oneof(value, fc.array(task, { maxLength: 3 })),
        dependencies: fc.array(fc.constantFrom(1, 2, 3, '1.1')),
      }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.record({ tasks }).map((one) => JSON.stringify(one)),
          text,
        ),
        (written) => {
          const files = [{ path: 'tasks/tasks.json', text: written }];
          holds(readTaskMaster('tasks/tasks.json', files), files);
          expect(markTaskMaster(written, new Set(), undefined)).toBe(written);
        },
      ),
      { numRuns: 60 },
    );
  });
});
