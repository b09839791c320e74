import type { ProgramFile } from '../program.js';

/** Rewriters of code change all places that match a pattern. */
export const codemods: ProgramFile = {
  jscodeshift: {
    writes: { targets: 'each', valued: '-t --transform --parser --extensions', unless: /^(?:-d|--dry)$/ },
  },
  codemod: { writes: { targets: 'each' } },
  'ast-grep': {
    writes: {
      targets: 'each',
      when: /^(?:-U|--update-all)$/,
      valued: '-p -r -l --pattern --rewrite --lang',
      otherwise: '.',
    },
  },
  sg: {
    writes: {
      targets: 'each',
      when: /^(?:-U|--update-all)$/,
      valued: '-p -r -l --pattern --rewrite --lang',
      otherwise: '.',
    },
  },
  // Its last words may be endings of names instead of paths.
  comby: { writes: { own: './', when: /^(?:-i|-in-place)$/ } },
};
