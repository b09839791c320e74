import { BUNDLES } from '../bundles.js';

/** The built files that a hook needs to run, in the folder that ships them and in the per-user copy. */
export const BUNDLE_FILES = [
  ...Object.keys(BUNDLES).map((name) => `${name}.cjs`),
  // Node looks for the nearest one, and loads nothing below one that is broken: a person's home folder may have such.
  'package.json',
];
