import type { TempRepo } from '@flow/test-kit';
import { furnish } from './furnish.js';
import { makeHistory } from './history.js';
import { keep } from './keep.js';
import type { Fixture, Places } from './row.js';
import { BASE_FILES, type SetUp } from './set-ups.js';
import { makeWorld, type SandboxOptions } from './world.js';

/** A repository as a set-up describes it, in which commands really run, and which can be put back as it was. */
export interface Sandbox extends Places {
  readonly repo: TempRepo;
  readonly environment: Record<string, string>;
  /** Where stand-ins note what they would have published. */
  readonly published: string;
  /** Words of the set-up that nobody understood. */
  readonly unknownWords: string[];
  /** Puts a row's fixture into place; what was green is then tested with it. */
  furnish(fixture: Fixture | undefined): void;
  /** Puts all back as it was, where anything changed; true when something did. */
  restore(): boolean;
  dispose(): void;
}

/** Builds the sandbox of a set-up: real git, bare remotes, and the product installed. */
export function makeSandbox(setUp: SetUp, options: SandboxOptions): Sandbox {
  // JSON is YAML.
  const policy = `${JSON.stringify({ baseBranch: 'main', ...setUp.config }, null, 2)}\n`;
  const world = makeWorld({ ...BASE_FILES, 'flow.config.yaml': policy }, options);
  const { repo, temporary, environment, published } = world;
  const unknownWords = makeHistory(world, setUp, options.unguarded === true);
  const kept = keep(world);
  return {
    repo,
    root: repo.root,
    home: repo.home,
    temporary,
    environment,
    published,
    unknownWords,
    furnish(fixture) {
      if (!fixture) return;
      furnish(fixture, repo, temporary);
      if (setUp.tested === 'green') world.test('green');
    },
    restore: kept.restore,
    dispose() {
      kept.discard();
      repo.dispose();
    },
  };
}
