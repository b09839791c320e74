import type { ProgramFile } from '../program.js';

/** Comparing programs read two files and print where they differ. */
export const diff: ProgramFile = {
  diff: { reads: { valued: '-U -C -x --exclude -I --label', deep: /^-[a-zA-Z]*r/ } },
  sdiff: { reads: { valued: '-w -o' } },
  'vimdiff, delta': { reads: {} },
  colordiff: { reads: { valued: '-U' } },
  cmp: { reads: { valued: '-n -i' } },
};
