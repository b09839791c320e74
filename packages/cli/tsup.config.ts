import { copyFileSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig } from '../../scripts/build.js';
import { thirdPartyLicences } from '../../scripts/third-party.js';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

/**
 * What the program needs is bundled; only `@flow/hooks` stays a dependency: its built files are installed into the
 * person's state folder, and its commands run here as they are. Commands are chunks of their own, loaded when called.
 */
export default defineConfig({
  entry: { flow: 'src/bin/flow.ts', 'flow-hooks': 'src/bin/flow-hooks.ts', 'acp-session': 'src/bin/acp-session.ts' },
  format: ['esm'],
  platform: 'node',
  target: 'node22',
  splitting: true,
  minify: true,
  clean: true,
  noExternal: [/^(?!@flow\/hooks)/],
  // `yaml` is CommonJS within.
  banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  esbuildPlugins: [thirdPartyLicences],
  define: { FLOW_VERSION: JSON.stringify(version) },
  async onSuccess() {
    // Package managers that link put only what a project itself depends on where its editors look.
    for (const schema of ['hooks/dist/flow.config', 'core/dist/workflow', 'core/dist/overlay']) {
      const file = `${schema}.schema.json`;
      copyFileSync(new URL(`../${file}`, import.meta.url), new URL(`dist/${basename(file)}`, import.meta.url));
    }
  },
  esbuildOptions(options) {
    options.legalComments = 'none';
    // The driver and the clients are source alone.
    options.conditions = ['@flow/source', 'node', 'import', 'default'];
  },
});
