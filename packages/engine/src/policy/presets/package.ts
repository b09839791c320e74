/* The files of a package with a new preset. They build and pass their tests as they are, so that every change can be tried. */

const NAME = /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

/** Tells why a word is no name for a package; null when it is one. */
export function packageNameFault(name: string): string | null {
  if (name.length > 200 || !NAME.test(name)) return 'is not an npm package name, such as flow-preset-perl';
  return idOf(name) === null ? 'contains no stack name, such as `perl` in flow-preset-perl' : null;
}

/** Returns the stack's name in that of a package. */
function idOf(name: string): string | null {
  const base = name.slice(name.lastIndexOf('/') + 1).replace(/^(?:flow-)?preset-/, '');
  return /^[a-z][a-z0-9-]{0,39}$/.test(base) ? base : null;
}

/**
 * Returns the texts of a new package by path.
 * @param name one without a fault
 * @param version of `@flow/core`
 */
export function presetPackage(name: string, version: string): Record<string, string> {
  const id = idOf(name)!;
  return {
    'package.json': manifest(name, id, version),
    'src/index.ts': source(id),
    'test/preset.test.mjs': tests(id),
    'build.mjs': BUILD,
    'tsconfig.json': TSCONFIG,
    '.gitignore': 'node_modules\ndist\n',
    'README.md': readme(name, id),
  };
}

const titleOf = (id: string) => id.charAt(0).toUpperCase() + id.slice(1);

function manifest(name: string, id: string, version: string): string {
  const data = {
    name,
    version: '0.1.0',
    description: `@flow preset for ${titleOf(id)}`,
    keywords: ['flow-preset'],
    license: 'MIT',
    type: 'module',
    files: ['preset.json'],
    exports: { '.': './preset.json', './preset.json': './preset.json', './package.json': './package.json' },
    engines: { node: '>=20.19' },
    scripts: {
      build: 'tsc && node build.mjs',
      test: 'npm run build && node --test test/preset.test.mjs',
      prepack: 'npm test',
    },
    devDependencies: { '@flow/core': `^${version}`, '@flow/hooks': `^${version}`, typescript: '^7.0.0' },
  };
  return `${JSON.stringify(data, null, 2)}\n`;
}

const TSCONFIG = `{
  "compilerOptions": {
    "target": "es2023",
    "module": "nodenext",
    "strict": true,
    "skipLibCheck": true,
    "types": [],
    "rootDir": "src",
    "outDir": "dist"
  },
  "include": ["src"]
}
`;

const BUILD = `// Writes preset.json: all that is published, and all that @flow reads.
import { writeFileSync } from 'node:fs';
import { presetJson } from '@flow/core/preset';
import { preset } from './dist/index.js';

writeFileSync(new URL('preset.json', import.meta.url), presetJson(preset));
`;

const source = (id: string) => `import { definePreset } from '@flow/core';

/** What @flow needs to know about ${titleOf(id)}, as plain data. Change the names below to those of the stack, and the samples in test/. */
export const preset = definePreset({
  id: '${id}',
  title: '${titleOf(id)}',
  version: '1',
  // A folder that holds one of these files is a project. \`match: 'all'\` asks for all of them.
  markers: [{ file: '${id}.json' }],
  // The first class that matches wins, in this order. A glob without a slash speaks of names in any folder.
  classes: {
    generated: ['build/**', '**/build/**'],
    test: ['*_test.${id}', 'tests/**', '**/tests/**'],
    build: ['${id}.json', '${id}.lock'],
    source: ['*.${id}'],
    // No test can depend on these; when in doubt, it is source.
    document: ['*.md', 'docs/**', 'LICENSE*'],
  },
  runners: [
    {
      // The name of a runner whose output @flow reads (pytest, go, jest and so on), without \`proof\`;
      // or one that it does not know: then the exit code alone is the proof.
      id: '${id}-test',
      proof: 'exit',
      command: '${id} test',
      invocations: [['${id}', 'test']],
      selection: {
        valued: ['--seed'],
        byName: ['--only', '--filter'],
        partial: ['--exclude', '--fail-fast'],
        nothing: ['--list', '--help', '--version'],
        everything: [],
        positional: 'paths',
      },
      units: { kind: 'file', tests: ['*_test.${id}'] },
      innerRoots: 'covered',
      environment: [],
    },
  ],
  // Where the runners do not say it.
  commands: { build: '${id} build', coverage: '${id} test --coverage' },
  coverage: { S: 70, M: 75, L: 80, XL: 85 },
  conventions: [
    {
      name: 'no-debug',
      files: ['*.${id}'],
      tests: false,
      message: 'Output for debugging was left behind.',
      severity: 'warn',
      how: { text: 'debug(', unless: '// debug:' },
    },
  ],
});
`;

const tests = (id: string) => `import { test } from 'node:test';
import { testPreset } from '@flow/core/testing';
import { playPreset } from '@flow/hooks/testing';
import { preset } from '../dist/index.js';

const samples = {
  projects: [{ '${id}.json': '{}' }, { 'services/api/${id}.json': '{}' }],
  others: [{ 'package.json': '{}' }, { 'build/x/${id}.json': '{}' }],
  paths: {
    source: ['main.${id}', 'lib/sum.${id}'],
    test: ['sum_test.${id}', 'tests/sum_test.${id}'],
    build: ['${id}.json', '${id}.lock'],
    generated: ['build/main.${id}'],
    document: ['README.md'],
    other: ['.env'],
  },
  conventions: {
    'no-debug': {
      file: 'lib/sum.${id}',
      breaks: ['  debug(total)'],
      holds: ['  log(total)', '  debug(total) // debug: shown to the person'],
      leaves: ['tests/sum_test.${id}'],
    },
  },
};

// What it says of itself, and then the whole way: refused without a run, refused after a red one, pushed after a green one.
const tests = [...testPreset(preset, samples), ...playPreset(preset, samples)];
for (const { name, run } of tests) test(name, () => run());
`;

const readme = (name: string, id: string) => `# ${name}

The \`@flow\` preset for ${titleOf(id)}, as data: \`preset.json\`. No code of this package runs.

## Use

\`\`\`sh
npm install --save-dev ${name}
\`\`\`

\`\`\`yaml
# flow.config.yaml
presets: [${name.startsWith('@') ? `'${name}'` : name}]
\`\`\`

A preset is part of the policy. A person puts it into force with \`flow-hooks apply\`, and again when it changes. With its digest in the configuration, every clone and CI take it without being asked:

\`\`\`yaml
presets:
  - package: '${name}'
    sha256: … # flow-hooks preset show ${id}
\`\`\`

## Change

\`\`\`sh
npm install
npm test # builds preset.json from src/index.ts, and tries it on the samples in test/
\`\`\`

## Publish

1. Set \`version\` in \`package.json\`; a change of what is judged is a change for every user.
2. \`npm pack --dry-run\` shows what is published: \`preset.json\`, \`package.json\` and this file.
3. \`npm publish --access public\`. From CI, with trusted publishing, npm adds the provenance by itself.
`;
