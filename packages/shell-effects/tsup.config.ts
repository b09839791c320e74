import { defineConfig } from '../../scripts/build.js';
import { thirdPartyLicences } from '../../scripts/third-party.js';

export default defineConfig({
  entry: ['src/index.ts', 'src/node.ts'],
  format: ['esm'],
  target: 'node20',
  clean: true,
  minify: true,
  // The parser of bash is part of the file: whoever installs this package installs nothing else.
  noExternal: ['unbash'],
  esbuildPlugins: [thirdPartyLicences],
});
