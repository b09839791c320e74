import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/* Whoever ships the code of others ships the text of their licences with it. */

const packages = path.join(import.meta.dirname, '../packages');
const NOTICES = 'dist/THIRD-PARTY-LICENSES.txt';

/** Packages of others that are part of built files, by the package of ours that ships these. */
const BUNDLED: Readonly<Record<string, readonly string[]>> = {
  'shell-effects': ['unbash'],
  hooks: ['diff', 'jsonc-parser', 'mdast-util-from-markdown', 'micromark', 'picomatch', 'unbash', 'yaml', 'zod'],
  cli: ['@bomb.sh/tab', '@clack/prompts', 'commander', 'execa', 'undici', 'yaml', 'zod'],
};

interface Manifest {
  private?: boolean;
  files?: readonly string[];
  dependencies?: Readonly<Record<string, string>>;
}

const manifestOf = (name: string) =>
  JSON.parse(readFileSync(path.join(packages, name, 'package.json'), 'utf8')) as Manifest;

describe('the licences of bundled packages', () => {
  test.each(Object.entries(BUNDLED))('%s packs the text of each', (name, bundled) => {
    const { files = [] } = manifestOf(name);
    expect(files.includes('dist') || files.includes(NOTICES)).toBe(true);
    const notices = readFileSync(path.join(packages, name, NOTICES), 'utf8').split(`\n${'-'.repeat(80)}\n\n`);
    for (const one of bundled) {
      const notice = notices.find((text) => text.startsWith(`${one} `));
      expect(notice, one).toMatch(/^\S+ \d+\.\d+\.\d+\S* \([\w .-]+\)\n[\s\S]*copyright[\s\S]*permi/i);
      expect(notice?.length, one).toBeGreaterThan(500);
    }
  });

  test('every other public package imports those of others as its dependencies', () => {
    const others = readdirSync(packages).filter((name) => !manifestOf(name).private && !Object.hasOwn(BUNDLED, name));
    expect(others).toContain('core');
    for (const name of others) {
      const folder = path.join(packages, name);
      const built = readdirSync(path.join(folder, 'dist'), { recursive: true, encoding: 'utf8' });
      const sources = built
        .filter((file) => file.endsWith('.js.map'))
        .flatMap((file) => (JSON.parse(readFileSync(path.join(folder, 'dist', file), 'utf8')) as Sources).sources);
      expect(sources.filter((source) => source.includes('node_modules/'))).toEqual([]);
      if (sources.length === 0) expect(manifestOf(name).dependencies ?? {}, name).toEqual({});
    }
  });
});

interface Sources {
  sources: string[];
}
