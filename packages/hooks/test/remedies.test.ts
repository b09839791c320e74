import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Finding } from '@flow/core';
import * as places from '@flow/engine/places/places';
import { FINDING_WORDS, formatFinding } from '@flow/engine/words/finding-words';
import { describe, expect, test } from 'vitest';
import { cli, packageRoot, project, QUICK, start, workspaceRoot } from './kit.js';

/* Whoever follows a refusal is not refused again: every command that any text of ours names is asked about. */

const source = (file: string) => readFileSync(path.join(workspaceRoot, 'packages', file), 'utf8');

/** Every code that has words. */
const CODES = Object.keys(FINDING_WORDS);

/** What stands in a text because it happened: no advice. */
const FACTS = {
  spelled: 'a spelled fact',
  branch: 'a-branch',
  ranCommand: 'a command that ran',
  name: 'A_VARIABLE',
  phase: 'a-phase',
  path: 'a/path.txt',
  judge: 'a-judge',
  first: 'a command before',
  last: 'a command behind',
};

/** Arguments for the words of any code; `command` is advice, and so is what `instead` says. */
const ARGS = {
  ...FACTS,
  ...{ suite: 'pytest:.', question: 'test', outcome: 'failed', gate: 'shape', title: 'Shape', target: 'other' },
  ...{ command: QUICK.test, tree: 'c'.repeat(40), why: 'so it is', what: 'something', by: 'black', marker: 'STUB:TDD' },
  ...{ check: 'ruff', class: 'source', open: ['test'], files: ['a.py'], paths: ['a.py'], changed: ['a.py'] },
  ...{ other: 'a/path.txt', moves: 'git mv a/1_x.sql a/2_x.sql', places: ['a.ts:1 no-log: Use the logger.'] },
  ...{ codes: ['X'], person: 'Anne', reason: 'why', digests: ['d'], destination: 'main', launcher: 'flow.cjs' },
} satisfies Finding['args'];

/** Words between back ticks that are no commands. */
const NAMES = new Set([
  ...[
    '.env.example',
    'edits.withoutPhase',
    '--base <commit>',
    '<from>..<commit>',
    "--setup '<command>'",
    '--timeout <seconds>',
  ],
]);

const INSTEAD = Object.values(places as Record<string, unknown>).flatMap((one) =>
  typeof one === 'object' && one !== null && 'instead' in one ? [String(one.instead)] : [],
);

interface Remedy {
  from: string;
  command: string;
  /** The sentence says that a person does it. */
  personal: boolean;
}

/** Commands in a text, each with its sentence. */
function remediesIn(from: string, text: string): Remedy[] {
  return text.split(/\.\s+(?=[A-Z`])/).flatMap((sentence) =>
    [...sentence.matchAll(/`([^`]*)`/g)].flatMap(([, span = '']) => {
      const isFact = Object.values(FACTS).includes(span) || span === ARGS.target;
      if (isFact || NAMES.has(span)) return [];
      return [{ from, command: span, personal: /\bperson\b/i.test(sentence) }];
    }),
  );
}

/** All that the words of findings advise. */
const advised = CODES.flatMap((code) =>
  ['', ...INSTEAD].flatMap((instead) => {
    const finding: Finding = { code, level: 'block', path: FACTS.path, args: { ...ARGS, instead } };
    return remediesIn(code, formatFinding(finding, Date.now()));
  }),
);

/** Read by the person who typed something, and by nobody else. */
const FOR_THE_PERSON = new Set(['engine/src/handle/prompts/typed-approval.ts']);

/** Our own commands in the other texts that a refusal or a remark is made of. */
function inSources(): Remedy[] {
  const rooms = ['judges', 'handle', 'recording', 'run/overrides', 'policy', 'text'].map(
    (room) => `engine/src/${room}`,
  );
  const files = [...rooms, 'hooks/src/entry'].flatMap((folder) =>
    readdirSync(path.join(workspaceRoot, 'packages', folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      path.join(folder, name),
    ),
  );
  return [...files, 'engine/src/engine.ts', 'hooks/src/bin/hook.ts', 'engine/src/places/launcher.ts']
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      source(file)
        .split('\n')
        .filter((line) => !/^\s*(\*|\/\*|\/\/)/.test(line))
        .flatMap((line) =>
          [...line.matchAll(/\bnpx flow-hooks [a-z-]+(?: --?[a-z-]+)*/g)].map(([command]) => ({
            from: file,
            command,
            personal: FOR_THE_PERSON.has(file) || /\bperson\b/i.test(line),
          })),
        ),
    );
}

const unique = (all: Remedy[]) => [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];

/** Only a person runs these, and each text that names one says so. */
const PERSON_ONLY = /\bflow-hooks (?:apply|approve|allow|rotate-key|uninstall)\b/;

describe('D40 every command that a text of ours names', () => {
  const all = unique([...advised, ...inSources()]);

  test('is found: words have commands, and none is empty', () => {
    expect(CODES.length).toBeGreaterThan(40);
    expect(INSTEAD.length).toBeGreaterThan(3);
    expect(all.length).toBeGreaterThan(20);
    for (const { from, command } of all) expect(command.trim(), from).not.toBe('');
  });

  test("that is a person's is said to be", () => {
    const told = all.filter(({ command }) => PERSON_ONLY.test(command));
    expect(told.length).toBeGreaterThan(2);
    for (const one of told) expect(one, JSON.stringify(one)).toMatchObject({ personal: true });
  });

  test('and that an agent may run passes every guard, once the tests are green', () => {
    const repo = project(QUICK);
    expect(cli(repo, ['install']).status).toBe(0);
    repo.commit('guarded');
    repo.git('branch', 'other');
    const it = start(repo);
    repo.write(...QUICK.fixed);
    repo.commit('change');
    expect(it.bash(QUICK.test)).toMatchObject({ refused: null, exit: 0 });
    const free = all.filter(({ command }) => !PERSON_ONLY.test(command));
    expect(free.length).toBeGreaterThan(15);
    const refused = free.flatMap(({ from, command }) => {
      const { refused: why } = it.tool('Bash', { command });
      return why === null ? [] : [`${from}: ${command}: ${why}`];
    });
    expect(refused).toEqual([]);
  });
});

/** The commands that the text of each agent names; what it leaves open stands for something that is there. */
const inPacks = readdirSync(path.join(packageRoot, '../agents/packs')).flatMap((file) =>
  [
    ...readFileSync(path.join(packageRoot, '../agents/packs', file), 'utf8').matchAll(
      /`((?:git|go|cargo|tsc) [^`]+)`/g,
    ),
  ].map(([, command = '']) => ({
    agent: path.basename(file, '.md'),
    command: command.replace('<base>', 'main').replace(/<(?:file|folder|those)>/, QUICK.fixed[0]),
  })),
);

test('D88 every command that the text of an agent names is open to that agent', () => {
  const repo = project(QUICK);
  expect(inPacks.length).toBeGreaterThan(20);
  const refused = inPacks.flatMap(({ agent, command }) => {
    const { refused: why } = start(repo, { agent: { id: agent, type: `flow-${agent}` } }).tool('Bash', { command });
    return why === null ? [] : [`${agent}: ${command}: ${why}`];
  });
  expect(refused).toEqual([]);
});
