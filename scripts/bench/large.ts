import { spawnSync } from 'node:child_process';
import { agent, events, type TempRepo, tempRepo } from '@flow/test-kit';
import { around, COMMAND } from './capture.js';
import { emptyFileLike } from './empty-file.js';
import { type Candidate, compare } from './table.js';

const SESSION = '22222222-2222-4222-8222-222222222222';
const PACKAGES = 200;
const RUNS = 100;

/** A repository of many packages, each of which the branch has changed. */
function packages(): TempRepo {
  const files: Record<string, string> = { 'package.json': '{ "private": true, "workspaces": ["packages/*"] }\n' };
  for (let one = 0; one < PACKAGES; one++) {
    const folder = `packages/p${one}`;
    const needs = { vitest: '5', typescript: '6' };
    files[`${folder}/package.json`] =
      `${JSON.stringify({ name: `p${one}`, type: 'module', devDependencies: needs })}\n`;
    files[`${folder}/tsconfig.json`] = '{}\n';
    for (let at = 0; at < 30; at++)
      files[`${folder}/src/f${at}${at % 4 === 0 ? '.test' : ''}.ts`] = `export const f${at} = ${at};\n`;
  }
  const repo = tempRepo({ files, branch: 'feature/bench' });
  for (let one = 0; one < PACKAGES; one++) repo.write(`packages/p${one}/src/f1.ts`, `export const f1 = 'changed';\n`);
  repo.commit('Change each package');
  return repo;
}

/** What large projects and long runs of a workflow cost: many packages, and many recorded runs of many tests. */
export function benchLarge(hook: string, flow: string, make: (files: number) => TempRepo, rounds: number): void {
  const repos = { plain: packages(), led: packages(), short: make(200), long: make(200) };
  try {
    const { plain, led, short, long } = repos;
    for (const repo of Object.values(repos)) agent({ hook, repo }).start();
    for (const repo of [led, short, long]) {
      const begun = spawnSync(process.execPath, [flow, 'start', 'ceremony'], { cwd: repo.root, env: repo.environment });
      if (begun.status !== 0) throw new Error(String(begun.stderr));
    }
    const send = (repo: TempRepo, input: string) =>
      spawnSync(process.execPath, [hook], { input, env: repo.environment, cwd: repo.root });
    for (let run = 0; run < RUNS; run++) {
      long.write('src/m0/f0.js', `export const f0 = 'run ${run}';\n`);
      const { before, after } = around(long, COMMAND, 100_000);
      send(long, before);
      send(long, after);
    }
    const build = (repo: TempRepo) => events(SESSION, repo.root, { home: repo.home });
    const candidate = (name: string, repo: TempRepo, input: object, exit = 0): Candidate => ({
      ...{ name, command: process.execPath, words: [hook], input: JSON.stringify(input), repo, exit },
    });
    let edits = 0;
    const edit = (name: string, repo: TempRepo, changed: string) => ({
      ...candidate(
        name,
        repo,
        build(repo).preToolUse('Edit', { file_path: repo.path('docs/notes.md'), old_string: 'a', new_string: 'b' }),
      ),
      prepare: () => repo.write(changed, `export const changed = ${++edits};\n`),
    });
    const push = build(plain).preToolUse('Bash', { command: 'git push origin HEAD' });
    compare('Large projects and long runs', {
      candidates: [
        { ...candidate('bare node', plain, push), words: [emptyFileLike(hook)] },
        candidate(`a push (refused), ${PACKAGES} packages, all changed`, plain, push, 2),
        edit(`before an edit, a workflow runs, ${PACKAGES} packages, all changed`, led, 'packages/p3/src/f2.ts'),
        edit('before an edit, a workflow runs, 200 files, no run yet', short, 'src/m0/f0.js'),
        edit(`the same behind ${RUNS} runs of 1,300 tests`, long, 'src/m0/f0.js'),
      ],
      base: 'bare node',
      rounds,
    });
  } finally {
    for (const repo of Object.values(repos)) repo.dispose();
  }
}
