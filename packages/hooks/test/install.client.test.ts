import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bash, type TempRepo } from '@flow/test-kit';
import { expect, test } from 'vitest';
import { begin, play, pushed, refused, remoteRefs, states } from './client-kit.js';
import { packageRoot, project, QUICK } from './kit.js';

/* The package as a registry would serve it, installed as the README says, in the real client. */

/** Runs a program as a person would; returns standard output, throws with all that it said. */
function run(words: readonly [string, ...string[]], cwd: string, environment: NodeJS.ProcessEnv): string {
  const [program, ...rest] = words;
  const child = spawnSync(program, rest, { cwd, env: environment, encoding: 'utf8' });
  if (child.error !== undefined) throw child.error;
  if (child.status !== 0) throw new Error(`${words.join(' ')}: exit ${child.status}\n${child.stdout}${child.stderr}`);
  return child.stdout;
}

/** The tarball, packed by pnpm: npm would leave workspace versions in its package.json. */
function packed(folder: string): string {
  run(['npx', '-y', 'pnpm@12', 'pack', '--pack-destination', folder], packageRoot, process.env);
  const [name, ...others] = readdirSync(folder).filter((entry) => entry.endsWith('.tgz'));
  if (name === undefined || others.length > 0) throw new Error(`not one tarball in ${folder}`);
  return join(folder, name);
}

/** A Python repository whose person has taken the package in with npm; its runner is still pytest. */
function withPackage(): { repo: TempRepo; shown: string } {
  const repo = project(QUICK, { files: { '.gitignore': '__pycache__\nnode_modules\n' } });
  // npm would take a folder above for the project that has packages.
  mkdirSync(repo.path('node_modules'), { recursive: true });
  run(['npm', 'i', '-D', '--no-audit', '--no-fund', packed(repo.area)], repo.root, repo.environment);
  const shown = run(['npx', 'flow-hooks', 'install'], repo.root, repo.environment);
  begin(repo);
  // As an archive without modes gives it: the start of a session has to mend it before the first call.
  chmodSync(repo.path('.claude/hooks/flow.cjs'), 0o644);
  return { repo, shown };
}

test('D1 D2 34.3 the tarball, in a clone that lost the executable bit, npm and npx: refused while untested, pushed when green, also without node_modules', async () => {
  const { repo, shown } = withPackage();
  expect(shown).toContain('pytest');
  expect(readdirSync(repo.path('node_modules/@flow'))).toEqual(['hooks']);
  const before = remoteRefs(repo);
  const push = bash('git push -q -u origin HEAD');
  const [file, text] = QUICK.fixed;
  const { answers } = await play(repo, [
    bash(`cat > ${file} <<'EOF'\n${text}EOF`),
    bash('git commit -qam work'),
    push,
    bash(QUICK.test),
    () => rmSync(repo.path('node_modules'), { recursive: true }),
    push,
    bash(`echo '# later' >> ${file} && git commit -qam later`),
    push,
  ]);
  expect(answers[2]).toMatchObject({ ...refused('PUSH_UNTESTED'), refs: before });
  expect(answers[4]).toMatchObject({ isError: false });
  expect(pushed(repo)).toBe(repo.git('rev-parse', 'HEAD~1'));
  expect(answers[6]).toMatchObject({ ...refused('PUSH_STALE'), refs: answers[4]?.refs });
  expect(existsSync(repo.path('node_modules'))).toBe(false);
  expect(states(repo)).toEqual({ [QUICK.suite]: 'stale' });
});

test('a fresh clone of a teammate without the package: pushes are refused with what to run, other work goes on', async () => {
  const { repo } = withPackage();
  const home = join(repo.area, 'teammate');
  const environment = { ...repo.environment, HOME: home, XDG_STATE_HOME: join(home, 'state') };
  const root = join(repo.area, 'clone');
  repo.git('clone', '-q', repo.remote, root);
  const clone: TempRepo = { ...repo, root, home, environment, path: (...parts) => join(root, ...parts) };
  const before = remoteRefs(repo);
  const { answers, run: session } = await play(clone, [
    bash('git checkout -qb feature/login && git commit -q --allow-empty -m work'),
    bash('git push -q origin HEAD'),
    bash('echo on'),
  ]);
  expect(answers[1]).toMatchObject({ isError: true, refs: before });
  expect(answers[1]?.text).toContain('flow-hooks install');
  expect(answers[2]).toMatchObject({ isError: false, text: 'on' });
  expect(JSON.stringify(session.requests[0]?.body)).toContain('the guard is NOT armed here');
});
