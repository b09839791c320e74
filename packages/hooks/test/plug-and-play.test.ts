import { expect, test } from 'vitest';
import { cli, project, repository, STACKS, start } from './kit.js';

const VITEST = STACKS.find(({ name }) => name === 'vitest')!;

test("D40 with Yarn's Plug'n'Play a refusal and doctor name what can be typed there", () => {
  const repo = repository({ files: { ...VITEST.files, '.pnp.cjs': '' } });
  repo.write('package.json', '{ "devDependencies": { "@flow/hooks": "1", "vitest": "5" } }');
  repo.write(...VITEST.fixed);
  repo.commit('untested');
  const { refused } = start(repo).bash('git push origin HEAD');
  expect(refused).toContain('Run `yarn vitest run`');
  expect(refused).toContain(': yarn flow-hooks allow ');
  const doctor = cli(repo, ['doctor']).stdout;
  expect(doctor).toContain('fix: yarn flow-hooks install');
  expect(doctor).not.toContain('npx flow-hooks');
  const other = project(VITEST);
  other.write(...VITEST.fixed);
  other.commit('untested');
  expect(start(other).bash('git push origin HEAD').refused).toMatch(/Run `npx vitest run`.*: npx flow-hooks allow /s);
});
