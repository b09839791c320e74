import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { manifests } from '../scripts/release/manifests.mjs';

/* What must hold for the repository itself, on any machine. */

const root = fileURLToPath(new URL('..', import.meta.url));
const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' });

describe('no file knows the machine that it was made on', () => {
  // Written in parts, so that this file does not hold what it looks for.
  const forbidden = [
    ['the folder of a work tree', `/wo${'rk'}/`],
    ['the home of root', `/ro${'ot'}/`],
    ['the npm registry', `registry.${'npmjs'}`],
    ['a mirror of it', `npm${'mirror'}`],
    ['a proxy of packages', `arti${'factory'}`],
    ['another proxy', `/nex${'us'}/repository`],
  ] as const;

  test.each(forbidden)('%s', (_what, text) => {
    let files = '';
    try {
      files = git('grep', '-l', '-I', '-F', '-e', text);
    } catch (error) {
      // git grep answers 1 when it finds nothing.
      expect((error as { status: number }).status).toBe(1);
    }
    expect(files.split('\n').filter((file) => file !== '')).toEqual([]);
  });

  test('the lock file names no place to download from', () => {
    expect(readFileSync(path.join(root, 'pnpm-lock.yaml'), 'utf8')).not.toMatch(/tarball:|https?:\/\//);
  });
});

describe('the lock file is for every system', () => {
  const lock = readFileSync(path.join(root, 'pnpm-lock.yaml'), 'utf8');
  const locked = new Map(
    [...lock.matchAll(/^ {2}'?(@?[\w./-]+)@(\d[^:'(]*)'?:$/gm)].map((match) => [match[1]!, match[2]!]),
  );
  const families = {
    turbo: ['@turbo/darwin-arm64', '@turbo/windows-64'],
    '@biomejs/biome': ['@biomejs/cli-darwin-arm64', '@biomejs/cli-win32-x64'],
    esbuild: ['@esbuild/darwin-arm64', '@esbuild/win32-x64'],
    rollup: ['@rollup/rollup-darwin-arm64', '@rollup/rollup-win32-x64-msvc'],
    rolldown: ['@rolldown/binding-darwin-arm64', '@rolldown/binding-win32-x64-msvc'],
    lightningcss: ['lightningcss-darwin-arm64', 'lightningcss-win32-x64-msvc'],
    pagefind: ['@pagefind/darwin-arm64', '@pagefind/windows-x64'],
    satteri: ['@bruits/satteri-darwin-arm64', '@bruits/satteri-win32-x64-msvc'],
    '@astrojs/compiler-rs': ['@astrojs/compiler-binding-darwin-arm64', '@astrojs/compiler-binding-win32-x64-msvc'],
    typescript: ['@typescript/typescript-darwin-arm64', '@typescript/typescript-win32-x64'],
  };
  const present = Object.entries(families).filter(([name]) => locked.has(name));

  test('the families that are used are looked at', () => {
    expect(present.map(([name]) => name)).toEqual(
      expect.arrayContaining(['turbo', '@biomejs/biome', 'esbuild', 'typescript', 'pagefind']),
    );
  });

  test.each(present)('%s comes with its parts for macOS and Windows', (name, parts) => {
    const own = locked.get(name);
    for (const part of parts) expect(locked.get(part), part).toBe(own);
  });
});

// One that also names a private package stops every release: `changeset version` refuses to mix the two.
test('changesets name packages that are published, and no others', () => {
  const files = (pattern: string) => git('ls-files', pattern).split('\n').filter(Boolean);
  const text = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const packages = files('packages/*/package.json').map((file) => JSON.parse(text(file)));
  const published = packages.filter((one) => !one.private).map(({ name }) => name);
  const named = files('.changeset/*.md').map((file) => {
    const names = [
      ...text(file)
        .split('---')[1]!
        .matchAll(/^['"]?(@?[\w./-]+)['"]?: (?:patch|minor|major)$/gm),
    ];
    return { file, names: names.map((match) => match[1]!) };
  });
  expect(published).toContain('@flow/hooks');
  expect(named.filter(({ names }) => names.length === 0 || !names.every((one) => published.includes(one)))).toEqual([]);
});

// `changeset version` takes these files away and gives the versions; from then on there is nothing of this kind to hold.
test('36.1 a package without a version has a changeset of its name: its first release in two sentences of its README', () => {
  const text = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const inOneLine = (long: string) => long.replace(/\s+/g, ' ').trim();
  for (const { folder, manifest } of manifests().filter((one) => one.manifest.version === '0.0.0')) {
    const file = `.changeset/${path.basename(folder)}.md`;
    const [, said] = text(file).split(`---\n'${manifest.name}': minor\n---\n\nFirst release\n\n`);
    expect(said, `${file} names ${manifest.name} alone, and says "First release"`).toBeDefined();
    const sentences = inOneLine(said!).split(/(?<=\.) (?=[A-Z`])/);
    expect(sentences, file).toHaveLength(2);
    const readme = inOneLine(text(`packages/${path.basename(folder)}/README.md`));
    for (const sentence of sentences) expect(readme).toContain(sentence);
  }
});

test('the agents read one file', () => {
  expect(readFileSync(path.join(root, 'CLAUDE.md'), 'utf8').trim().split('\n')).toHaveLength(1);
  expect(readFileSync(path.join(root, 'CLAUDE.md'), 'utf8')).toContain('AGENTS.md');
  expect(readFileSync(path.join(root, 'AGENTS.md'), 'utf8').split('\n').length).toBeLessThan(60);
});

test('36.3 each test that the page on other systems names is there, and asks for one of them', () => {
  const page = readFileSync(path.join(root, 'docs/platforms.md'), 'utf8');
  const named = [...page.matchAll(/`(packages\/[\w./-]+\.test\.ts)`/g)].map(([, file]) => file!);
  expect(new Set(named).size).toBeGreaterThan(5);
  const subject = /36\.3|win32|darwin|crlf|\\r|is taken over|\.\.\/other/i;
  expect(named.filter((file) => !subject.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
});
