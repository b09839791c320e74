import type { ProgramFile } from '../program.js';

/** Benchmarks start a command many times. */
export const benchmarks: ProgramFile = {
  hyperfine: {
    wraps: {
      joins: true,
      glue: '\n',
      setup: /^(?:-p|-s|-c|--prepare|--setup|--cleanup|--conclude)(?:=(.*))?$/s,
      valued: '-w -m -M -r -p -c -n --warmup --runs --prepare --export-json',
      hides: true,
    },
    writes: { out: '--export-json --export-csv --export-markdown --export-asciidoc' },
  },
  'k6, k6 run': { writes: { out: '--summary-export -o --out' } },
};
