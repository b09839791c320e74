import { chmodSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Agent, TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { cli, repository, start, workspaceRoot } from './kit.js';
import { named, player } from './named-kit.js';
import { PHPUNIT_PRESET } from './phpunit-preset.js';

const PHPUNIT = '#!/bin/sh\ngrep -q + total.php\n';
/** Stands for the package manager: it puts its own where nothing is, and leaves the rest alone, as the real one does. */
const COMPOSER = `#!/bin/sh\nmkdir -p vendor/bin vendor/composer\n[ -f vendor/bin/phpunit ] || { printf '${PHPUNIT.replaceAll('\n', '\\n')}' > vendor/bin/phpunit; chmod +x vendor/bin/phpunit; }\n`;

/** A project with the preset in force, whose tests are installed by the stand-in of `composer`. */
function phpProject(): { repo: TempRepo; it: Agent } {
  const repo = repository({
    files: {
      'package.json': '{ "private": true }\n',
      '.gitignore': 'vendor/\nnode_modules/\n',
      'composer.json': '{}\n',
      'composer.lock': '{}\n',
      'total.php': '<?php return $a - $b;\n',
      'tests/TotalTest.php': '<?php\n',
    },
  });
  repo.write('node_modules/flow-preset-php/preset.json', JSON.stringify(PHPUNIT_PRESET));
  repo.write('node_modules/flow-preset-php/package.json', '{ "name": "flow-preset-php", "version": "1.0.0" }\n');
  repo.write('../bin/composer', COMPOSER);
  chmodSync(repo.path('../bin/composer'), 0o755);
  repo.write('flow.config.yaml', 'presets: [flow-preset-php]\n');
  publish(repo);
  const digest = /pin it: sha256: ([0-9a-f]{64})/.exec(cli(repo, ['preset', 'list']).stderr)?.[1];
  repo.write('flow.config.yaml', `presets: [{ package: flow-preset-php, sha256: ${digest} }]\n`);
  publish(repo);
  repo.environment.PATH = `${repo.path('../bin')}:${repo.environment.PATH}`;
  const it = start(repo);
  expect(it.bash('composer install').exit).toBe(0);
  it.bash("echo '<?php return $a + $b;' > total.php && git commit -qam total");
  return { repo, it };
}

function publish(repo: TempRepo): void {
  repo.git('add', '-A');
  repo.git('commit', '-qm', 'rules');
  repo.git('push', '-q', '--no-verify', 'origin', 'HEAD:main');
  repo.git('fetch', '-q');
}

const refusedBy = (it: Agent) => it.bash('git push origin HEAD').refused;

describe('U4 programs that a package manager installed', () => {
  test('U4 a preset for vendor/bin/phpunit leads to an allowed push; its lock file is content', () => {
    const { it } = phpProject();
    expect(refusedBy(it)).toMatch(/PUSH_UNTESTED.*`vendor\/bin\/phpunit`/s);
    expect(it.bash('vendor/bin/phpunit').told).toEqual([]);
    expect(it.bash('git push -q origin HEAD').refused).toBeNull();
    it.bash('echo "{ }" > composer.lock && git commit -qam lock');
    expect(refusedBy(it)).toMatch(/PUSH_STALE.*composer\.lock/s);
  });

  test('U3 a write into the folder is told, and runs prove nothing until it is installed anew', () => {
    const { repo, it } = phpProject();
    const write = it.tool('Write', { file_path: repo.path('vendor/bin/phpunit'), content: '#!/bin/sh\nexit 0\n' });
    expect(write.refused).toBeNull();
    expect(write.told.join()).toMatch(/Only a package manager writes into .*rm -rf vendor && composer install/);
    repo.write('vendor/bin/phpunit', '#!/bin/sh\nexit 0\n');
    expect(it.bash('vendor/bin/phpunit').told.join()).toMatch(
      /`vendor\/bin\/phpunit` was written by something else.*`rm -rf vendor && composer install`/,
    );
    expect(refusedBy(it)).toMatch(/package manager/);
    // Nothing was missing, so nothing was installed.
    it.bash('composer install');
    it.bash('vendor/bin/phpunit');
    expect(refusedBy(it)).toMatch(/package manager/);
    it.bash('rm -rf vendor && composer install');
    expect(it.bash('vendor/bin/phpunit').told).toEqual([]);
    expect(it.bash('git push -q origin HEAD').refused).toBeNull();
  });

  test('U3 another command that writes there is told as well, however it writes', () => {
    const { it } = phpProject();
    const lines = [
      "printf '#!/bin/sh\\nexit 0\\n' > vendor/bin/phpunit",
      'ln -sf /bin/true vendor/bin/phpunit',
      "sed -i 's/grep.*/true/' vendor/bin/phpunit",
      'cp -r ../bin/. vendor/bin/',
      'composer install; cp ../bin/composer vendor/bin/phpunit',
    ];
    for (const line of lines) {
      it.bash(line);
      expect(it.bash('vendor/bin/phpunit').told.join(), line).toMatch(/written by something else/);
      it.bash('rm -rf vendor && composer install');
    }
    expect(refusedBy(it)).toMatch(/package manager/);
    expect(it.bash('vendor/bin/phpunit').told).toEqual([]);
    expect(it.bash('git push -q origin HEAD').refused).toBeNull();
  });

  test('U3 a file that is as it was, or that its manager wrote again, is its own again', () => {
    const { repo, it } = phpProject();
    it.bash(
      'cp vendor/bin/phpunit ../kept && echo "# debug" >> vendor/bin/phpunit && cp -p ../kept vendor/bin/phpunit',
    );
    expect(it.bash('vendor/bin/phpunit').told).toEqual([]);
    it.bash('echo "exit 0" >> vendor/bin/phpunit');
    expect(it.bash('vendor/bin/phpunit').told.join()).toMatch(/package manager/);
    it.bash('rm vendor/bin/phpunit');
    it.bash('composer install');
    expect(it.bash('vendor/bin/phpunit').told).toEqual([]);
    rmSync(repo.path('../kept'));
    expect(it.bash('git push -q origin HEAD').refused).toBeNull();
  });

  test('U3 a runner by its bare name uses them as well; other stacks, caches and the manager itself are left alone', () => {
    const printed = (fixture: string) =>
      readFileSync(path.join(workspaceRoot, 'packages/capture-parsers/fixtures', fixture, 'output.txt'), 'utf8');
    const repo = repository({
      files: {
        'package.json': '{ "devDependencies": { "vitest": "5" } }\n',
        'package-lock.json': '{}\n',
        '.gitignore': 'node_modules/\n',
        'a.test.js': '',
        'node_modules/vitest/cli.js': '',
        'go/go.mod': 'module example.com/cart\n',
        'go/a_test.go': 'package cart\n',
      },
    });
    repo.write('node_modules/vitest/cli.js', 'run()\n');
    const { run } = player(repo);
    const vitest = () => run('npx vitest run', { text: printed('vitest/pass-default') });
    const go = () => run('cd go && go test -v ./...', { text: printed('go/pass-v') });
    const honest = [
      'rm -rf node_modules/.cache node_modules/.vite',
      'mkdir -p node_modules/.cache/x && touch node_modules/.cache/x/y',
      'rm -rf node_modules && npm install',
      'npm install left-pad',
      'grep -r x node_modules > found.txt',
    ];
    for (const line of honest) expect(run(line), line).not.toContain('package manager');
    expect(vitest()).not.toContain('package manager');
    expect(run('echo "pass()" >> node_modules/vitest/cli.js')).toMatch(/Only a package manager.*`npm ci`/);
    repo.write('node_modules/vitest/cli.js', 'pass()\n');
    expect(vitest()).toMatch(/`node_modules\/vitest\/cli\.js` was written by something else.*`npm ci`/);
    expect(go()).not.toContain('package manager');
    // Neither an installation that failed nor one that adds to it puts that file in order.
    run('npm ci', { exit: 1 });
    for (const line of [
      'npm ci --dry-run',
      'npm ci || true',
      'npm() { :; }; npm ci',
      'npm ci; cp a.test.js node_modules/vitest/',
    ])
      run(line);
    run('npm install left-pad');
    expect(vitest()).toContain('package manager');
    run('npm ci');
    expect(vitest()).not.toContain('package manager');
  });

  test('U3 a named command may start whatever is installed beside it', () => {
    const { repo, run, push } = named('suites: [{ root: ., command: make test }]\n', {
      'package.json': '{}\n',
      '.gitignore': 'node_modules/\n',
    });
    repo.write('node_modules/a/a.js', 'a\n');
    run('echo b > node_modules/a/a.js');
    repo.write('node_modules/a/a.js', 'b\n');
    expect(run('make test')).toContain('package manager');
    expect(push()).toMatch(/PUSH_UNKNOWN.*install the packages anew/s);
    repo.write('node_modules/a/a.js', 'a\n');
    run('make test');
    expect(push()).toBeNull();
  });
});
