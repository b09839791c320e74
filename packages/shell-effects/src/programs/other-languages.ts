import { namedFiles } from '../code/source-files.js';
import type { ProgramFile } from '../program.js';
import { inMix } from '../tasks/task-finders.js';
import { firstTask } from '../tasks/task-tool.js';

/** Tools of other languages build, format and run scripts. */
export const otherLanguages: ProgramFile = {
  'opam exec': { wraps: { needsDashes: true } },
  'stack exec, cabal exec, mix cmd, mix do': { wraps: {} },
  ghc: { writes: { out: '-o' }, sources: namedFiles },
  bats: { writes: { into: '-o --output --report-formatter-output' }, sources: namedFiles },
  shfmt: { writes: { targets: 'each', when: /^(?:-w|-\w*w\w*|--write)$/, valued: '-i -ln --indent' } },
  stylua: { writes: { targets: 'each', unless: /^(?:-c|--check)$/ } },
  swiftformat: { writes: { targets: 'each', unless: /^--(?:lint|dryrun)$/, otherwise: '.' } },
  'dart format': { writes: { targets: 'each', unless: /^(?:-o|--output=none|--set-exit-if-changed)$/ } },
  'mix format': { writes: { targets: 'each', unless: /^--(?:check-formatted|dry-run)$/, otherwise: '.' } },
  mix: { tasks: [{ pick: firstTask, files: ['mix.exs'], find: inMix }] },
  'Rscript, julia, elixir, swift, runghc, crystal, nim, zig, guile, racket, sbcl, clojure, nu, xonsh, elvish, prove, ocaml, ghci, octave, gnuplot, dart':
    { sources: namedFiles },
  erl: { sources: () => [] },
};
