import type { ProgramFile } from '../program.js';

/** Linters and formatters of Node.js rewrite files when they are told to. */
export const nodeChecks: ProgramFile = {
  eslint: {
    writes: {
      out: '-o --output-file --cache-location',
      targets: 'each',
      when: /^--fix(?:=true)?$/,
      valued: '-c --config -f --format --ext --rule --max-warnings --ignore-path --ignore-pattern --plugin --parser',
      otherwise: '.',
    },
  },
  oxlint: { writes: { targets: 'each', when: /^--fix/, otherwise: '.' } },
  prettier: {
    writes: {
      targets: 'each',
      when: /^(?:-w|--write|-uw|-wu)$/,
      valued: '--config --ignore-path --parser --log-level',
      otherwise: '.',
    },
  },
  'biome check': {
    writes: { targets: 'each', when: /^--(?:write|fix|apply.*)$/, otherwise: '.', valued: '--config-path' },
  },
  'biome format': { writes: { targets: 'each', when: /^--(?:write|fix)$/, otherwise: '.', valued: '--config-path' } },
  'biome lint': {
    writes: { targets: 'each', when: /^--(?:write|fix|apply.*)$/, otherwise: '.', valued: '--config-path --only' },
  },
  'biome migrate': { writes: { own: 'biome.json', when: /^--write$/ } },
  rome: { writes: { targets: 'rest', when: /^--(?:write|apply.*)$/ } },
  'dprint fmt': { writes: { targets: 'each', otherwise: '.', unless: /^--diff$/ } },
  stylelint: {
    writes: { targets: 'each', when: /^--fix/, valued: '-c --config -o --output-file', out: '-o --output-file' },
  },
  markdownlint: { writes: { targets: 'each', when: /^(?:-f|--fix)$/, valued: '-c --config' } },
  'markdownlint-cli2, tslint': { writes: { targets: 'each', when: /^--fix$/ } },
  'standard, xo, ts-standard': { writes: { targets: 'each', when: /^--fix$/, otherwise: '.' } },
  'sort-package-json': { writes: { targets: 'each', otherwise: 'package.json', unless: /^(?:-c|--check)$/ } },
};
