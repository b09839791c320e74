import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { defineConfig, type Options } from '../../scripts/build.js';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

const at = (file: string) => new URL(file, import.meta.url);
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { version: string };
const runners = readdirSync(at('src/runners')).filter((name) => existsSync(at(`src/runners/${name}/runner.ts`)));

/** The name of a runner as it is exported, by its folder. */
const REGISTRY = readFileSync(at('src/runners/index.ts'), 'utf8');
const nameOf = (runner: string) => new RegExp(`\\{ (\\w+) \\} from '\\./${runner}/runner\\.js'`).exec(REGISTRY)![1]!;

/** A constant of a module, whose value is worked out when the module is loaded. */
const CONSTANT =
  /^((?:export )?const \w+(?:: [^=]+?)?) =(?!>)\s+(?!(?:async )?(?:function|class)\b|\(|\/[^/*]|\w+ =>)([^;]*?[(.][\s\S]*?);(?=\n(?:\n|$|[^\s)\]}|]))/gm;

/**
 * Puts what modules work out when they are loaded into functions, which are then marked as free of effects, so that a
 * bundler drops what nobody uses from the one file that has them all.
 */
const PURE: Plugin = {
  name: 'pure',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/]registry\.ts$/ }, ({ path }) => ({
      // An object of a module's names keeps all of them in a bundle, and a list does not.
      contents: readFileSync(path, 'utf8')
        .replace('import * as all from', `import { ${runners.map(nameOf).join(', ')} } from`)
        .replace('Object.values(all)', `[${runners.map(nameOf).join(', ')}]`),
      loader: 'ts',
    }));
    build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(CONSTANT, '$1 = (() => ($2))();'),
      loader: 'ts',
    }));
  },
};

/** What the program uses of the library it finds in the library's own file. */
const SHARED: Plugin = {
  name: 'shared',
  setup(build) {
    build.onResolve({ filter: /^\.\.\// }, ({ importer }) =>
      /[\\/]src[\\/]bin[\\/]/.test(importer) ? { path: './everything.js', external: true } : undefined,
    );
  },
};

/** Marks them: a file without spaces has no comments until now. */
function markPure(): void {
  const file = at('dist/everything.js');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('=(()=>', '=/* @__PURE__ */(()=>'));
}

/** The doors of the package: each gives a part of the one file. */
async function writeDoors(): Promise<void> {
  const valuesOf = async (module: Promise<object>) => Object.keys(await module).sort();
  const doors: Record<string, readonly string[]> = {
    'index.js': await valuesOf(import('./src/index.js')),
    'kit.js': await valuesOf(import('./src/kit.js')),
    'writers/index.js': await valuesOf(import('./src/writers/index.js')),
    'runners/index.js': [...runners.map(nameOf), 'RUNNERS'],
    ...Object.fromEntries(runners.map((runner) => [`runners/${runner}/runner.js`, [nameOf(runner)]])),
  };
  for (const [door, names] of Object.entries(doors)) {
    const up = '../'.repeat(door.split('/').length - 1) || './';
    mkdirSync(at(`dist/${door.replace(/[^/]+$/, '')}`), { recursive: true });
    writeFileSync(at(`dist/${door}`), `export { ${names.join(', ')} } from '${up}everything.js';\n`);
  }
  // The schema of a Report for other tools, from the same source as the export.
  const { REPORT_SCHEMA } = (await import('./src/schema.js')) as typeof import('./src/schema.js');
  writeFileSync(at('dist/report.schema.json'), `${JSON.stringify(REPORT_SCHEMA, null, 2)}\n`);
}

export default defineConfig([
  {
    // One file, as Node loads one in a third of the time that it takes for a hundred.
    entry: ['src/everything.ts'],
    format: ['esm'],
    platform: 'neutral',
    target: 'node20',
    splitting: false,
    esbuildPlugins: [PURE],
    esbuildOptions(options) {
      // Nothing more, which would unfold what is marked.
      options.minifyWhitespace = true;
      options.minifyIdentifiers = true;
    },
    clean: true,
    async onSuccess() {
      markPure();
      await writeDoors();
    },
  },
  {
    entry: { 'flow-parse': 'src/bin/flow-parse.ts' },
    format: ['cjs'],
    outExtension: () => ({ js: '.cjs' }),
    external: ['./program.js'],
    platform: 'node',
    target: 'node20',
    splitting: false,
    minify: true,
  },
  {
    entry: { program: 'src/bin/program.ts' },
    format: ['esm'],
    platform: 'node',
    target: 'node20',
    splitting: false,
    minify: true,
    esbuildPlugins: [SHARED],
    define: { FLOW_VERSION: JSON.stringify(version) },
  },
]);
