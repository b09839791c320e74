import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type Pack, readPack } from './read-pack.js';

const HEAD = '// Made of packs/*.md by the build of this package: change those, and build.\n';

/**
 * All packs of a folder, by name.
 * @throws Error with everything that is wrong with them
 */
function readPacks(folder: URL): Pack[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort();
  const read = files.map((file) => readPack(file, readFileSync(new URL(file, folder), 'utf8')));
  const problems = read.flatMap((one) => (one.ok ? [] : one.problems));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return read.flatMap((one) => (one.ok ? [one.pack] : []));
}

/** The modules that the packs are data in, by path: what programs need of all of them, and the texts apart. */
export function packModules(packs: readonly Pack[]): Record<string, string> {
  const rows = (of: (pack: Pack) => unknown) =>
    packs.map((pack) => `  ${JSON.stringify(pack.facts.name)}: ${JSON.stringify(of(pack))},\n`).join('');
  const record = (name: string, type: string, of: (pack: Pack) => unknown) =>
    `${HEAD}import type { ${type} } from './agent-facts.js';\n\nexport const ${name}: Readonly<Record<string, ${type}>> = {\n${rows(of)}};\n`;
  return {
    'src/roster.generated.ts': record('ROSTER', 'AgentFacts', ({ facts }) => facts),
    'src/texts.generated.ts': record('TEXTS', 'PackText', ({ text }) => text),
  };
}

/** The modules as they would be written now. */
export function presentModules(root: URL): Record<string, string> {
  return packModules(readPacks(new URL('packs/', root)));
}

/** Writes what has changed. */
export function writeModules(root: URL): void {
  for (const [file, text] of Object.entries(presentModules(root))) {
    const url = new URL(file, root);
    if (textOf(url) !== text) writeFileSync(url, text);
  }
}

function textOf(url: URL): string | null {
  try {
    return readFileSync(url, 'utf8');
  } catch {
    return null;
  }
}
