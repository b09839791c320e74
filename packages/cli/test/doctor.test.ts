import path from 'node:path';
import { expect, test } from 'vitest';
import { json, linkPrograms, program, repository } from './kit.js';

interface Named {
  id: string;
  status: string;
  detail: string;
  fix?: string;
}

function nameCheck(repo: ReturnType<typeof repository>, folders: string[]): Named | undefined {
  const PATH = [...folders, path.dirname(process.execPath), '/usr/bin', '/bin'].join(':');
  const { data } = json(repo, ['doctor'], { environment: { PATH } });
  return (data as { checks: Named[] }).checks.find(({ id }) => id === 'flow-name');
}

test('doctor sees that `flow` is the type checker of the same name, and names the other way', () => {
  const repo = repository();
  const other = path.join(repo.area, 'lib/flow-bin');
  program(path.join(other, 'flow'), '#!/bin/sh\n');
  repo.write(path.join(other, 'package.json'), '{ "name": "flow-bin", "version": "0.336.0" }');
  const ours = linkPrograms(repo);
  expect(nameCheck(repo, [other, ours])).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('flow-bin 0.336.0'),
    fix: 'npx flowctl doctor',
  });
  expect(nameCheck(repo, [ours, other])).toMatchObject({ status: 'ok', detail: expect.stringContaining('flow-bin') });
  expect(nameCheck(repo, [ours])).toMatchObject({ status: 'ok', detail: path.join(ours, 'flow') });
  expect(nameCheck(repo, [])).toMatchObject({ status: 'ok', detail: expect.stringContaining('npx flow') });
});

test('the shell script that pnpm writes in place of a link is ours', () => {
  const repo = repository();
  const folder = path.join(repo.area, 'shims');
  program(path.join(folder, 'flow'), '#!/bin/sh\nexec node "$basedir/../@flow/cli/dist/flow.js" "$@"\n');
  expect(nameCheck(repo, [folder])).toMatchObject({ status: 'ok', detail: path.join(folder, 'flow') });
});

test('a program without a package is named by its place', () => {
  const repo = repository();
  const folder = path.join(repo.area, 'own');
  program(path.join(folder, 'flow'), '#!/bin/sh\n');
  expect(nameCheck(repo, [folder])).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining(path.join(folder, 'flow')),
  });
});
