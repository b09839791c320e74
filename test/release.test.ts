import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { presetPackage } from '@flow/engine/policy/presets/package';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { fits } from '../scripts/release/installs.mjs';
import {
  ADDRESSED,
  addressed,
  type Manifest,
  manifests,
  nameOf,
  repositoryUrl,
  root,
} from '../scripts/release/manifests.mjs';
import { startRegistry } from '../scripts/release/registry.mjs';
import { rowsOf, sizeFaults, TABLE, weightFaults } from '../scripts/release/sizes.mjs';
import { contentFaults, manifestFaults } from '../scripts/release/tarball.mjs';
import { MANAGERS, NODES } from '../scripts/release/tools.mjs';

/* What a release looks for; `npx -y pnpm@12 release --dry-run` asks it of real tarballs, in real package managers. */

/** What the registry answers of a package. */
interface Document {
  'dist-tags': Record<string, string>;
  versions: Record<string, { dist: { tarball: string; integrity: string } }>;
}

const ADDRESS = repositoryUrl();

test.each(manifests())('36.1 $manifest.name leads to the address that package.json of the root names', (one) => {
  const { folder, manifest } = one;
  expect(manifest).toEqual(addressed(manifest, ADDRESS, path.basename(folder)));
  expect(manifestFaults({ ...manifest, exports: {}, dependencies: {} }, ADDRESS)).toEqual([]);
});

test('36.1 whatever names the address for its readers is written by `address`, too', () => {
  const name = nameOf(ADDRESS);
  expect(ADDRESS).toBe(`git+https://github.com/${name}.git`);
  const naming = execFileSync('git', ['grep', '-l', '-I', '-F', '-e', name], { cwd: root, encoding: 'utf8' });
  const texts = naming.split('\n').filter((file) => file !== '' && path.basename(file) !== 'package.json');
  expect(texts.toSorted()).toEqual(ADDRESSED.toSorted());
});

test('36.1 what a person types before the first release names every package, and the workflow that publishes', () => {
  const section = readFileSync(TABLE, 'utf8').split('## The first release')[1]!;
  const blocks = [...section.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(([, block]) => block!);
  const folder = mkdtempSync(path.join(tmpdir(), 'flow-first-'));
  try {
    // An npm that says what it was asked, and what a folder to be published holds.
    const npm = '#!/bin/sh\necho "$@" >>"$ASKED"\n[ "$1" != publish ] || cat "$2/package.json" >>"$ASKED"\n';
    writeFileSync(path.join(folder, 'npm'), npm);
    chmodSync(path.join(folder, 'npm'), 0o755);
    const asked = blocks.map((block, at) => {
      const log = path.join(folder, String(at));
      const env = { PATH: `${folder}${path.delimiter}${process.env.PATH}`, TMPDIR: folder, ASKED: log };
      expect(spawnSync('sh', ['-euc', block], { env, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
      return readFileSync(log, 'utf8').trim().split('\n');
    });
    const names = manifests().map(({ manifest }) => manifest.name);
    const [published = [], trusted = []] = asked;
    expect(published[0]).toBe('login');
    const sent = published.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
    expect(sent.map(({ name, version }) => `${name} ${version}`)).toEqual(names.map((name) => `${name} 0.0.0`));
    expect(published.filter((line) => /^publish \S+ --access public$/.test(line))).toHaveLength(names.length);

    const words = `--repo ${nameOf(ADDRESS)} --file release.yml --env npm --allow-publish --yes`;
    expect(trusted).toEqual(names.map((name) => `trust github ${name} ${words}`));
    const workflow = parse(readFileSync(path.join(root, '.github/workflows/release.yml'), 'utf8'));
    expect(workflow.jobs.publish.environment).toBe('npm');
    const [tag] = workflow.on.push.tags;
    expect(section).toContain(`\`${tag}\``);
    const starts = new RegExp(`^${tag.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);
    for (const [, one] of section.matchAll(/git push (?:-f )?origin (v[\d.]+)/g))
      expect(starts.test(one!)).toBe(one !== 'v0');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('36.1 what a packed manifest lacks is named', () => {
  const bare = {
    name: '@flow/x',
    version: '0.1.0',
    dependencies: { '@flow/core': 'workspace:^', yaml: 'catalog:', zod: '^4.0.0' },
    exports: { '.': { '@flow/source': './src/index.ts' } },
  };
  const faults = manifestFaults(bare, ADDRESS).join('\n');
  for (const word of ['description', 'license', 'engines', 'keywords', 'repository', 'homepage', 'bugs', 'provenance'])
    expect(faults).toContain(word);
  expect(faults).toContain('@flow/core has workspace:^');
  expect(faults).toContain('yaml has catalog:');
  expect(faults).not.toContain('zod');
  expect(faults).toContain('exports lead to the source');
});

test('36.1 files that nobody asked for, and files that are promised and missing', () => {
  const manifest = { name: '@flow/x', version: '0.1.0', bin: { x: './dist/x.js' }, exports: { './*': './dist/*.js' } };
  const fine = ['LICENSE', 'README.md', 'dist/x.js', 'package.json'];
  expect(contentFaults(fine, manifest)).toEqual([]);
  expect(contentFaults([...fine, 'src/x.ts', 'dist/x.test.js'], manifest)).toEqual([
    'src/x.ts is packed',
    'dist/x.test.js is packed',
  ]);
  expect(contentFaults(['package.json'], manifest)).toEqual([
    'LICENSE is missing',
    'README.md is missing',
    'dist/x.js is missing',
  ]);
});

test('36.1 the table of sizes has a row for each public package, and one that grew is named', () => {
  const rows = rowsOf(readFileSync(TABLE, 'utf8'));
  expect([...rows.keys()]).toEqual(manifests().map(({ manifest }) => manifest.name));
  const manifest: Manifest = { name: '@flow/x', version: '0.1.0' };
  const one = { name: '@flow/x', packed: 100_000, unpacked: 400_000, files: 3, manifest };
  const table = rowsOf('| `@flow/x` | 100 kB | 400 kB | 3 | nothing |\n');
  expect(sizeFaults(table, [one])).toEqual([]);
  expect(sizeFaults(table, [{ ...one, packed: 109_000 }])).toEqual([]);
  expect(sizeFaults(table, [{ ...one, packed: 112_000 }])).toEqual(['@flow/x: 112 kB packed, 100 kB in the table']);
  const needing = { ...one, manifest: { ...manifest, dependencies: { yaml: '^2.0.0' } } };
  expect(sizeFaults(table, [needing])).toEqual(['@flow/x needs `yaml`, nothing in the table']);
  expect(sizeFaults(table, [])).toEqual(['@flow/x has a row and no tarball']);
  expect(sizeFaults(new Map(), [one])).toEqual(['@flow/x has no row']);
});

test('35.5 an installation brings at most 3 MB of ours to a project', () => {
  const rows = rowsOf(readFileSync(TABLE, 'utf8'));
  const real = manifests().map(({ manifest }) => ({
    ...{ name: manifest.name, packed: rows.get(manifest.name)!.packed * 1000, manifest },
    ...{ unpacked: 0, files: 0 },
  }));
  expect(weightFaults(real)).toEqual([]);
  const made = (name: string, packed: number, ...needs: string[]) => {
    const manifest: Manifest = {
      name,
      version: '0.1.0',
      dependencies: Object.fromEntries(needs.map((one) => [one, '*'])),
    };
    return { name, packed, unpacked: 0, files: 1, manifest };
  };
  const low = made('@flow/low', 1_600_000);
  expect(weightFaults([low, made('@flow/high', 1_400_000, '@flow/low', 'foreign')])).toEqual([]);
  expect(weightFaults([low, made('@flow/high', 1_401_000, '@flow/low')])).toEqual([
    '@flow/high brings 3001 kB to a project, at most 3000 kB are allowed',
  ]);
  expect(weightFaults([made('@flow/a', 2_000_000, '@flow/b'), made('@flow/b', 900_000, '@flow/a')])).toEqual([]);
});

test('36.1 packages are tried with each manager on each Node that their engines allow', () => {
  expect(MANAGERS).toEqual(['npm', 'pnpm', 'yarn', 'bun']);
  expect(NODES).toEqual(['20.19', '22', '24', '26']);
  expect(NODES.filter((node) => fits('>=22.12', node))).toEqual(['22', '24', '26']);
  expect(NODES.filter((node) => fits('>=20.19', node))).toEqual(NODES);
  // On GitHub all pairs are tried; `--few` takes each of both once.
  const workflow = readFileSync(path.join(path.dirname(TABLE), '../.github/workflows/ci.yml'), 'utf8');
  expect(workflow).toMatch(/run: npx -y pnpm@12 release --dry-run$/m);
  for (const { manifest } of manifests()) expect(manifest.engines?.node).toMatch(/^>=(?:20\.19|22\.12)$/);
});

test('36.1 the registry of a dry run gives what was sent to it, once', async () => {
  const registry = await startRegistry();
  try {
    const data = Buffer.from('a tarball').toString('base64');
    const sent = {
      name: '@flow/x',
      'dist-tags': { latest: '0.1.0' },
      versions: { '0.1.0': { name: '@flow/x', version: '0.1.0' } },
      _attachments: { '@flow/x-0.1.0.tgz': { data } },
    };
    const put = () => fetch(`${registry.url}/@flow%2fx`, { method: 'PUT', body: JSON.stringify(sent) });
    expect((await fetch(`${registry.url}/@flow%2fx`)).status).toBe(404);
    expect((await put()).status).toBe(201);
    expect((await put()).status).toBe(409);
    const document = (await (await fetch(`${registry.url}/@flow%2fx`)).json()) as Document;
    expect(document['dist-tags']).toEqual({ latest: '0.1.0' });
    const { dist } = document.versions['0.1.0']!;
    expect(await (await fetch(dist.tarball)).text()).toBe('a tarball');
    expect(dist.integrity).toMatch(/^sha512-/);
    expect((await fetch(`${registry.url}/@flow/x/-/0.2.0.tgz`)).status).toBe(404);
    expect((await fetch(`${registry.url}/@flow%2fx`, { method: 'PUT', body: '{' })).status).toBe(400);
  } finally {
    await registry.close();
  }
});

test('36.4 the registry of a dry run has names without a scope, and leads to another one for what it does not have', async () => {
  const others = await startRegistry();
  const registry = await startRegistry({ others: `${others.url}/` });
  try {
    for (const [name, { url }] of [['flow-preset-x', registry] as const, ['left', others] as const]) {
      const body = {
        name,
        'dist-tags': { latest: '0.1.0' },
        versions: { '0.1.0': { name, version: '0.1.0' } },
        _attachments: { [`${name}-0.1.0.tgz`]: { data: Buffer.from(name).toString('base64') } },
      };
      expect((await fetch(`${url}/${name}`, { method: 'PUT', body: JSON.stringify(body) })).status).toBe(201);
    }
    for (const [name, from] of [['flow-preset-x', registry.url] as const, ['left', others.url] as const]) {
      const document = (await (await fetch(`${registry.url}/${name}`)).json()) as Document;
      const { tarball } = document.versions['0.1.0']!.dist;
      expect(tarball.startsWith(from)).toBe(true);
      expect(await (await fetch(tarball)).text()).toBe(name);
    }
    expect((await fetch(`${registry.url}/nobody-has-it`)).status).toBe(404);
    expect((await fetch(`${others.url}/flow-preset-x`)).status).toBe(404);
  } finally {
    await Promise.all([registry.close(), others.close()]);
  }
});

test('36.4 the example of a preset has the files that `preset new` writes, and their dependencies', () => {
  const folder = path.join(path.dirname(TABLE), '../examples/preset-example');
  const written = presetPackage('flow-preset-perl', '0.1.0');
  const listed = globSync(['*.*', 'src/*', 'test/*'], { cwd: folder, exclude: ['preset.json', '*.tgz'] });
  expect([...listed, '.gitignore'].toSorted()).toEqual(Object.keys(written).toSorted());
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const { description: _, keywords: __, ...manifest } = JSON.parse(read('package.json'));
  expect(JSON.parse(written['package.json']!)).toMatchObject(manifest);
  expect(read('build.mjs')).toBe(written['build.mjs']);
});
