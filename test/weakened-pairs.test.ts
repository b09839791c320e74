import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/*
 * The pairs that measure what finds weakened tests keep their format. Messages name ids alone, as the hidden half
 * is not for reading.
 */

const folder = fileURLToPath(new URL('fixtures/weakened', import.meta.url));

interface Pair {
  id: string;
  language: string;
  label: 'weakened' | 'honest';
  kind: string;
  note: string;
  base: string;
  before: Readonly<Record<string, string>>;
  after: Readonly<Record<string, string | null>>;
}

const HALVES = ['open', 'hidden'] as const;

const pairs = HALVES.flatMap((half) =>
  readdirSync(path.join(folder, half)).flatMap((file) =>
    readFileSync(path.join(folder, half, file), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => ({ ...(JSON.parse(line) as Pair), half, file })),
  ),
);

const fresh = readdirSync(path.join(folder, 'fresh')).flatMap((file) =>
  readFileSync(path.join(folder, 'fresh', file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => ({ ...(JSON.parse(line) as Pair), file })),
);

const commits = readFileSync(path.join(folder, 'commits.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Record<string, string>);

const readme = readFileSync(path.join(folder, 'README.md'), 'utf8');

const idsOf = (wrong: typeof pairs) => wrong.map(({ id }) => id);

describe('37.1: pairs of weakened and honest changes', () => {
  test('there are at least 150 of each label', () => {
    for (const label of ['weakened', 'honest'])
      expect(pairs.filter((pair) => pair.label === label).length).toBeGreaterThanOrEqual(150);
  });

  test('each has an id of its own, and is in the file of its language', () => {
    expect(new Set(idsOf(pairs)).size).toBe(pairs.length);
    expect(idsOf(pairs.filter(({ language, file }) => file !== `${language}.jsonl`))).toEqual([]);
  });

  test('the digest of the id chooses the half', () => {
    const halfOf = (id: string) => HALVES[createHash('sha256').update(id).digest()[0]! & 1];
    expect(idsOf(pairs.filter(({ id, half }) => half !== halfOf(id)))).toEqual([]);
  });

  test('what differs is named after the change, and nothing else', () => {
    const differs = ({ before, after }: Pair) =>
      Object.keys(after).length > 0 && Object.entries(after).every(([file, text]) => text !== (before[file] ?? null));
    expect(idsOf(pairs.filter((pair) => !differs(pair)))).toEqual([]);
  });

  test('each says in words what was done', () => {
    expect(idsOf(pairs.filter(({ note, base }) => note.length < 3 || base === ''))).toEqual([]);
  });

  test('no kind is both weakened and honest', () => {
    const kinds = (label: string) => new Set(pairs.filter((pair) => pair.label === label).map(({ kind }) => kind));
    expect([...kinds('weakened')].filter((kind) => kinds('honest').has(kind))).toEqual([]);
  });

  test('fresh sets have at least 60 pairs, each with an id of its own, and the README says how many of a label', () => {
    const ids = [...pairs, ...fresh].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const file of new Set(fresh.map((one) => one.file))) {
      const of = (label: string) => fresh.filter((one) => one.file === file && one.label === label).length;
      expect(of('weakened') + of('honest'), file).toBeGreaterThanOrEqual(60);
      expect(readme).toMatch(
        new RegExp(`^\\| \`${file}\` \\| \\d+ of ${of('weakened')} \\| \\d+ of ${of('honest')} \\|$`, 'm'),
      );
    }
  });

  test('commits of public projects are named, with nothing of their text', () => {
    const isNamed = ({ project, commit, path: file, label, kind, ...rest }: Record<string, string>) =>
      /^[\w.-]+\/[\w.-]+$/.test(project!) &&
      /^[0-9a-f]{40}$/.test(commit!) &&
      /^[\w./@-]+$/.test(file!) &&
      /^(?:weakened|honest)$/.test(label!) &&
      /^[a-z]+(?:-[a-z]+)*$/.test(kind!) &&
      Object.keys(rest).length === 0;
    expect(commits.filter((one) => !isNamed(one))).toEqual([]);
    const of = (label: string) => commits.filter((one) => one.label === label).length;
    expect(readme).toContain(`names ${commits.length} changes`);
    expect(readme).toContain(`${of('weakened')} are weakened as this set has it`);
    expect(readme).toContain(`and ${of('honest')} honest`);
    expect(new Set(commits.map(({ project }) => project)).size).toBeGreaterThanOrEqual(10);
  });

  test('the README counts as the files do', () => {
    const count = (language: string, label: string, half: string) =>
      pairs.filter((pair) => pair.language === language && pair.label === label && pair.half === half).length;
    for (const language of new Set(pairs.map((pair) => pair.language))) {
      const counts = ['weakened', 'honest'].flatMap((label) => HALVES.map((half) => count(language, label, half)));
      expect(readme).toContain(`| ${[language, ...counts].join(' | ')} |\n`);
    }
    for (const label of ['Weakened', 'Honest']) {
      const of = pairs.filter((pair) => pair.label === label.toLowerCase());
      const kinds = [...new Set(of.map(({ kind }) => kind))].sort();
      const counted = kinds.map((kind) => `\`${kind}\` ${of.filter((pair) => pair.kind === kind).length}`);
      expect(readme).toContain(`${label} kinds: ${counted.join(', ')}.\n`);
    }
  });
});
