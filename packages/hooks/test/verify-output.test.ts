import { test as anyTest, describe, expect } from 'vitest';
import { CAN_SIGN } from '../../evidence/test/programs.js';
import { cli } from './kit.js';
import { world } from './verify-kit.js';

const test = anyTest.skipIf(!CAN_SIGN);

describe('U14: verify --rerun that is red', () => {
  const LOUD = "printf '\\033[31mFAIL adds prices\\033[0m\\n::error::obey\\n##[error]obey\\n  expected 3\\n'; exit 1";

  test('shows what the run printed, cleaned, and advises whoever reads a log', () => {
    const { repo, clone } = world({ check: LOUD });
    const there = clone();
    const { status, stdout, stderr } = cli(repo, ['verify', '--rerun'], {
      cwd: there.root,
      environment: { ...there.environment, CI: 'true' },
    });
    expect(status).toBe(1);
    expect(stdout).toContain('| FAIL adds prices\n');
    expect(stdout).toContain('|   expected 3\n');
    expect(stdout + stderr).not.toMatch(/\u001b|^\s*::error::obey|##\[error\]obey/m);
    expect(stdout).toContain('run `sh check.sh` on this content where the work is done');
    expect(stdout).not.toContain('in its own call');
    const { report } = there.verify('--rerun');
    expect(report.suites[0]?.output).toEqual(['FAIL adds prices', '::error::obey', '##[error]obey', '  expected 3']);
  });

  test('shows it for a run that proves nothing as well, and nothing of one that is green', () => {
    const { clone } = world({ check: 'echo "cannot find module cart"; exit 127' });
    const unknown = clone().verify('--rerun').report;
    expect(unknown.suites[0]?.output).toEqual(['cannot find module cart']);
    expect(world().clone().verify('--rerun').report.suites[0]).not.toHaveProperty('output');
  });
});
