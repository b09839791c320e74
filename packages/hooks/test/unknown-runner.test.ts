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
