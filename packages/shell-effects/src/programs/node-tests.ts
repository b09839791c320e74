import type { ProgramFile } from '../program.js';

/** Test tools of Node.js write reports and snapshots. */
export const nodeTests: ProgramFile = {
  vitest: {
    writes: { out: '--outputFile', valued: '-t --testNamePattern -c --config --reporter --project' },
    snapshots: /^(?:-u|--update(?:=(?!false|none).*)?)$/,
  },
  jest: {
    writes: {
      out: '--outputFile',
      valued: '-t --testNamePattern -c --config --reporters',
      into: '--coverageDirectory',
    },
    snapshots: /^(?:-u|--updateSnapshot|--ci=false)$/,
  },
  mocha: {
    writes: { valued: '-g --grep -R --reporter -r --require --timeout -O --reporter-option --reporter-options' },
  },
  playwright: { writes: { into: '--output' }, snapshots: /^(?:-u|--update-snapshots(?!=none$).*)$/ },
  'playwright test': { writes: { into: '--output' } },
  nyc: { writes: { into: '--report-dir --temp-dir -t' } },
  c8: { writes: { into: '-o --reports-dir --report-dir --temp-directory' } },
  'newman, newman run': { writes: { out: '--reporter-json-export --reporter-junit-export' } },
  lighthouse: { writes: { out: '--output-path' } },
  ava: { snapshots: /^(?:-u|--update-snapshots)$/ },
};
