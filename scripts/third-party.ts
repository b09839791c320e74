import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Options } from 'tsup';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/** The file beside the built ones that holds the licences of the packages which are part of them. */
const NOTICES = 'THIRD-PARTY-LICENSES.txt';

/** A file of a package: the folder of the package, whatever package manager has put it there. */
const PACKAGE = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** Names under which packages ship the text of their licence. */
const LICENCE = /^licen[cs]e(?:[.-].*)?$/i;

/**
 * Writes the licences of all packages that a build has put into its files: their licences ask for that.
 * @throws for a package that ships no text of its licence
 */
export const thirdPartyLicences: Plugin = {
  name: 'third-party-licences',
  setup(build) {
    build.initialOptions.metafile = true;
    build.onEnd(({ metafile }) => {
      const outputs = Object.values(metafile?.outputs ?? {});
      const used = outputs.flatMap(({ inputs }) =>
        Object.keys(inputs).filter((file) => inputs[file]!.bytesInOutput > 0),
      );
      const here = build.initialOptions.absWorkingDir ?? process.cwd();
      const folders = new Set(
        used.flatMap((file) => PACKAGE.exec(path.resolve(here, file).replaceAll('\\', '/'))?.[1] ?? []),
      );
      const texts = new Map([...folders].map((folder) => noticeOf(folder)));
      const all = [...texts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
      const folder = path.join(here, build.initialOptions.outdir ?? 'dist');
      // The end of a first build comes before its files are written.
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, NOTICES), all.join(`\n${'-'.repeat(80)}\n\n`));
    });
  },
};

function noticeOf(folder: string): [title: string, text: string] {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
  const title = `${manifest.name} ${manifest.version}`;
  const file = readdirSync(folder).find((one) => LICENCE.test(one));
  const text = file === undefined ? standardText(manifest) : readFileSync(path.join(folder, file), 'utf8');
  return [title, `${title} (${manifest.license})\n\n${text.trim()}\n`];
}

/** The text of the MIT licence for a package that names the licence and its author, and ships no text. */
function standardText({ name, license, author }: Manifest): string {
  if (license !== 'MIT' || typeof author !== 'string') throw new Error(`${name} ships no text of its licence`);
  const own = readFileSync(new URL('../LICENSE', import.meta.url), 'utf8');
  return `MIT License\n\nCopyright (c) ${author}\n\n${own.slice(own.indexOf('Permission is hereby granted'))}`;
}

interface Manifest {
  name: string;
  version: string;
  license: string;
  author?: unknown;
}
