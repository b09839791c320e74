import { expect, test } from 'vitest';
import { installProblem } from './install-finding.js';

test.each([
  ['ENOSPC: no space left on device', /Make room on that disk, and run this again/],
  ['EROFS: read-only file system', /mounted read-only: mount it for writing, and run this again/],
  ['EACCES: permission denied', /Give your user write permission there/],
])('what cannot be written says what helps: %s', (reason, remedy) => {
  const { message: said } = installProblem({
    code: 'WRITE_FAILED',
    level: 'block',
    path: '/home/a/x',
    args: { reason },
  });
  expect(said).toContain(`/home/a/x cannot be written: ${reason}. Earlier writes were rolled back.`);
  expect(said).toMatch(remedy);
});
