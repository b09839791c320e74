import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { flow, linkPrograms, repository } from './kit.js';

/** Completes a line in the real bash, as Tab would. */
function complete(name: string, words: string[], repo = repository({ files: { 'README.md': '' } })) {
  const environment = { ...repo.environment, PATH: `${linkPrograms(repo)}:${repo.environment.PATH}` };
  const quoted = words.map((word) => `'${word}'`).join(' ');
  // Twice: a shell that reads it again must not complain.
  const script = `
    source <(${name} complete bash); source <(${name} complete bash)
    COMP_WORDS=(${name} ${quoted}); COMP_CWORD=${words.length}
    eval "$(complete -p ${name} | sed 's/.*-F \\([^ ]*\\) .*/\\1/')" ${name} "\${COMP_WORDS[COMP_CWORD]}"
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const run = spawnSync('bash', ['--norc', '-c', script], { cwd: repo.root, env: environment, encoding: 'utf8' });
  return { offered: run.stdout.split('\n').filter((line) => line !== ''), stderr: run.stderr, repo };
}

describe('completion in bash', () => {
  test.each<[string[], string[]]>([
    [['ini'], ['init']],
    [['ap'], ['approve', 'apply']],
    [['init', '--ti'], ['--tier']],
    [
      ['init', '--tier', ''],
      ['1', '2', '3'],
    ],
    [['verify', '--rer'], ['--rerun']],
    [
      ['item', 'b'],
      ['begin', 'block'],
    ],
    [
      ['workflow', ''],
      ['list', 'show'],
    ],
    [['end', 'm'], ['merged']],
    [['nothing-like-it'], []],
  ])('%j offers %j', (words, expected) => {
    const { offered, stderr } = complete('flow', words);
    expect(stderr).toBe('');
    expect(offered).toEqual(expected);
  });

  test('the ids of the run that is here: phases, checks, judges, gates', () => {
    const repo = repository();
    expect(complete('flow', ['start', 'c'], repo).offered).toEqual(['ceremony']);
    flow(repo, ['start', 'tdd', '--dial', 'intensity=high']);
    expect(complete('flow', ['set-phase', 'gr'], repo).offered).toEqual(['green']);
    expect(complete('flow', ['waive', 'spec.d'], repo).offered).toEqual(['spec.document']);
    expect(complete('flow', ['verdict', 'q'], repo).offered).toEqual(['qa']);
    expect(complete('flow', ['approve', 'sh'], repo).offered).toEqual(['shape']);
    expect(complete('flow', ['dial', 'intensity', 'c'], repo).offered).toEqual(['critical']);
    expect(complete('flow', ['template', 'v'], repo).offered).toEqual(['verification']);
  });

  test('under the second name, too', () => {
    expect(complete('flowctl', ['docto']).offered).toEqual(['doctor']);
  });

  test('what stands on the line is not run', () => {
    const { repo } = complete('flow', ['exec', '$(touch owned)', '`touch owned`', '; touch owned', '']);
    expect(existsSync(path.join(repo.root, 'owned'))).toBe(false);
  });
});

test.each(['zsh', 'fish'])('the script for %s can be read by that shell, where it is there', (shell) => {
  const repo = repository();
  const environment = { ...repo.environment, PATH: `${linkPrograms(repo)}:${repo.environment.PATH}` };
  const script = spawnSync('flow', ['complete', shell], { env: environment, encoding: 'utf8' });
  expect(script).toMatchObject({ status: 0, stderr: '' });
  expect(script.stdout).toContain('flow complete --');
  const read = spawnSync(shell, ['-n', repo.write('script', script.stdout)], { env: environment, encoding: 'utf8' });
  if (read.error === undefined) expect(read).toMatchObject({ status: 0, stderr: '' });
});

/** Prints what zsh's own completion would have set, and what it would be given. */
const ASKED = (words: readonly string[]) => `
compdef() { :; }
_files() { print files; }
_describe() { print -rl -- "${'$'}{found[@]}"; }
source ./script
words=(${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length}; PREFIX='${words.at(-1)}'
_flow
`;

test('D62 in zsh words without a description have none, files are offered where there is nothing else, and nothing typed is run', () => {
  const repo = repository();
  const environment = { ...repo.environment, PATH: `${linkPrograms(repo)}:${repo.environment.PATH}` };
  repo.write('script', spawnSync('flow', ['complete', 'zsh'], { env: environment, encoding: 'utf8' }).stdout);
  const offered = (...words: string[]) =>
    spawnSync('zsh', ['-f', '-c', ASKED(words)], { env: environment, cwd: repo.root, encoding: 'utf8' });
  const first = offered('flow', 'start', '');
  if (first.error !== undefined) return;
  expect(first).toMatchObject({ status: 0, stdout: 'ceremony\ntdd\n', stderr: '' });
  expect(offered('flow', 'start', '--di').stdout).toMatch(/^--dial:\S/m);
  expect(offered('flow', 'exec', '$(touch ran)', '').stdout).toBe('files\n');
  expect(existsSync(repo.path('ran'))).toBe(false);
});

test('D62 in fish commands and ids are offered with what they are, files where there is nothing else, and nothing typed is run', () => {
  const repo = repository({ files: { 'total.py': '' } });
  const environment = { ...repo.environment, PATH: `${linkPrograms(repo)}:${repo.environment.PATH}` };
  repo.write('script', spawnSync('flow', ['complete', 'fish'], { env: environment, encoding: 'utf8' }).stdout);
  const offered = (line: string) =>
    spawnSync('fish', ['--no-config', '-c', `source script; complete -C '${line}'`], {
      env: environment,
      cwd: repo.root,
      encoding: 'utf8',
    });
  const first = offered('flow start ');
  if (first.error !== undefined) return;
  expect(first).toMatchObject({ status: 0, stdout: 'ceremony\ntdd\n', stderr: '' });
  expect(offered('flow start --di').stdout).toMatch(/^--dial\t\S/m);
  expect(offered('flow nothing-like-it to').stdout).toBe('total.py\n');
  expect(offered('flow diagnose to').stdout).toBe('total.py\n');
  offered('flow exec (touch ran) ');
  expect(existsSync(repo.path('ran'))).toBe(false);
});
