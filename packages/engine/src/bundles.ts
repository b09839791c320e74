/**
 * The files that are built, by name, and the source that each is made of, relative to `packages`. The build, the
 * installation and whoever loads a bundle go by this table. A bundle is CommonJS without a single dependency at run time;
 * `hook` is the small file that every event pays for, the others are loaded only when an event needs them.
 */
export const BUNDLES = {
  hook: 'hooks/src/bin/hook.ts',
  event: 'hooks/src/bin/event.ts',
  prompt: 'hooks/src/bin/prompt.ts',
  failure: 'hooks/src/bin/failure.ts',
  'host-codex': 'clients/src/codex/dialect.ts',
  'host-copilot': 'clients/src/copilot/dialect.ts',
  'host-cursor': 'clients/src/cursor/dialect.ts',
  'host-droid': 'clients/src/droid/dialect.ts',
  'host-gemini': 'clients/src/gemini/dialect.ts',
  'host-opencode': 'clients/src/opencode/dialect.ts',
  'host-qwen': 'clients/src/qwen/dialect.ts',
  engine: 'engine/src/engine.ts',
  shell: 'shell-effects/src/index.ts',
  config: 'engine/src/policy/config.ts',
  parsers: 'engine/src/recording/parsers.ts',
  exec: 'hooks/src/bin/exec.ts',
  run: 'engine/src/run/bundle.ts',
  texts: 'engine/src/text-bundle.ts',
  statusline: 'hooks/src/bin/statusline.ts',
  // What people and agents are told to start where no package manager and no search path has it.
  'flow-hooks': 'hooks/src/bin/flow-hooks.ts',
  program: 'hooks/src/program.ts',
} as const;

export type BundleName = keyof typeof BUNDLES;
