import { describe, expect, test } from 'vitest';
import { cli, has, repository } from './kit.js';
import { named, player } from './named-kit.js';

const FILES = { Makefile: 'test:\n\tsh test.sh\n', 'test.sh': 'grep -q works code.txt\n', 'code.txt': 'it works\n' };
const MAKE = 'suites: [{ root: ., command: make test }]\n';
const PERSON = /no remote has a base branch yet, so a person has to run `npx flow-hooks apply` in their own terminal/;
const MERGE =
  /it holds once origin\/main has it and it was fetched here \(merge it, then `git fetch origin`\), or at once when a person runs `npx flow-hooks apply`/;

describe.skipIf(!has('make', '--version'))(
  'U2: a line of `suites` names nothing until the policy is in force, and it is said what brings it there',
  () => {
    test.each([
      { name: 'a fresh repository without a remote', options: { remote: false }, words: PERSON },
      { name: 'an empty remote', options: { firstCommit: false }, words: PERSON },
      { name: 'a remote without the configuration', options: { branch: 'feature/login' }, words: MERGE },
    ])('$name: at the run, at the push, in status and doctor, and after install', ({ options, words }) => {
      const repo = repository({ ...options, ...(options.firstCommit === false ? {} : { files: FILES }) });
      for (const [file, text] of Object.entries(FILES)) repo.write(file, text);
      const installed = cli(repo, ['install', '--config']).stdout;
      expect(installed).toMatch(words);
      expect(installed).toContain('no push asks for `make test`');
      expect(repo.read('flow.config.yaml')).toContain('command: make test');
      repo.commit('rules');
      const { run, push } = player(repo);
      const told = run('make test');
      expect(told).toMatch(words);
      expect(told).toContain('`make test` is named in flow.config.yaml, which is not in force');
      expect(run('make test')).not.toContain('is not in force');
      const exec = cli(repo, ['exec', '--', 'make', 'test']).stderr;
      expect(exec).toMatch(words);
      expect(cli(repo, ['status']).stdout).toMatch(words);
      const doctor = cli(repo, ['doctor']).stdout;
      expect(doctor).toMatch(words);
      expect(doctor).toContain('is named in flow.config.yaml, which is not in force');
      const pushed = run('git push -q origin HEAD');
      expect(pushed).toMatch(words);
      expect(pushed).not.toContain('No test runner was found');
      expect(push()).toBeNull();
    });

    test('once the base branch of the remote has it, it holds without anybody’s doing', () => {
      const repo = repository({ files: FILES });
      repo.write('flow.config.yaml', MAKE);
      repo.commit('rules');
      const before = player(repo);
      before.run('make test');
      expect(cli(repo, ['status', '--json']).stdout).not.toContain('command:.:make test');
      repo.git('push', '-q', '--no-verify', 'origin', 'HEAD:main');
      repo.write('code.txt', 'it works still\n');
      repo.commit('work');
      const { run, push } = player(repo);
      expect(push()).toMatch(/PUSH_UNTESTED.*Run `make test`/s);
      run('make test');
      expect(push()).toBeNull();
    });

    test('a line that an agent adds or a branch brings names nothing beside the one in force', () => {
      const { repo, run, push } = named(MAKE, FILES);
      repo.write('flow.config.yaml', 'suites: [{ root: ., command: "true" }]\n');
      repo.commit('easier');
      expect(run('true')).toMatch(MERGE);
      expect(push()).toMatch(/PUSH_UNTESTED.*Run `make test`/s);
      run('make test');
      expect(push()).toBeNull();
    });
  },
);
