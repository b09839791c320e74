import { chmodSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { cli, has, repository, start, workspaceRoot } from './kit.js';

/** What Maven printed in a real run: recorded, as a real one takes half a minute and the network. */
const RECORDED = readFileSync(
  path.join(workspaceRoot, 'packages/capture-parsers/fixtures/maven/pass-plain/output.txt'),
  'utf8',
);

/** Shows what Maven printed, as the wrapper of a project that has nothing else to do. */
const MVNW = '#!/bin/sh\nset -e\ncat .mvn/recorded.txt\n';

const POM = '<project><modelVersion>4.0.0</modelVersion><artifactId>cart</artifactId></project>\n';

/** A Maven project with the wrapper committed on the base branch, and work on top of it. */
function mavenProject(files: Record<string, string> = {}): TempRepo {
  const repo = repository({
    files: {
      '.gitignore': 'target/\nignored/\nbuild-tools/\n',
      'pom.xml': POM,
      '.mvn/recorded.txt': RECORDED,
      'src/test/java/ATest.java': 'class ATest {}\n',
      ...files,
    },
  });
  return repo;
}

function withWrapper(): TempRepo {
  const repo = mavenProject({ mvnw: MVNW });
  chmodSync(repo.path('mvnw'), 0o755);
  repo.git('commit', '-qam', 'the wrapper can be started');
  repo.git('push', '-q', '--no-verify', 'origin', 'HEAD:main');
  repo.git('fetch', '-q');
  return repo;
}

const change = (text: string) =>
  `echo 'class ATest { ${text} }' > src/test/java/ATest.java && git commit -qam '${text}'`;

describe('U3 wrappers that lie in the repository', () => {
  test('U3 a tracked wrapper counts, in status, verify, its rerun and at the push, and is what messages name', () => {
    const repo = withWrapper();
    const it = start(repo);
    it.bash(change('one'));
    expect(it.bash('git push origin HEAD').refused).toMatch(/PUSH_UNTESTED.*`\.\/mvnw test`/s);
    const rerun = cli(repo, ['verify', '--rerun']);
    expect(rerun.stdout.trimEnd()).toMatch(/maven:\.: run now, 3 passed.*\nverified$/s);
    expect(it.bash('./mvnw -B test').told).toEqual([]);
    expect(cli(repo, ['status']).stdout).toMatch(/maven.*tested/s);
    expect(cli(repo, ['verify']).status).toBe(0);
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
  });

  test('U3 a changed wrapper, its mode, and what it loads are named at the push; as they were, the run counts again', () => {
    const repo = withWrapper();
    repo.write('.mvn/notes.md', 'x\n');
    repo.git('add', '-A');
    repo.git('commit', '-qm', 'notes');
    const it = start(repo);
    it.bash('./mvnw test');
    const stale: [string, string][] = [
      ["printf '# later\\n' >> mvnw", 'mvnw'],
      ['chmod -x mvnw', 'mvnw'],
      ['echo y > .mvn/notes.md', '.mvn/notes.md'],
    ];
    for (const [line, file] of stale) {
      it.bash(`${line} && git commit -qam later`);
      const { refused } = it.bash('git push origin HEAD');
      expect(refused, line).toContain('PUSH_STALE');
      expect(refused, line).toContain(`Changed since: ${file}.`);
      it.bash('git revert --no-edit HEAD');
    }
    // A document that no wrapper loads changes nothing.
    it.bash('echo y > README.md && git add -A && git commit -qm readme');
    expect(it.bash('git push -q origin HEAD').refused).toBeNull();
  });

  test('U3 a new wrapper counts once it is committed, and not before; so does a link to it', () => {
    const repo = mavenProject();
    const it = start(repo);
    it.bash(change('one'));
    repo.write('tools/wrapper', MVNW);
    chmodSync(repo.path('tools/wrapper'), 0o755);
    symlinkSync('wrapper', repo.path('tools/mvnw'));
    expect(it.bash('./tools/mvnw test').told).toEqual([]);
    expect(it.bash('git push origin HEAD').refused).toMatch(/PUSH_UNCOMMITTED.*: tools\/mvnw, tools\/wrapper\./s);
    it.bash('git add tools/mvnw && git commit -qm link');
    expect(it.bash('git push origin HEAD').refused).toMatch(/PUSH_UNCOMMITTED.*: tools\/wrapper\./s);
    it.bash('git add tools/wrapper && git commit -qm wrapper');
    expect(it.bash('git push -q origin HEAD').refused).toBeNull();
  });

  test.skipIf(!has('rspec', '--version'))('U3 bin/rspec counts, and its change makes the run stale', () => {
    const repo = repository({
      files: {
        '.rspec': '',
        'lib/total.rb': 'def total(a, b) = a + b\n',
        'spec/total_spec.rb':
          "require_relative '../lib/total'\nRSpec.describe('total') { it('adds') { expect(total(1, 2)).to eq(3) } }\n",
        'bin/rspec': "#!/usr/bin/env ruby\nrequire 'rubygems'\nload Gem.bin_path('rspec-core', 'rspec')\n",
      },
    });
    chmodSync(repo.path('bin/rspec'), 0o755);
    const it = start(repo);
    it.bash("echo 'def total(a, b) = b + a' > lib/total.rb && git commit -qam 'the other way'");
    expect(it.bash('bin/rspec')).toMatchObject({ exit: 0, told: [] });
    expect(it.bash('git push -q origin HEAD').refused).toBeNull();
    it.bash("echo '# more' >> bin/rspec && git commit -qam binstub");
    expect(it.bash('git push origin HEAD').refused).toMatch(/PUSH_STALE.*bin\/rspec/s);
  });
});

describe('what no push can contain', () => {
  test('U3 a program that git ignores, or outside of the repository, proves nothing, for that very reason', () => {
    const repo = withWrapper();
    const it = start(repo);
    const outside = path.join(repo.area, 'elsewhere');
    it.bash(change('one'));
    it.bash(`mkdir -p ignored ${outside} && cp mvnw ignored/ && cp mvnw ${outside}/`);
    expect(it.bash('ignored/mvnw test').told.join()).toMatch(/git ignores/);
    expect(it.bash('git push origin HEAD').refused).toMatch(/PUSH_\w+.*git ignores/s);
    for (const line of [`${outside}/mvnw test`, '../elsewhere/mvnw test'])
      expect(it.bash(line).told.join(), line).toMatch(/outside of the repository/);
    rmSync(repo.path('mvnw'));
    symlinkSync(path.join(outside, 'mvnw'), repo.path('mvnw'));
    expect(it.bash('./mvnw test').told.join()).toMatch(/outside of the repository/);
    it.bash('git checkout mvnw');
    it.bash('./mvnw test');
    expect(it.bash('git push -q origin HEAD').refused).toBeNull();
  });

  test('U3 a script that starts a runner is judged as a program is, however it is started', () => {
    const repo = withWrapper();
    const it = start(repo);
    it.bash(change('one'));
    it.bash("mkdir ignored && printf '#!/bin/sh\\nexec ./mvnw test\\n' > ignored/t.sh && chmod +x ignored/t.sh");
    it.bash('cp ignored/t.sh t.sh');
    expect(it.bash('sh t.sh').told).toEqual([]);
    expect(it.bash('git push origin HEAD').refused).toMatch(/PUSH_UNCOMMITTED.*: t\.sh\./s);
    for (const line of ['ignored/t.sh', 'sh ignored/t.sh', 'env sh ./ignored/t.sh'])
      expect(it.bash(line).told.join(), line).toMatch(/git ignores.*`npx flow-hooks status` lists the commands/);
    // The remedy is the suite's own command, not what was refused.
    expect(it.bash('git push origin HEAD').refused).toMatch(/git ignores.*Run `\.\/mvnw test` with nothing around it/s);
    it.bash('git add t.sh && git commit -qm t');
    expect(it.bash('git push -q origin HEAD').refused).toBeNull();
  });
});
