import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const file = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

test('36.1 the built worker says its version, and needs no server for it', () => {
  const { version } = JSON.parse(readFileSync(file('package.json'), 'utf8')) as { version: string };
  const { status, stdout, stderr } = spawnSync(process.execPath, [file('dist/worker.js'), '--version'], {
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
});
