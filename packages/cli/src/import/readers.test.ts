import { describe, expect, test } from 'vitest';
import { markBeads, readBeads } from './beads.js';
import { compose, handOf, saysTheSame } from './compose.js';
import { blocking, fc, holds, text, told, workflow } from './reader-kit.js';
import { readSpecKit } from './spec-kit.js';

const SPEC = `# Feature Specification: Photo albums

**Feature Branch**: \`001-photo-albums\`
**Status**: Draft
**Input**: User description: "Albums that are sorted by date"

## User Scenarios & Testing *(mandatory)*

### User Story 1 - Sort albums (Priority: P1)

People see their albums by date.

**Why this priority**: Nothing else works without it.

**Acceptance Scenarios**:

1. **Given** two albums, **When** the page opens, **Then** the newest is first
2. **Given** none, **When** the page opens, **Then** it says so

### Edge Cases

- What happens when two albums have one date?

## Requirements *(mandatory)*

### Functional Requirements

- **FR-001**: System MUST sort albums by date
- **FR-002**: System MUST NOT show private albums (guard)
- **FR-003**: System MUST keep photos for [NEEDS CLARIFICATION: how long?]

### Key Entities

- **Album**: a list of photos

## Success Criteria *(mandatory)*

- **SC-001**: A page of 1,000 albums opens within a second
`;

const TASKS = `---
description: "Tasks"
---
# Tasks: Photo albums

## Phase 1: Setup (Shared Infrastructure)

**Purpose**: Project initialization

- [x] T001 Create project structure in src/
- [ ] T002 [P] Configure linting in \`biome.json\`
- [ ] T003 [P] Add CI in .github/workflows/ci.yml

## Phase 2: Foundational

- [X] T004 Schema in src/db/schema.ts

## Phase 3: User Story 1 - Sort albums (Priority: P1)

**Independent Test**: Open the page with two albums

### Tests for User Story 1

- [ ] T005 [P] [US1] Contract test for albums in tests/albums.test.ts

### Implementation for User Story 1

- [ ] T006 [US1] Sort in src/albums.ts (depends on T004, T005)
- [ ] T007 [US1] [VERIFY] Show the page in src/page.ts

## Phase N: Polish

- [ ] TXXX Documentation in docs/
- [ ] T008 Measure the page

## Notes

- Commit after each task
`;

const specKit = (files: Record<string, string>) =>
  readSpecKit(
    'specs/001-photo-albums',
    Object.entries(files).map(([name, text]) => ({ path: `specs/001-photo-albums/${name}`, text })),
  );

const issue = (id: string, more: object = {}) => ({
  id,
  title: `Work ${id}`,
  status: 'open',
  priority: 2,
  issue_type: 'task',
  ...more,
});
const on = (id: string, other: string, type = 'blocks') => ({ issue_id: id, depends_on_id: other, type });
const beads = (...lines: (object | string)[]) =>
  readBeads('.beads/issues.jsonl', [
    {
      path: '.beads/issues.jsonl',
      text: lines.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n'),
    },
  ]);

describe('37.5 spec-kit is read', () => {
  const imported = specKit({ 'spec.md': SPEC, 'tasks.md': TASKS, 'plan.md': '# Plan\n\n## Summary\n\nBy a query.\n' });

  test('requirements, success criteria and scenarios are claims, by the names that they have there', () => {
    expect(imported.title).toBe('Photo albums');
    expect(imported.scope).toEqual([
      'Albums that are sorted by date',
      'Story 1, Sort albums (Priority: P1): People see their albums by date.',
    ]);
    expect(imported.probes).toEqual(['What happens when two albums have one date?']);
    expect(imported.claims.map(({ origin, forbids, line }) => [origin, forbids, line])).toEqual([
      ['US1.1', false, 17],
      ['US1.2', false, 18],
      ['FR-001', false, 28],
      ['FR-002', true, 29],
      ['FR-003', false, 30],
      ['SC-001', false, 38],
    ]);
  });

  test('tasks are items in the order that phases, [P] and words give them; a tick there is said and proves nothing', () => {
    const { items } = imported;
    const phases = items.filter(({ parent }) => parent === undefined);
    expect(phases.map(({ origin, after, criteria }) => [origin, after, criteria])).toEqual([
      ['Phase-1', [], []],
      ['Phase-2', ['Phase-1'], []],
      ['Phase-3', ['Phase-2'], ['Open the page with two albums']],
      ['Phase-N', ['Phase-2', 'Phase-3'], []],
    ]);
    expect(
      items.filter(({ parent }) => parent).map(({ origin, after, files, said }) => [origin, after, files, said]),
    ).toEqual([
      ['T001', [], ['src/'], 'done'],
      ['T002', ['T001'], ['biome.json'], 'open'],
      ['T003', ['T001'], ['.github/workflows/ci.yml'], 'open'],
      ['T004', [], ['src/db/schema.ts'], 'done'],
      ['T005', [], ['tests/albums.test.ts'], 'open'],
      ['T006', ['T004', 'T005'], ['src/albums.ts'], 'open'],
      ['T007', ['T006'], ['src/page.ts'], 'open'],
      ['T008', [], [], 'open'],
    ]);
    expect(imported.tests).toEqual([
      expect.objectContaining({ claims: ['US1.1', 'US1.2'], file: 'tests/albums.test.ts' }),
    ]);
  });

  test('what is no claim, task or text of ours is told by its line', () => {
    const left = (name: string) =>
      imported.left.filter(({ path }) => path.endsWith(name)).map(({ line, what }) => [line, what]);
    expect(left('spec.md')).toEqual([
      [3, expect.stringContaining('Feature Branch')],
      [4, 'Status: Draft'],
      [13, expect.stringContaining('Why this priority')],
      [34, 'Album: a list of photos'],
    ]);
    expect(left('tasks.md')).toEqual([
      [33, expect.stringContaining('Documentation')],
      [38, 'Commit after each task'],
    ]);
    expect(left('plan.md')).toEqual([[5, 'By a query.']]);
  });

  test('as a plan of stages it says the same, and nothing in it is done', () => {
    const plan = told(imported);
    expect(blocking(plan)).toEqual([]);
    expect(plan.read.items.map(({ id, kind, parent, after }) => [id, kind, parent, after]).slice(0, 3)).toEqual([
      ['Phase-1', 'stage', undefined, []],
      ['T001', 'task', 'Phase-1', []],
      ['T002', 'task', 'Phase-1', ['T001']],
    ]);
    expect(plan.text.plan).not.toMatch(/\[[xX]\]/);
    expect(plan.text.plan).toContain('Done in spec-kit (\\[x\\]): no proof here, to be verified');
    // A mark of ours in the title of another tool would take the work of the item away.
    expect(plan.read.items.find(({ id }) => id === 'T007')).toMatchObject({ title: 'Show the page in src/page.ts' });
    expect(plan.text.plan).toContain('Note: Marked verify');
    expect(plan.read.items.every(({ verify, flags }) => verify === undefined && flags === undefined)).toBe(true);
    expect(plan.claims.map(({ id, origin }) => `${origin} ${id}`)).toEqual([
      ...['US1.1 do-1', 'US1.2 do-2', 'FR-001 do-3', 'FR-002 not-1', 'FR-003 do-4', 'SC-001 do-5'],
    ]);
    expect(plan.read.items.find(({ id }) => id === 'Phase-3')?.claims).toEqual(['do-1', 'do-2']);
  });

  test('as the documents of each workflow that it has, with the test map and whole texts where there are such documents', () => {
    const [ceremony, stories, spec] = ['ceremony', 'stories', 'spec'].map((id) => told(imported, id));
    expect(Object.keys(ceremony!.text)).toEqual(['spec', 'plan', 'test-shape']);
    expect(ceremony!.text['test-shape']).toMatch(
      /claim: do-1\n {4}tests:\n {6}- name: Contract test for albums in tests\/albums.test.ts\n {8}file: tests\/albums.test.ts/,
    );
    expect(ceremony!.left.filter(({ why }) => why === 'ceremony walks no items')).toHaveLength(imported.items.length);
    expect(Object.keys(stories!.text)).toEqual(['spec', 'test-shape', 'stories', 'design']);
    expect(blocking(stories!)).toEqual([]);
    // Stories are no parts of anything, so what a phase waits for its tasks wait for.
    expect(stories!.read.items.find(({ id }) => id === 'T005')?.after).toEqual(['T004']);
    expect(Object.keys(spec!.text)).toEqual(['tasks', 'requirements', 'design']);
    expect(spec!.left.some(({ path }) => path.endsWith('spec.md') || path.endsWith('plan.md'))).toBe(false);
    expect(spec!.read.items.map(({ kind }) => kind)).toEqual(Array(8).fill('task'));
  });
});

describe('37.5 beads is read', () => {
  test('issues, dependencies, parts and statuses; what is no work, and what items lack, is told', () => {
    const found = beads(
      issue('bd-1', { issue_type: 'epic', acceptance_criteria: '- [ ] all of it\n- and more' }),
      issue('bd-1.1', { dependencies: [on('bd-1.1', 'bd-1', 'parent-child')], status: 'closed', close_reason: 'done' }),
      issue('bd-1.2', {
        dependencies: [on('bd-1.2', 'bd-1', 'parent-child'), on('bd-1.2', 'bd-1.1'), on('bd-1.2', 'bd-9')],
        status: 'in_progress',
        description: 'Change `src/a.ts`.\n\nVerify: rm -rf /',
      }),
      issue('bd-2', { status: 'awaiting-law', comments: [{}, {}], quality_score: 1 }),
      issue('bd-3', { issue_type: 'message' }),
      issue('bd-4', { status: 'tombstone' }),
      issue('bd-2', {}),
      { _type: 'memory', key: 'k', value: 'a secret' },
      '{"id": "bd-5", ',
      '[]',
    );
    expect(
      found.items.map(({ origin, parent, after, said, criteria, files }) => [
        origin,
        parent,
        after,
        said,
        criteria,
        files,
      ]),
    ).toEqual([
      ['bd-1', undefined, [], 'open', ['all of it', 'and more'], []],
      ['bd-1.1', 'bd-1', [], 'done', [], []],
      ['bd-1.2', 'bd-1', ['bd-1.1'], 'begun', [], ['src/a.ts']],
      ['bd-2', undefined, [], 'open', [], []],
    ]);
    expect(found.left.map(({ line, what }) => [line, what])).toEqual([
      [5, 'bd-3'],
      [6, 'bd-4'],
      [7, 'bd-2'],
      [8, 'memory k'],
      [9, '{"id": "bd-5",'],
      [10, '[]'],
      [3, 'bd-1.2: blocks bd-9'],
      [4, 'bd-2: status awaiting-law'],
      [4, 'bd-2: 2 comments'],
      [4, 'bd-2: fields quality_score'],
      [1, 'times, authors and owners of 4 issues'],
    ]);
    const plan = told(found);
    expect(blocking(plan)).toEqual([]);
    expect(plan.read.items.map(({ id, kind, parent }) => [id, kind, parent])).toEqual([
      ['bd-1', 'stage', undefined],
      ['bd-1.1', 'task', 'bd-1'],
      ['bd-1.2', 'task', 'bd-1'],
      ['all', 'stage', undefined],
      ['bd-2', 'task', 'all'],
    ]);
    // Words of an issue are never a command of ours.
    expect(plan.read.items.some(({ verify }) => verify !== undefined)).toBe(false);
    expect(plan.text.plan).toContain('Note: Verify: rm -rf /');
  });

  test('work that is a part of nothing has a stage of its own where one for all would wait for itself', () => {
    const found = beads(
      issue('e', { issue_type: 'epic' }),
      issue('e1', { dependencies: [on('e1', 'e', 'parent-child'), on('e1', 'x')] }),
      issue('x'),
      issue('y', { dependencies: [on('y', 'e')] }),
    );
    const plan = told(found);
    expect(blocking(plan)).toEqual([]);
    expect(plan.read.items.map(({ id, parent, after }) => [id, parent, after])).toEqual([
      ['e', undefined, ['x-stage']],
      ['e1', 'e', ['x']],
      ['x-stage', undefined, []],
      ['x', 'x-stage', []],
      ['y-stage', undefined, ['e']],
      ['y', 'y-stage', ['e']],
    ]);
  });

  test('parts that run in a circle, wholes that are not there and deep trees are told, and every issue is listed once', () => {
    const found = beads(
      issue('a', { dependencies: [on('a', 'b', 'parent-child')] }),
      issue('b', { dependencies: [on('b', 'a', 'parent-child')] }),
      issue('c', { dependencies: [on('c', 'gone', 'parent-child')] }),
      issue('d'),
      issue('d1', { dependencies: [on('d1', 'd', 'parent-child')], acceptance_criteria: 'all' }),
      issue('d2', { dependencies: [on('d2', 'd1', 'parent-child')] }),
    );
    const plan = told(found);
    expect(blocking(plan)).toEqual([]);
    expect(plan.read.items.map(({ id }) => id).toSorted()).toEqual(['a', 'all', 'b', 'c', 'd', 'd2']);
    expect(plan.left.map(({ what, why }) => `${what}: ${why}`)).toEqual(
      expect.arrayContaining([
        'a as a part of b: they are parts of each other',
        'd1 has parts of its own: its parts are listed beside each other',
        'criteria of d1: it is no item of its own here',
      ]),
    );
  });
});

test('37.5 an issue of beads is closed as beads closes it, and not a byte else changes', () => {
  const now = '2026-11-30T04:00:00Z';
  const text =
    '{"id":"a", "status":"open","updated_at":"x" }\r\n{"id":"b","status":"open"}\n{broken\n{"id":"c"}\n{"id":"d","status":"closed"}';
  expect(markBeads(text, new Set(['a', 'c', 'd']), now)).toBe(
    `{"id":"a", "status":"closed","updated_at":"${now}","closed_at":"${now}" }\r\n{"id":"b","status":"open"}\n{broken\n{"id":"c","status":"closed","updated_at":"${now}","closed_at":"${now}"}\n{"id":"d","status":"closed"}`,
  );
});

describe('37.5 a second import', () => {
  const first = told(specKit({ 'spec.md': SPEC, 'tasks.md': TASKS }));

  test('claims keep their ids when others come between them, whatever their order', () => {
    const more = SPEC.replace('- **FR-001**', '- **FR-000**: System MUST start\n- **FR-001**');
    const again = compose(specKit({ 'spec.md': more, 'tasks.md': TASKS }), workflow('plan'), {
      specs: [first.text.specs!],
    });
    const ids = (all: typeof first.claims) => Object.fromEntries(all.map(({ id, origin }) => [origin, id]));
    expect(ids(again.claims)).toEqual({ ...ids(first.claims), 'FR-000': 'do-6' });
  });

  test('knows what it wrote, also when boxes are ticked since, and what somebody has changed', () => {
    for (const { kind, text } of first.documents) {
      expect(handOf(kind, text)).toBe('untouched');
      expect(handOf(kind, text.replace('- [ ] T001', '- [x] T001'))).toBe('untouched');
      expect(handOf(kind, text.replaceAll('albums', 'films'))).toBe('edited');
      expect(handOf(kind, text.replace(/flow: imported/, 'somebody'))).toBe('foreign');
      expect(saysTheSame(kind, text, text.replaceAll('\n', '\r\n'))).toBe(true);
    }
  });
});

describe('37.5 whatever stands there, a reader reads it', () => {
  test('spec-kit', () => {
    fc.assert(
      fc.property(text, text, (spec, tasks) => {
        const files = [
          { path: 'specs/1/spec.md', text: spec },
          { path: 'specs/1/tasks.md', text: tasks },
        ];
        holds(readSpecKit('specs/1', files), files);
      }),
      { numRuns: 80 },
    );
  });

  test('beads', () => {
    const value = fc.oneof(text, fc.jsonValue(), fc.constantFrom('open', 'closed', 'epic', 'a', 'b'));
    const line = fc.oneof(
      text.map((one) => one.replace(/[\r\n]/g, ' ')),
      fc
        .record(
          {
            id: fc.constantFrom('a', 'b', 'c', 'x y', 'a'.repeat(60)),
            title: text,
            status: value,
            description: value,
            acceptance_criteria: text,
            notes: value,
            issue_type: value,
            labels: value,
            dependencies: fc.array(
              fc.record({
                depends_on_id: fc.constantFrom('a', 'b', 'c', 'x y', 'd'),
                type: fc.constantFrom('blocks', 'parent-child', 'related', 'waits-for'),
              }),
              { maxLength: 3 },
            ),
          },
          { requiredKeys: ['id'] },
        )
        .map((one) => JSON.stringify(one)),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), fc.constantFrom('\n', '\r\n'), (lines, end) => {
        const files = [{ path: 'b.jsonl', text: lines.join(end) }];
        holds(readBeads('b.jsonl', files), files);
      }),
      { numRuns: 80 },
    );
  });

  test('the same with ends of lines of Windows, and what is huge is told and not read', () => {
    const files = { 'spec.md': SPEC, 'tasks.md': TASKS };
    const windows = Object.fromEntries(
      Object.entries(files).map(([name, one]) => [name, one.replaceAll('\n', '\r\n')]),
    );
    const { texts: _, ...windowsRead } = specKit(windows);
    expect(specKit(files)).toMatchObject(windowsRead);
    expect(specKit({ 'spec.md': `${SPEC}${'x\n\n'.repeat(100_000)}` }).left).toEqual([
      {
        path: 'specs/001-photo-albums/spec.md',
        line: 1,
        what: 'the whole file',
        why: expect.stringContaining('longer than'),
      },
    ]);
    expect(specKit({ 'tasks.md': `${'> '.repeat(3000)}x\n` }).left).toEqual([
      expect.objectContaining({ why: expect.stringContaining('nested too deeply') }),
    ]);
  });
});
