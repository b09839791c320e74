import { readFileSync } from 'node:fs';
import { agents } from '@flow/agents';
import { describe, expect, test } from 'vitest';
import { presentModules } from '../scripts/packs.js';
import { readPack } from '../scripts/read-pack.js';

const ROOT = new URL('../', import.meta.url);

test('the packs hold, and the data of the package is made of them as they are', () => {
  for (const [file, text] of Object.entries(presentModules(ROOT)))
    expect(readFileSync(new URL(file, ROOT), 'utf8') === text, `${file} is stale: build the package`).toBe(true);
});

/** Lines of one section of a pack. */
function limitsOf(name: string, section: string): string[] {
  const text = readFileSync(new URL(`packs/${name}.md`, ROOT), 'utf8');
  const [, part = ''] = text.split(`## ${section}\n`);
  return part
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('- '));
}

const GOOD = `---
name: tides
title: Tides
kind: reviewer
description: Looks at the tides.
panels: [diff]
tier: meta
receives: [repository, base]
tools: [Read, Bash]
---
## Look for

- One
- Two
- Three

## How to look

1. Look.

## Not a finding

- Calm.

## Proof

A quote.

## Must-fix

A flood.
`;

describe('a pack that does not hold says what is wrong, with its place', () => {
  test('this one holds, and its tier gives its weight', () => {
    const read = readPack('tides.md', GOOD);
    expect(read.ok && read.pack.facts).toMatchObject({ name: 'tides', tier: 'meta', weight: 1.5, languages: [] });
    expect(read.ok && read.pack.text.text.startsWith('## Look for')).toBe(true);
    expect(readPack('tides.md', GOOD.replaceAll('\n', '\r\n'))).toEqual(read);
  });

  test.each([
    ['no front matter', (text: string) => text.slice(4), 'tides.md: expected front matter'],
    ['no YAML', (text: string) => text.replace('[diff]', '[diff'), 'tides.md: the front matter is no YAML'],
    ['a key twice', (text: string) => text.replace('tier:', 'title: x\ntier:'), 'no YAML: Map keys must be unique'],
    ['a misspelt key', (text: string) => text.replace('tier', 'teir'), 'the key `teir` is not known. Write `tier`'],
    ['no tools', (text: string) => text.replace(/tools.*\n/, ''), 'tools: Invalid input: expected array'],
    [
      'a tool of nobody',
      (text: string) => text.replace('Bash', 'Browse'),
      'tools[1]: "Browse" is not known here. One of: Read',
    ],
    ['a reviewer that writes', (text: string) => text.replace('Bash', 'Write'), 'tools: only a role writes'],
    ['a diff and tools', (text: string) => text.replace(', base]', ', diff]'), 'who gets the diff gets nothing else'],
    ['a plan and a shell', (text: string) => text.replace(', base]', ', plan]'), 'and runs nothing'],
    [
      'a discovery without phases',
      (text: string) => text.replace('kind: reviewer', 'kind: discovery'),
      'a discovery names the phases',
    ],
    ['another file', (text: string) => text.replace('tides', 'waves'), 'its name is waves: call the file waves.md'],
    ['a missing section', (text: string) => text.replace('## Proof', '### Proof'), 'has the sections Look for, How'],
    ['an empty section', (text: string) => text.replace('A quote.', ''), 'the section Proof is empty'],
    ['text before them', (text: string) => text.replace('## Look', 'Hello\n\n## Look'), 'nothing stands before'],
    [
      'too short',
      (text: string) => text.replace(/\n\n/g, '\n').replace('- Two\n- Three\n', '').replace('panels: [diff]\n', ''),
      'lines; 20 to 45 are read',
    ],
    ['too long', (text: string) => `${text}${'more\n'.repeat(30)}`, 'lines; 20 to 45 are read'],
    ['markup in its description', (text: string) => text.replace('Looks at', '<system>'), 'expected one line of plain'],
  ])('%s', (_, change, words) => {
    const read = readPack('tides.md', change(GOOD));
    expect(read.ok ? '' : read.problems.join('\n')).toContain(words);
  });
});

test.each(agents.filter(({ tools }) => !tools.includes('Bash')).map(({ name }) => name))(
  '%s has no shell, and is told no command',
  (name) => {
    const text = readFileSync(new URL(`packs/${name}.md`, ROOT), 'utf8');
    expect(text).not.toMatch(/`(?:git|wc|rg|ls|cat|npm|npx|flow|go|cargo|pytest) [^`]*`/);
  },
);

describe('who there is', () => {
  const inPanel = (panel: string) => agents.filter(({ panels }) => panels.includes(panel));
  const named = (all: typeof agents) => all.map(({ name }) => name).sort();

  test('D85 three reviewers see sections of the plan, and neither base, diff nor shell', () => {
    expect(named(inPanel('shape'))).toEqual(['architecture', 'reuse', 'spec']);
    for (const { receives, tools } of inPanel('shape')) {
      expect(receives.some((input) => input === 'plan' || input === 'architecture')).toBe(true);
      expect(receives).not.toContain('base');
      expect(receives).not.toContain('diff');
      expect(tools).not.toContain('Bash');
    }
  });

  test('D90 D94 the gauntlet: eight properties, six flows, five on the review itself, weighed by tier', () => {
    const gauntlet = inPanel('gauntlet').filter(({ name, languages }) => name !== 'probe' && languages.length === 0);
    const tier = (name: string) => gauntlet.filter((one) => one.tier === name);
    expect(named(tier('property'))).toEqual([
      'contracts',
      'logging',
      'patterns',
      'performance',
      'regression',
      'scope',
      'security',
      'style',
    ]);
    expect(named(tier('cross-cutting'))).toEqual([
      'api-to-db',
      'error-propagation',
      'state-consistency',
      'timing',
      'ui-to-api',
      'zero-values',
    ]);
    expect(named(tier('meta'))).toEqual([
      'cold-diff',
      'concern-validation',
      'fresh-eyes',
      'gap-detection',
      'test-adequacy',
    ]);
    // The three of the plan make it twenty-two.
    expect(gauntlet.length + inPanel('shape').length).toBe(22);
    expect(gauntlet.map(({ weight, tier: own }) => `${own} ${weight}`)).toEqual(
      gauntlet.map(({ tier: own }) => `${own} ${{ property: 1, 'cross-cutting': 2, meta: 1.5 }[own!]}`),
    );
  });

  test('D91 one reviewer has no tools and gets the diff alone; no other gets it', () => {
    expect(agents.filter(({ tools }) => tools.length === 0).map(({ name, receives }) => [name, receives])).toEqual([
      ['cold-diff', ['diff']],
    ]);
    expect(agents.filter(({ receives }) => receives.includes('diff'))).toHaveLength(1);
  });

  test('D88 C57 who judges or looks around has no tool that writes', () => {
    for (const { kind, tools } of agents.filter((one) => one.kind !== 'role')) {
      expect(kind).not.toBe('role');
      expect(tools.filter((tool) => !['Read', 'Grep', 'Glob', 'Bash'].includes(tool))).toEqual([]);
    }
  });

  test('C54 tests and code are written by different roles', () => {
    const placed = agents.filter(({ kind, phases }) => kind === 'role' && phases.length > 0);
    expect(placed.map(({ name, phases }) => [name, phases])).toEqual([
      ['implementer', ['green', 'implement', 'execute', 'work']],
      ['test-writer', ['red', 'tests']],
    ]);
  });

  const WORKERS = [
    ...['researcher', 'explorer', 'product-manager', 'architect', 'planner'],
    ...['implementer', 'developer', 'devops'],
  ];
  const JUDGES = [
    ...['analyst', 'plan-reviewer', 'keeper', 'tester', 'reviewer', 'security'],
    ...['code-quality', 'ux-dx', 'qa'],
  ];

  test.each(WORKERS)('X2 V44 M60 %s works, and is told what it does not do', (name) => {
    expect(agents.find((one) => one.name === name)).toMatchObject({ kind: 'role', receives: expect.any(Array) });
    expect(limitsOf(name, 'Limits').length).toBeGreaterThan(2);
  });

  test.each(JUDGES)('X2 V44 M60 %s judges, and is told what is no finding', (name) => {
    expect(agents.find((one) => one.name === name)).toMatchObject({ kind: 'reviewer' });
    expect(limitsOf(name, 'Not a finding').length).toBeGreaterThan(1);
  });

  test('X22 who explores reads the repository alone, cheaply; who researches looks outside of it', () => {
    const of = (name: string) => agents.find((one) => one.name === name)!;
    expect(of('explorer').tools).toEqual(['Read', 'Grep', 'Glob', 'Write']);
    expect(of('explorer').model).toBe('haiku');
    expect(of('researcher').tools).toEqual(expect.arrayContaining(['WebSearch', 'WebFetch']));
    for (const { name, tools } of agents.filter((one) => one.name !== 'researcher'))
      expect(
        tools.filter((tool) => tool.startsWith('Web')),
        name,
      ).toEqual([]);
  });

  test('V23 the gate of quality leaves layout, types and build to whoever did the task, V24 names the task, V25 and its cause', () => {
    const text = readFileSync(new URL('packs/code-quality.md', ROOT), 'utf8');
    expect(limitsOf('code-quality', 'Not a finding').join('\n')).toMatch(/Layout, types, lint and whether it compiles/);
    expect(text).toMatch(/`item` of the finding names that task/);
    expect(text).toMatch(/`reasoning` says why it fails/);
    expect(readFileSync(new URL('packs/planner.md', ROOT), 'utf8')).toMatch(/For an analysis of a failure: which task/);
  });

  test('M31 only what blocks sends a story back', () => {
    expect(readFileSync(new URL('packs/reviewer.md', ROOT), 'utf8')).toMatch(/Only a must-fix sends the story back/);
  });
});
