import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/* The source files of the packages and what each imports, for the tests of circles and floors. */

const root = fileURLToPath(new URL('..', import.meta.url));

/** Source files, and what each says. */
type Sources = ReadonlyMap<string, string>;
export type Imports = ReadonlyMap<string, readonly string[]>;

/** A module that a file imports or passes on: at the start of a line, by `import()`, or as the type of one. */
const STATEMENT = /^(?:import|export)\b[^;'"`]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm;

/** The modules that a source names. Comments name none, and neither do texts that a program writes. */
export function modulesOf(source: string): string[] {
  const code = source
    .replace(/^\s*(?:\/\*\*?[\s\S]*?\*\/|\/\/.*)$/gm, '')
    .replace(/`(?:import|export)\b(?:[^`\\]|\\.)*`/gs, '``');
  return [...code.matchAll(STATEMENT)].map((match) => (match[1] ?? match[2] ?? match[3])!);
}

/** The imports between the files of `sources`; `doorOf` gives the file behind an export of our packages. */
export function importsOf(sources: Sources, doorOf: (name: string) => string | undefined): Imports {
  const imports = new Map<string, string[]>();
  for (const [file, source] of sources) {
    const named = modulesOf(source).flatMap((name) => {
      if (!name.startsWith('.')) return doorOf(name) ?? [];
      const target = path.posix.join(path.posix.dirname(file), name).replace(/\.js$/, '.ts');
      return sources.has(target) ? target : [];
    });
    imports.set(file, [...new Set(named)]);
  }
  return imports;
}

/** Every source file of the packages that is no test, relative to the repository. */
export const files = globSync('packages/*/src/**/*.ts', { cwd: root })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => !/\.test(?:-d)?\.ts$/.test(file) && !file.includes('/fixtures/'));
export const sources: Sources = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));

const doors = new Map<string, string>();
for (const manifest of globSync('packages/*/package.json', { cwd: root })) {
  const { name, exports = {} } = JSON.parse(readFileSync(path.join(root, manifest), 'utf8'));
  for (const [door, target] of Object.entries<{ '@flow/source'?: string }>(exports)) {
    const source = target['@flow/source'];
    if (!source) continue;
    const folder = path.posix.dirname(manifest.replaceAll(path.sep, '/'));
    doors.set(path.posix.join(name, door), path.posix.join(folder, source));
  }
}

/** The source file behind a module of one of our packages; `@flow/engine/*` is a door to each of its files. */
function doorOf(name: string): string | undefined {
  const own = doors.get(name);
  if (own !== undefined) return own;
  const [, scope, inside] = /^(@flow\/[^/]+)\/(.+)$/.exec(name) ?? [];
  return inside === undefined ? undefined : doors.get(`${scope}/*`)?.replace('*', inside);
}

/** The imports between all of `files`. */
export const imports = importsOf(sources, doorOf);
