import { chmodSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { cli, has, repository, start, workspaceRoot } from './kit.js';
import { named, player } from './named-kit.js';
import { atTerminal, HAS_SCRIPT } from './terminal-kit.js';

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

describe('U3 wrappers that lie in the repository', () => {
  test('U3 a tracked wrapper counts, in status, verify, its rerun and at the push, and is what messages name', () => {
    const repo = withWrapper();
    const it = start(repo);
    it.bash("echo 'class ATest { }' > src/test/java/ATest.java && git commit -qam one");
    expect(it.bash('git push origin HEAD').refused).toMatch(/PUSH_UNTESTED.*`\.\/mvnw test`/s);
    const rerun = cli(repo, ['verify', '--rerun']);
    expect(rerun.stdout.trimEnd()).toMatch(/maven:\.: run now, 3 passed.*\nverified$/s);
    expect(it.bash('./mvnw -B test').told).toEqual([]);
    expect(cli(repo, ['status']).stdout).toMatch(/maven.*tested/s);
    expect(cli(repo, ['verify']).status).toBe(0);
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
  });

  test('U3 a wrapper that finds its program by itself, as that of Maven does, is one run; another runner in it is another', () => {
    const finding = `#!/bin/sh
set -euf
exec_maven() {
  exec "$MAVEN_HOME/bin/mvn" "$@" || exit 1
}
MAVEN_HOME="$HOME/.m2/wrapper/dists/apache-maven-3.9.11/$(cksum < pom.xml)"
if [ -d "$MAVEN_HOME" ]; then
  exec_maven "$@"
fi
mkdir -p "$MAVEN_HOME"
exec_maven "$@"
`;
    const repo = mavenProject({ mvnw: finding });
    chmodSync(repo.path('mvnw'), 0o755);
    const runs = () => JSON.parse(cli(repo, ['explain', '--json', './mvnw test']).stdout).testRuns;
    expect(runs()).toMatchObject([{ suite: 'maven:.', doubts: [] }]);
    expect(runs()).toHaveLength(1);
    repo.write('package.json', '{ "name": "cart", "devDependencies": { "vitest": "5" } }\n');
    repo.write('mvnw', `${finding}npx vitest run\n`);
    expect(runs()).toContainEqual(expect.objectContaining({ suite: 'vitest:.' }));
  });

  test('U3 a changed wrapper, its mode, and what it loads are named at the push; as they were, the run counts again', () => {
    const repo = withWrapper();
    repo.write('.mvn/notes.md', 'x\n');
    repo.commit('notes');
    const { run, push } = player(repo);
    expect(run('./mvnw test', { text: RECORDED }).trim()).toBe('');
    const stale: [string, () => unknown][] = [
      ['mvnw', () => repo.write('mvnw', `${MVNW}# later\n`)],
      ['mvnw', () => chmodSync(repo.path('mvnw'), 0o644)],
      ['.mvn/notes.md', () => repo.write('.mvn/notes.md', 'y\n')],
    ];
    for (const [file, change] of stale) {
      change();
      repo.commit('later');
      expect(push(), file).toMatch(new RegExp(`PUSH_STALE.*Changed since: ${file.replaceAll('.', '\\.')}\\.`, 's'));
      repo.git('revert', '--no-edit', 'HEAD');
    }
    // A document that no wrapper loads changes nothing.
    repo.write('README.md', 'y\n');
    repo.commit('readme');
    expect(push()).toBeNull();
  });

  test('U3 a new wrapper counts once it is committed, and not before; so does a link to it', () => {
    const repo = mavenProject();
    repo.write('src/test/java/ATest.java', 'class ATest { }\n');
    repo.commit('one');
    repo.write('tools/wrapper', MVNW);
    chmodSync(repo.path('tools/wrapper'), 0o755);
    symlinkSync('wrapper', repo.path('tools/mvnw'));
    const { run, push } = player(repo);
    expect(run('./tools/mvnw test', { text: RECORDED }).trim()).toBe('');
    expect(push()).toMatch(/PUSH_UNCOMMITTED.*: tools\/mvnw, tools\/wrapper\./s);
    repo.git('add', 'tools/mvnw');
    repo.git('commit', '-qm', 'link');
    expect(push()).toMatch(/PUSH_UNCOMMITTED.*: tools\/wrapper\./s);
    repo.commit('wrapper');
    expect(push()).toBeNull();
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
    repo.write('src/test/java/ATest.java', 'class ATest { }\n');
    repo.commit('one');
    for (const place of ['ignored/mvnw', '../elsewhere/mvnw']) {
      repo.write(place, MVNW);
      chmodSync(repo.path(place), 0o755);
    }
    const { run, push } = player(repo);
    const done = { text: RECORDED };
    expect(run('ignored/mvnw test', done)).toMatch(/git ignores.*`npx flow-hooks status` lists the commands/);
    // The remedy is the suite's own command, not what was refused.
    expect(push()).toMatch(/PUSH_UNKNOWN.*git ignores.*Run `\.\/mvnw test` with nothing around it/s);
    for (const line of [`${repo.path('../elsewhere')}/mvnw test`, '../elsewhere/mvnw test', '/tmp/mvnw test'])
      expect(run(line, done), line).toMatch(/outside of the repository/);
    rmSync(repo.path('mvnw'));
    symlinkSync('../elsewhere/mvnw', repo.path('mvnw'));
    expect(run('./mvnw test', done)).toMatch(/outside of the repository/);
    repo.git('checkout', 'mvnw');
    expect(run('./mvnw test', done).trim()).toBe('');
    expect(push()).toBeNull();
  });

  test('U3 a script that starts a runner is judged as a program is, however it is started', () => {
    const repo = withWrapper();
    repo.write('src/test/java/ATest.java', 'class ATest { }\n');
    repo.commit('one');
    const script = '#!/bin/sh\n. ./env.sh\nexec ./mvnw test\n';
    for (const file of ['t.sh', 'ignored/t.sh']) repo.write(file, script);
    repo.write('env.sh', 'export CI=1\n');
    repo.git('add', 'env.sh');
    repo.git('commit', '-qm', 'env');
    const { run, push } = player(repo);
    const done = { text: RECORDED };
    expect(run('sh t.sh', done).trim()).toBe('');
    expect(push()).toMatch(/PUSH_UNCOMMITTED.*: t\.sh\./s);
    for (const line of ['ignored/t.sh', 'sh ignored/t.sh', 'env bash ./ignored/t.sh'])
      expect(run(line, done), line).toMatch(/git ignores/);
    run('sh t.sh', done);
    repo.git('add', 't.sh');
    repo.git('commit', '-qm', 't');
    expect(push()).toBeNull();
    repo.write('env.sh', 'export CI=2\n');
    repo.git('commit', '-qam', 'env');
    expect(push()).toMatch(/PUSH_STALE.*env\.sh/s);
  });
});

describe('programs of named commands', () => {
  const GRADLEW = '#!/bin/sh\nwarn () { echo "$*"; }\ndie () { warn "$*"; exit 1; }\nexec java "$@"\n';

  test.each([
    ['./gradlew test', 'gradlew'],
    ['sh gradlew test', 'gradlew'],
    ['./ci/test.sh --all', 'ci/test.sh'],
    ['timeout 60 bash ci/test.sh', 'ci/test.sh'],
  ])('U3 %s: tracked it counts and its change is stale; ignored it proves nothing', (command, file) => {
    const { repo, run, push } = named(`suites: [{ root: ., command: ${command} }]\n`, { [file]: GRADLEW });
    expect(run(command).trim()).toBe('');
    expect(push()).toBeNull();
    repo.write(file, `${GRADLEW}# later\n`);
    repo.commit('later');
    expect(push()).toMatch(new RegExp(`PUSH_STALE.*${file}`, 's'));
    repo.git('rm', '-q', '--cached', file);
    repo.write('.gitignore', `${file}\n`);
    repo.commit('no longer');
    expect(run(command)).toMatch(/git ignores.*`git add -f <file>`/);
    expect(push()).toMatch(/PUSH_UNKNOWN.*git ignores.*`git add -f <file>`/s);
    repo.git('add', '-f', file);
    repo.git('commit', '-qm', 'again');
    run(command);
    expect(push()).toBeNull();
  });

  test('U3 one outside of the repository proves nothing; one of the machine is none of the project', () => {
    const command = '../elsewhere/test.sh';
    const { repo, run, push } = named(`suites: [{ root: ., command: ${command} }]\n`);
    repo.write('../elsewhere/test.sh', '#!/bin/sh\n');
    expect(run(command)).toMatch(/outside of the repository/);
    const refused = push();
    expect(refused).toMatch(
      /PUSH_UNKNOWN.*outside of the repository.*Ask the person to put that file into the repository/s,
    );
    expect(refused).not.toContain(`Run \`${command}\``);
    const other = named('suites: [{ root: ., command: /usr/bin/make test }]\n');
    expect(other.run('/usr/bin/make test').trim()).toBe('');
    expect(other.push()).toBeNull();
  });
});

test.skipIf(!HAS_SCRIPT)(
  'U3 two builds of one stack in one folder: each is asked for, and where one is green the refusal says how a person drops the other',
  async () => {
    const gradlew = '#!/bin/sh\necho "> Task :test"\necho "BUILD SUCCESSFUL in 1s"\n';
    const repo = mavenProject({ mvnw: MVNW, gradlew, 'build.gradle': 'plugins { id "java" }\n' });
    for (const file of ['mvnw', 'gradlew']) chmodSync(repo.path(file), 0o755);
    expect(cli(repo, ['install']).status).toBe(0);
    repo.commit('the wrappers can be started');
    repo.git('push', '-q', '--no-verify', 'origin', 'HEAD:main');
    repo.git('fetch', '-q');
    const it = start(repo);
    it.bash("echo 'class ATest { }' > src/test/java/ATest.java && git commit -qam one");
    const push = () => it.bash('git push -q origin HEAD');
    // Before any of the two is green, nobody needs to know.
    expect(push().refused).not.toContain('one of the two builds');
    expect(it.bash('./mvnw test').exit).toBe(0);
    const refused = push().refused ?? '';
    expect(refused).toMatch(/PUSH_UNTESTED: No test run of gradle:\..*maven:\. is green on the same files of tests/);
    const dropped = /`(capture: [^`]+)`/.exec(refused)?.[1] ?? '';
    expect(dropped).toBe('capture: { off: [gradle] }');
    // Both have run: nothing is asked for.
    expect(it.bash('./gradlew test').exit).toBe(0);
    expect(push()).toMatchObject({ refused: null, exit: 0 });
    it.bash("echo 'class ATest {  }' > src/test/java/ATest.java && git commit -qam two");
    expect(it.bash('./mvnw test').exit).toBe(0);
    expect(push().refused).toMatch(/PUSH_STALE: .*gradle:.*maven:\. is green on the same files of tests/s);
    // A person takes the way that is told.
    repo.write('flow.config.yaml', `${dropped}\n`);
    repo.commit('one build is enough');
    expect((await atTerminal(repo, ['apply'])).text).toContain('Applied');
    expect(it.bash('./mvnw test').exit).toBe(0);
    expect(push()).toMatchObject({ refused: null, exit: 0 });
  },
);
