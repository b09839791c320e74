import { spawnSync } from 'node:child_process';
import { findRepository } from '@flow/evidence';
import { effectsOf } from '@flow/shell-effects';
import { type TempRepo, tempRepo } from '@flow/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { targetsOfCommand } from './push-target.js';

/*
 * What a push would change, held against git's own trial run (`--dry-run --porcelain`) in a repository where two branches, a
 * tag and a fork are ahead of what the remote has.
 */

let repo: TempRepo;

beforeAll(() => {
  repo = tempRepo({ files: { a: '1' }, branch: 'feature/x' });
  const { git } = repo;
  git('branch', 'other');
  git('push', '-q', 'origin', 'main', 'other');
  git('init', '-q', '--bare', repo.path('../fork.git'));
  git('remote', 'add', 'fork', repo.path('../fork.git'));
  git('push', '-q', 'fork', 'main');
  repo.write('a', '2');
  repo.commit('2');
  git('branch', '-f', 'other');
  git('branch', '-f', 'main');
  repo.write('a', '3');
  repo.commit('3');
  git('tag', 'v1');
});
afterAll(() => repo.dispose());

const UPSTREAM = ['push.default=upstream', 'branch.feature/x.remote=origin', 'branch.feature/x.merge=refs/heads/main'];

const CASES: readonly (readonly [command: string, ...settings: string[]])[] = [
  ['git push fork'],
  ['git push -u origin HEAD'],
  ['git push origin feature/x:main'],
  ['git push -f origin HEAD:heads/main'],
  ['git push origin heads/main'],
  ['git push origin refs/heads/main other'],
  ['git push origin :'],
  ['git push origin +:'],
  ["git push origin 'refs/heads/*'"],
  ["git push origin '+refs/heads/feature/*:refs/heads/up/*'"],
  ["git push --prune origin '^refs/heads/other' 'refs/heads/*:refs/heads/*'"],
  ['git push --all origin'],
  ["git push fork 'refs/remotes/origin/*:refs/heads/*'"],
  ['git push origin :other HEAD:main'],
  ['git push -d origin main'],
  ['git push origin v1:main'],
  ['git push origin HEAD~1:main'],
  ['git push origin :/2:refs/heads/two'],
  ['git -c push.default=matching push'],
  ['git -c remote.origin.push=HEAD:main push origin'],
  [`git ${UPSTREAM.map((one) => `-c ${one}`).join(' ')} push`],
  ['git config push.default matching; git push'],
  ['git push', ...UPSTREAM],
  ['git push --no-verify', ...UPSTREAM],
  ['git push origin feature/x', ...UPSTREAM],
  ['git push', 'push.default=matching'],
  ['git push', 'push.default=current'],
  ['git push origin', 'remote.origin.push=HEAD:refs/heads/main', 'remote.origin.push=refs/heads/other'],
  ['git push origin HEAD', 'remote.origin.push=HEAD:refs/heads/main'],
  ['git push origin feature/x', 'remote.origin.push=refs/heads/feature/*:refs/heads/up/*'],
  ['git push', 'remote.pushDefault=fork', 'remote.fork.push=+HEAD:main'],
  ['git push', 'branch.feature/x.pushRemote=fork', 'remote.fork.push=HEAD:main'],
  ['git push origin', 'remote.origin.mirror=true'],
];

const rows = CASES.map(([command, ...settings]) => ({ command, settings, name: [command, ...settings].join(' ') }));

test.each(rows)('X54 what a push changes is what git says it does: $name', ({ command, settings }) => {
  const config = (...words: string[]) => spawnSync('git', ['config', ...words], { cwd: repo.root });
  const names = [...settings.map((setting) => setting.slice(0, setting.indexOf('='))), 'push.default'];
  for (const [at, setting] of settings.entries()) config('--add', names[at]!, setting.slice(names[at]!.length + 1));
  try {
    const happens = tried(command);
    const context = { cwd: repo.root, home: repo.home, env: repo.environment, readFile: () => undefined };
    const told = effectsOf(command, context).effects.flatMap((effect) =>
      effect.kind === 'push'
        ? targetsOfCommand(findRepository(repo.root)!, effect, repo.environment, Date.now() + 20_000)
        : [],
    );
    const words = told.map(({ destination, tip, deletion }) => `${deletion ? 'none' : tip} ${destination}`);
    expect(happens).not.toEqual([]);
    expect(words).toEqual(expect.arrayContaining(happens));
  } finally {
    for (const name of names) config('--unset-all', name);
  }
});

/** Branches that git would change, and to which commit. */
function tried(command: string): string[] {
  const trial = command.replace(/\bpush(?= |$)/, 'push --dry-run --porcelain');
  const run = spawnSync('bash', ['-c', trial], { cwd: repo.root, env: repo.environment, encoding: 'utf8' });
  const lines = run.stdout.split('\n').filter((line) => /^[ +*!-]\t/.test(line));
  return lines
    .map((line) => line.split('\t')[1]!.split(/:(?=[^:]*$)/))
    .filter(([, destination]) => destination?.startsWith('refs/heads/'))
    .map(([source, destination]) => {
      const isGone = source === '' || source === '(delete)';
      return `${isGone ? 'none' : repo.git('rev-parse', source!.startsWith(':/') ? source! : `${source}^{commit}`).trim()} ${destination}`;
    });
}
