import { expect, test } from 'vitest';
import { cli, has, repository, start } from './kit.js';

const MAKEFILE = 'test:\n\t@grep -q right a.txt\n';

test.skipIf(!has('make', '--version'))(
  'D1 tests of a runner that no preset knows: installing with --config has pushes ask for them',
  () => {
    const repo = repository({ files: { Makefile: MAKEFILE, 'a.txt': 'right\n' } });
    const { stdout } = cli(repo, ['install', '--config']);
    expect(stdout).toMatch(/Next: npx flow-hooks apply to put flow\.config\.yaml into force/);
    expect(repo.read('flow.config.yaml')).toContain('suites:');
    expect(cli(repo, ['doctor']).stdout).toContain('flow-hooks apply');
    repo.git('add', '-A');
    repo.git('commit', '-qm', 'rules');
    repo.git('push', '-q', '--no-verify', 'origin', 'HEAD:main');
    const it = start(repo);
    it.bash('git switch -qc feature/other && echo wrong > a.txt && git commit -qam wrong');
    expect(it.bash('git push origin HEAD').refused).toMatch(/PUSH_UNTESTED.*Run `make test`/);
    it.bash('make test');
    expect(it.bash('git push origin HEAD').refused).toContain('PUSH_RED');
    it.bash('echo right again > a.txt && git commit -qam right');
    it.bash('make test');
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
  },
);

test('D1 tests beside a runner that is known: install and status name what no push asks for, and how it is required', () => {
  const crate = { 'Cargo.toml': '[package]\nname = "a"\n', 'src/lib.rs': '#[test] fn a() {}\n' };
  const repo = repository({ files: { ...crate, Makefile: 'test:\n\t$(MAKE) -C t all\n', 'a.txt': '' } });
  const said = /Pushes ask for a part of the tests: `make test` seems to run others.*install --tests 'make test'/;
  expect(cli(repo, ['install']).stdout).toMatch(said);
  expect(cli(repo, ['status']).stdout).toMatch(said);
  expect(cli(repo, ['install', '--tests', 'make test']).status).toBe(0);
  expect(repo.read('flow.config.yaml')).toContain('make test');
});

test('D1 many suites without tests are one line of the status', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const files = Object.fromEntries(
    names.flatMap((name) => [
      [`${name}/pyproject.toml`, ''],
      [`${name}/${name}.py`, ''],
    ]),
  );
  const { stdout } = cli(repository({ files }), ['status']);
  expect(stdout).toMatch(/^7 more have no tests yet: pytest:a, .*status --json/m);
  expect(stdout).not.toContain('none ');
});
