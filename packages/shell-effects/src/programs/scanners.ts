import type { ProgramFile } from '../program.js';

/** Scanners write reports. */
export const scanners: ProgramFile = {
  semgrep: { writes: { out: '-o --output --json-output --sarif-output --junit-xml-output' } },
  'snyk, snyk test': { writes: { out: '--json-file-output --sarif-file-output' } },
  trivy: { writes: { out: '-o --output' } },
  syft: { writes: { out: '--file' } },
};
