import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { readSeal, repositoryState, sealOf, writeSeal } from '@flow/evidence';
import { type TempRepo, tempRepo } from '@flow/test-kit';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Surroundings, surroundingsOf } from '../../places/surroundings.js';
import { sealWritten } from '../../recording/views/seal-written.js';
import { firstSeal, observeProtected } from './seal.js';

let repo: TempRepo;
beforeEach(() => {
  repo = tempRepo({ branch: 'feature/login', files: { 'a.txt': '' } });
  for (const [name, value] of Object.entries(repo.environment)) vi.stubEnv(name, value);
});
afterEach(() => {
  vi.unstubAllEnvs();
  repo.dispose();
});

test('D97 a look that another hook has kept meanwhile stays: whoever took it has told what it saw', () => {
  const around = surroundingsOf(repo.root, { environment: repo.environment, deadline: Date.now() + 60_000 })!;
  firstSeal(around);
  const folder = repositoryState(around.repository, repo.environment);
  const later = sealOf([repo.path('a.txt')]);
  const slow: Surroundings = Object.create(around, {
    protected: {
      get() {
        writeSeal(folder, later);
        return around.protected;
      },
    },
  });
  observeProtected(slow, { tool: 'Bash', session: 's' });
  expect(readSeal(folder)).toEqual(later);
  observeProtected(around, { tool: 'Bash', session: 's' });
  expect(readSeal(folder)).not.toEqual(later);
});

describe('Scope 5 a view that somebody removes is told', () => {
  const VIEWS = ['gate-shape.approved', 'phase-override.json', 'flow-state.json', 'test-results-vitest.json'];
  const FOLDER = 'develop/feature/login';
  const around = () => surroundingsOf(repo.root, { environment: repo.environment, deadline: Date.now() + 60_000 })!;
  const told = () => observeProtected(around(), { tool: 'Bash', session: 's' })?.args.paths ?? [];
  const deleted = (...names: string[]) => names.map((name) => `${FOLDER}/${name} (deleted)`).sort();
  const here = (commit = false) => {
    for (const name of VIEWS) repo.write(`${FOLDER}/${name}`, '{}\n');
    if (commit) repo.commit('decided');
    firstSeal(around());
    told();
  };

  test.each(VIEWS)('%s', (name) => {
    here();
    rmSync(repo.path(`${FOLDER}/${name}`));
    expect(told()).toEqual(deleted(name));
    expect(told()).toEqual([]);
  });

  test('with its folder, by another name, and where git still has it', () => {
    here(true);
    renameSync(repo.path(FOLDER), repo.path('develop/feature/other'));
    expect([...(told() as string[])].sort()).toEqual(deleted(...VIEWS));
  });

  test('a link that leads nowhere is no removal, and is told as a change', () => {
    here();
    const file = `${FOLDER}/gate-shape.approved`;
    rmSync(repo.path(file));
    symlinkSync('nowhere', repo.path(file));
    expect(told()).toEqual([file]);
  });

  test('nothing is said of what git takes away, nor of what this program removes', () => {
    repo.git('branch', 'elsewhere');
    here(true);
    repo.git('switch', '-q', 'elsewhere');
    expect(told()).toEqual([]);
    repo.git('switch', '-q', 'feature/login');
    told();
    repo.git('reset', '-q', '--hard', 'HEAD~1');
    expect(told()).toEqual([]);
    const own = `${FOLDER}/phase-override.json`;
    repo.write(own, '{}\n');
    told();
    rmSync(repo.path(own));
    sealWritten([repo.path(own)], around());
    expect(told()).toEqual([]);
  });
});
