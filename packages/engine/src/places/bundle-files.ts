/** The built files that a hook needs to run, in the folder that ships them and in the per-user copy. */
export const BUNDLE_FILES = [
  'hook.cjs',
  'event.cjs',
  'prompt.cjs',
  'host-codex.cjs',
  'engine.cjs',
  'shell.cjs',
  'config.cjs',
  'parsers.cjs',
  'exec.cjs',
  'workflow.cjs',
  'documents.cjs',
  'reviews.cjs',
  'texts.cjs',
  'statusline.cjs',
  // What people and agents are told to start where no package manager and no search path has it.
  'flow-hooks.cjs',
  'program.cjs',
  // Node looks for the nearest one, and loads nothing below one that is broken: a person's home folder may have such.
  'package.json',
] as const;
