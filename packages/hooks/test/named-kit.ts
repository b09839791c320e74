import { createRequire } from 'node:module';
import path from 'node:path';
import type * as Engine from '@flow/engine/engine';
import type { TempRepo, TempRepoOptions } from '@flow/test-kit';
import { HOOK, repository } from './kit.js';

const engine = createRequire(import.meta.url)(path.join(path.dirname(HOOK), 'engine.cjs')) as typeof Engine;

const SESSION = '22222222-2222-4222-8222-222222222222';
let calls = 0;

/** What a command is said to have done. */
export interface Done {
  text?: string;
  exit?: number;
  directory?: string;
  interrupted?: boolean;
}

/**
 * A repository whose `flow.config.yaml` is published and names commands, with an agent whose calls go through the built engine: no
 * process is started for them, so that what a runner prints and how it ends can be a recorded one.
 */
export function named(config: string, files: Record<string, string> = {}, options: TempRepoOptions = {}) {
  const repo = repository({ ...options, files: { 'README.md': '# cart\n', 'flow.config.yaml': config, ...files } });
  if (options.firstCommit !== false) {
    repo.write('code.txt', 'it works\n');
    repo.commit('work');
  }
  return { repo, ...player(repo) };
}

/** Calls of an agent in a repository, through the built engine. */
export function player(repo: TempRepo) {
  const start = () => ({ environment: repo.environment, deadline: Date.now() + 10_000 });
  const call = (command: string, directory = repo.root) => ({
    ...{ session: SESSION, agent: null, role: null, directory, tool: 'Bash', call: `toolu_${++calls}` },
    input: { command },
  });
  const handle = (event: Parameters<typeof engine.handle>[0]) => asUserOf(repo, () => engine.handle(event, start()));
  const before = (event: ReturnType<typeof call>) => handle({ kind: 'tool-before', ...event });
  return {
    /** What the hooks say before and behind a command that ended so. */
    run(command: string, { text = '', exit = 0, directory, interrupted = false }: Done = {}): string {
      const event = call(command, directory);
      const told = before(event);
      const output = {
        ...{ text, exit: interrupted ? null : exit, cut: null, wholeFile: null, background: null, interrupted },
        durationMs: 5,
      };
      const after = handle({ kind: 'tool-after', ...event, output });
      return [told, after]
        .map((one) => (one.kind === 'tell' ? one.context : one.kind === 'refuse' ? one.reason : ''))
        .join('\n');
    },
    /** Why a push is refused; null where it is allowed. */
    push(command = 'git push -q origin HEAD'): string | null {
      const decision = before(call(command));
      return decision.kind === 'refuse' ? decision.reason : null;
    },
  };
}

/** The engine asks this process for the user's home, too. */
function asUserOf<T>({ environment }: TempRepo, work: () => T): T {
  const names = [...new Set([...Object.keys(environment), ...Object.keys(process.env)])].filter((name) =>
    /^(?:HOME|XDG_\w+)$/.test(name),
  );
  const kept = names.map((name) => [name, process.env[name]] as const);
  const set = (name: string, value: string | undefined) => {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  };
  for (const name of names) set(name, environment[name]);
  try {
    return work();
  } finally {
    for (const [name, value] of kept) set(name, value);
  }
}
