import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Report } from '@flow/engine/verify/report';
import type { TempRepo } from '@flow/test-kit';
import { cli, repository } from './kit.js';

/** A throw-away SSH key without a passphrase, and the line that allows it. */
export interface Person {
  name: string;
  key: string;
  line: string;
}

/** A clone of the repository's remote, used by somebody with another home: none of the first one's keys are there. */
export interface Clone {
  root: string;
  environment: Record<string, string>;
  git(...words: string[]): string;
  cli(...words: string[]): ReturnType<typeof cli>;
  verify(...words: string[]): { status: number | null; report: Report; codes: string[] };
}

export function person(repo: TempRepo, name: string): Person {
  const key = path.join(repo.area, `key-${name}`);
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', key]);
  return {
    name: `${name}@example.test`,
    key,
    line: `${name}@example.test ${readFileSync(`${key}.pub`, 'utf8').trim()}`,
  };
}

/** Tells git in a home to sign with a person's key. */
export function signsWith(git: (...words: string[]) => string, { key }: Person): void {
  git('config', '--global', 'gpg.format', 'ssh');
  git('config', '--global', 'user.signingkey', `${key}.pub`);
}

export interface World {
  repo: TempRepo;
  anne: Person;
  /** Records a run of the suite. */
  run(): void;
  verify(...words: string[]): ReturnType<Clone['verify']>;
  clone(name?: string): Clone;
}

const CHECK = 'grep -q works code.txt && echo fine';

/**
 * A repository whose one suite is a script that a person named: as quick as a suite can be. `main` is published with a
 * configuration that allows Anne to sign; the branch has one commit more.
 * @param options.files a project whose own suite is asked for instead
 */
export function world(
  options: { config?: string; check?: string; command?: string; files?: Record<string, string> } = {},
): World {
  const usual = { 'README.md': '# cart\n', '.gitignore': 'develop/\n', 'code.txt': 'it works\n' };
  const repo = repository({ files: { ...usual, ...options.files } });
  const anne = person(repo, 'anne');
  const { config = '', check = CHECK, command = 'sh check.sh' } = options;
  repo.git('checkout', '-q', 'main');
  repo.write('check.sh', `${check}\n`);
  repo.write(
    'flow.config.yaml',
    `${options.files ? '' : `suites: [{ root: ., command: ${JSON.stringify(command)} }]\n`}approvals:\n  signers:\n    - ${JSON.stringify(anne.line)}\n${config}`,
  );
  repo.commit('Rules');
  repo.git('push', '-q', 'origin', 'main');
  repo.git('checkout', '-q', '-B', 'feature/login');
  change(repo, 'it works better');
  return {
    repo,
    anne,
    run: () => void cli(repo, ['exec', '--', 'sh', 'check.sh']),
    verify: (...words) => read(cli(repo, ['verify', '--json', ...words])),
    clone: (name = 'other') => cloneOf(repo, name),
  };
}

/** Commits another content of the code. */
export function change(repo: TempRepo, text: string): string {
  repo.write('code.txt', `${text}\n`);
  return repo.commit(text);
}

function read(run: ReturnType<typeof cli>): ReturnType<Clone['verify']> {
  if (!run.stdout.startsWith('{')) throw new Error(`no report: ${run.stdout}\n${run.stderr}`);
  const report = JSON.parse(run.stdout) as Report;
  return { status: run.status, report, codes: report.findings.map(({ code }) => code) };
}

function cloneOf(repo: TempRepo, name: string): Clone {
  repo.git('push', '-q', '--no-verify', '--force', 'origin', 'HEAD:refs/heads/feature/login');
  const home = path.join(repo.area, `home-${name}`);
  const root = path.join(repo.area, name);
  mkdirSync(home);
  writeFileSync(
    path.join(home, '.gitconfig'),
    readFileSync(path.join(repo.home, '.gitconfig'), 'utf8').split('[gpg]')[0]!,
  );
  const environment = { ...repo.environment, HOME: home, XDG_STATE_HOME: path.join(home, 'state') };
  const git = (...words: string[]) => {
    const run = spawnSync('git', words, { cwd: root, env: environment, encoding: 'utf8' });
    if (run.status !== 0) throw new Error(`git ${words.join(' ')}: ${run.stderr}`);
    return run.stdout.trim();
  };
  spawnSync('git', ['clone', '-q', '--branch', 'feature/login', repo.remote, root], { env: environment });
  const call = (...words: string[]) => cli(repo, words, { cwd: root, environment });
  return { root, environment, git, cli: call, verify: (...words) => read(call('verify', '--json', ...words)) };
}
