import { readSeal, repositoryState, sealOf, writeSeal } from '@flow/evidence';
import { type TempRepo, tempRepo } from '@flow/test-kit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Surroundings, surroundingsOf } from '../../places/surroundings.js';
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
