import { defineConfig, type Options } from 'tsup';

/*
 * The only file that knows the bundler (with `third-party.ts`, a plugin for it): what takes its place one day is a change
 * here (docs/decisions/2026-11-29-dependencies.md).
 */

export { defineConfig, type Options };

/** Builds a library: its entries as modules for Node 20, with maps to the source; its types are the compiler's. */
export const library = (entry: NonNullable<Options['entry']>, more: Options = {}): ReturnType<typeof defineConfig> =>
  defineConfig({ entry, format: ['esm'], target: 'node20', clean: true, sourcemap: true, ...more });
