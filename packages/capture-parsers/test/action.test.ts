import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

/* The action as a runner of GitHub plays it: its one script, with its inputs in variables, and the built `flow-parse`. */

const packageRoot = fileURLToPath(new URL('..', import.meta.url));
const action = readFileSync(path.join(packageRoot, 'action/action.yml'), 'utf8');
const script = action
  .slice(action.indexOf('run: |\n') + 7)
  .split('\n')
  .map((line) => line.slice(8))
  .join('\n');

const PASSED =
  '<testsuites><testsuite name="a" tests="1"><testcase name="adds" classname="a"/></testsuite></testsuites>';
const FAILED =
  '<testsuites><testsuite name="a" tests="1" failures="1"><testcase name="adds" classname="a"><failure message="2 is not 3">x</failure></testcase></testsuite></testsuites>';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'flow-action-'));
  const bin = path.join(folder, 'bin');
  for (const one of [bin, path.join(folder, 'reports')]) mkdirSync(one);
  const program = path.join(packageRoot, 'dist/flow-parse.cjs');
  const wanted = '-y --package=@flow/capture-parsers@latest flow-parse';
  const npx = `#!/bin/sh\n[ "$1 $2 $3" = "${wanted}" ] || exit 99\nshift 3\nexec "${process.execPath}" "${program}" "$@"\n`;
  writeFileSync(path.join(bin, 'npx'), npx, { mode: 0o755 });
  writeFileSync(path.join(folder, 'reports/passed one.xml'), PASSED);
  writeFileSync(path.join(folder, 'reports/failed.xml'), FAILED);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Plays the action. */
function act(inputs: { files: string; sarif?: string; fail?: string }) {
  const summary = path.join(folder, 'summary.md');
  writeFileSync(summary, '');
  const run = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: `${path.join(folder, 'bin')}:${process.env.PATH}`,
      ...{ FILES: inputs.files, ROOT: folder, SARIF: inputs.sarif ?? '', FAIL: inputs.fail ?? 'true' },
      ...{ VERSION: 'latest', GITHUB_STEP_SUMMARY: summary },
    },
  });
  return { ...run, summary: readFileSync(summary, 'utf8') };
}

test('36.6 the action writes the summary of the job, remarks and SARIF, and fails where something is red', () => {
  const run = act({ files: 'reports/*.xml', sarif: 'out.sarif' });
  expect(run).toMatchObject({ status: 1, stderr: '' });
  expect(run.summary).toMatch(/^## Not green\n/);
  expect(run.summary).toContain('2 is not 3');
  expect(run.stdout).toContain('::error');
  const { runs } = JSON.parse(readFileSync(path.join(folder, 'out.sarif'), 'utf8'));
  expect(runs.flatMap(({ results }: { results: unknown[] }) => results)).toHaveLength(1);
  expect(act({ files: 'reports/*.xml', fail: 'false' })).toMatchObject({ status: 0 });
});

test('36.6 a name with a space is one file, words of a caller are no commands, and no file at all is no success', () => {
  expect(act({ files: 'reports/passed one.xml' })).toMatchObject({ status: 0, stderr: '' });
  expect(act({ files: '$(touch made); `touch made`' }).status).not.toBe(0);
  expect(spawnSync('ls', [path.join(folder, 'made')]).status).not.toBe(0);
  expect(act({ files: 'nothing/*.xml' })).toMatchObject({ status: 2, summary: '' });
  expect(act({ files: '--exit-zero' }).status).toBe(2);
});
