import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Agent, agent, type CallResult, type TempRepo, tempRepo } from '@flow/test-kit';
import { expect } from 'vitest';
import { workspaceRoot } from '../kit.js';
import { GLOBAL, WAYS } from './ways.js';

/** A person in a terminal: runs a shell command below the repository's root and returns its output. @throws when it fails */
export type Person = (command: string, folder?: string) => string;

/** What the repository of a project holds, and how its people have the guard. */
export interface ProjectOptions {
  /** Files by path from the repository's root; those that `executable` names can be started. */
  files: Record<string, string>;
  executable?: string[];
  way: keyof typeof WAYS;
  /** The folder in which a person types what brings the program. @default the root */
  folder?: string;
  /** Words after `install`. @default none */
  flags?: string;
  /** Makes what the project's own tools make: wrappers, virtual environments, installed packages. */
  arrange?(repo: TempRepo, person: Person): void;
}

/** A repository whose base branch has the guard as the packed package installs it, and an agent on a branch of its own. */
export interface World {
  repo: TempRepo;
  person: Person;
  it: Agent;
  /** How the program is started here. */
  program: string;
  /** What people and the agent have read of ours. */
  texts: string[];
  /** The agent's shell call, of which every text is kept. */
  bash(command: string): CallResult;
  /** A shell call of the agent that has to pass. */
  opens(command: string): CallResult;
  /** Commits what git knows. */
  commit(message: string): void;
  /** Pushes the branch, and looks whether it has arrived. */
  pushed(): void;
  dispose(): void;
}

/** Variables of a walk: nothing of this workspace is on its PATH, and npm asks no registry. */
function surroundings(repo: TempRepo, folders: readonly string[]): Record<string, string> {
  const kept = (process.env.PATH ?? '').split(path.delimiter).filter((one) => !one.startsWith(workspaceRoot));
  const own = kept.filter((one) => !/[/\\](?:_npx|pnpm)[/\\]/.test(one));
  return {
    PATH: [path.join(repo.home, GLOBAL, 'bin'), ...folders, ...own].join(path.delimiter),
    npm_config_cache: path.join(repo.home, '.npm'),
    npm_config_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  };
}

/** Installs the package in a project as a person would, and starts a session of the agent there. */
export function makeWorld(options: ProjectOptions, tarball: string, folders: readonly string[] = []): World {
  const repo = tempRepo({ programs: false, files: { 'README.md': '# cart\n', ...options.files } });
  Object.assign(repo.environment, surroundings(repo, folders));
  const person: Person = (command, folder = '.') => {
    const { environment: env } = repo;
    const run = spawnSync('bash', ['-c', command], { cwd: repo.path(folder), env, encoding: 'utf8' });
    if (run.status !== 0) throw new Error(`${command}: exit code ${run.status}\n${run.stdout}${run.stderr}`);
    return run.stdout;
  };
  for (const file of options.executable ?? []) chmodSync(repo.path(file), 0o755);
  options.arrange?.(repo, person);
  const way = WAYS[options.way];
  mkdirSync(repo.path(options.folder ?? '.'), { recursive: true });
  person(way.bring(tarball), options.folder);
  const program = way.program(tarball);
  const installed = person(`${program} install ${options.flags ?? ''}`, options.folder);
  // Files that are shown are no words of ours.
  const texts = [installed.replace(/^[-+@].*$/gm, '')];
  repo.commit('Guarded');
  repo.git('push', '-q', '--no-verify', 'origin', 'main');

  const it = agent({ hook: repo.path('.claude/hooks/flow.cjs'), byName: true, node: 'node', repo });
  const world: World = {
    ...{ repo, person, it, program, texts },
    bash(command) {
      const call = it.bash(command);
      texts.push(...[call.refused ?? '', ...call.told].filter(Boolean));
      return call;
    },
    opens(command) {
      const call = world.bash(command);
      expect(call, [command, ...texts.slice(-3)].join('\n')).toMatchObject({ refused: null, exit: 0 });
      return call;
    },
    commit: (message) => void world.opens(`git commit -qam '${message}'`),
    pushed() {
      world.opens('git push -q -u origin HEAD');
      const [there] = repo.git('ls-remote', 'origin', `refs/heads/${repo.git('branch', '--show-current')}`).split('\t');
      expect(there).toBe(repo.git('rev-parse', 'HEAD'));
    },
    dispose: () => repo.dispose(),
  };
  it.start();
  world.opens('git switch -qc totals');
  return world;
}

/** The command that a text says to run, or how to start what was not found. */
export function namedIn(text: string | null): string {
  return /\b(?:[Rr]un|as) `([^`]+)`/.exec(text ?? '')?.[1] ?? '';
}

/** Fails unless every start of our program that a text names works: where it is read, and without asking any registry. */
export function expectToStart({ texts, person }: World): void {
  const found = texts.flatMap((text) =>
    [...text.matchAll(/(?:`|: |^)((?:[^`:\n]*[ /])?flow-hooks(?:\.cjs)?) [a-z]/gm)].map(([, start = '']) =>
      start.trim(),
    ),
  );
  expect(found.length, texts.join('\n')).toBeGreaterThan(0);
  for (const start of new Set(found))
    expect(() => person(`${start} --version`), `${start}\n${texts.join('\n')}`).not.toThrow();
}
