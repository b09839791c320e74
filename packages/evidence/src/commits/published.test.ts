import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Policy } from '@flow/core';
import { expect, test } from 'vitest';
import { tempRepository } from '../../test/temp-repository.js';
import { repositoryState } from '../disk/state-folder.js';
import { findBase } from '../git/base.js';
import { keepPublished, readPublished } from './published.js';

const POLICY = {} as Policy;
const deadline = Date.now() + 60_000;

/** A branch that was fetched, of which the remote is known to have the first commit alone. */
function fetched() {
  const repo = tempRepository({ 'a.txt': 'a\n' });
  repo.git('commit', '-qm', 'first', '--allow-empty');
  const first = repo.git('rev-parse', 'HEAD');
  repo.git('commit', '-qm', 'second', '--allow-empty');
  const second = repo.git('rev-parse', 'HEAD');
  repo.git('update-ref', 'refs/remotes/origin/main', second);
  const environment = { ...process.env, XDG_STATE_HOME: join(repo.area, 'state'), HOME: repo.area };
  const place = (commit: string) => ({
    ...{ remote: 'origin', address: '/nowhere', settings: [] },
    ...{ head: 'main', branches: { main: commit } },
  });
  return { ...repo, environment, place, first, second };
}

test('E2 the base follows from the record of the environment that asks, and of no other', () => {
  const { repository, environment, place, first, second } = fetched();
  keepPublished(repository, [place(first)], environment);
  const baseIn = (asking: NodeJS.ProcessEnv) =>
    findBase(repository, POLICY, null, { environment: asking, deadline })?.commit;
  expect(baseIn(environment)).toBe(first);
  expect(baseIn({ ...environment, XDG_STATE_HOME: `${environment.XDG_STATE_HOME}-other` })).toBe(second);
});

test('E2 a record that was read once is read again as soon as it is another one', () => {
  const { repository, environment, place, first, second } = fetched();
  keepPublished(repository, [place(first)], environment);
  const known = readPublished(repository, environment);
  expect(known).toEqual([place(first)]);
  expect(readPublished(repository, environment)).toBe(known);
  const file = join(repositoryState(repository, environment), 'published.json');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(first, second));
  utimesSync(file, 1e9, 1e9);
  expect(readPublished(repository, environment)).toBe('forged');
  keepPublished(repository, [place(second)], environment);
  expect(readPublished(repository, environment)).toEqual([place(second)]);
});
