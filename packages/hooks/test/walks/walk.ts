import type { TempRepo } from '@flow/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Packed, pack } from '../packed.js';
import { Missing } from './fetched.js';
import { expectToStart, makeWorld, namedIn, type Person, type ProjectOptions } from './world.js';

/** A kind of project: its files, how people start its tests there, and how they have the guard. */
export interface Kind extends ProjectOptions {
  /** Title of the walk, with the ids of the cases that it shows. */
  name: string;
  /** The command that a refused push has to name. */
  test: string;
  /** What people type there, where it is not that: it counts as well. */
  typed?: string;
  /** A change that makes the tests fail, one that mends them, and what a refusal names of the failure. */
  broken: [file: string, text: string];
  fixed: [file: string, text: string];
  failing?: string;
  /** A harmless change of what starts the tests, or of what that loads. */
  runner: [file: string, text: string | ((before: string) => string)];
  /** What is named where the tool only repeated an earlier result: its own words for running the tests again. */
  again?: string;
  /**
   * Brings the programs that are missing on the machine; returns folders for the front of PATH.
   * @throws Missing for what only the system's package manager has
   */
  fetch?(): string[];
  /** How long the way from the package to a green push may take, in seconds. @default 60 */
  seconds?: number;
  /** Ends what the project's own tools leave running. */
  end?(repo: TempRepo, person: Person): void;
}

/** No way from the package to a green push may take longer, but where a tool is slow itself. */
const SECONDS = 60;

/** From install to refused, fixed and pushed, then to a run that its own runner's change made stale. */
function walk(kind: Kind, tarball: string, folders: readonly string[]): void {
  const world = makeWorld(kind, tarball, folders);
  const { it, bash, opens, commit, pushed, program, texts } = world;
  try {
    it.write(...kind.broken);
    commit('Count totals');
    const untested = bash('git push -u origin HEAD').refused;
    expect(untested).toContain('PUSH_UNTESTED');
    expect(namedIn(untested)).toBe(kind.test);
    const red = bash(kind.typed ?? namedIn(untested));
    expect(red.refused).toBeNull();
    expect(red.exit, red.output).not.toBe(0);
    // Every kind's only test says so in its output: nothing else made it red.
    expect(red.output).toMatch(/adds?[ _]?prices|total/i);
    const refused = bash('git push -u origin HEAD').refused ?? '';
    expect(refused).toContain('PUSH_RED');
    expect([kind.test, kind.typed]).toContain(namedIn(refused));
    expect(refused).toContain(kind.failing ?? kind.test);

    it.write(...kind.fixed);
    opens(kind.typed ?? namedIn(refused));
    commit('Count totals as they are');
    pushed();
    it.write('README.md', '# cart\n\nAdds prices.\n');
    commit('Say what it does');
    pushed();

    const [starter, change] = kind.runner;
    it.write(starter, typeof change === 'string' ? change : change(world.repo.read(starter)));
    commit('Another way to start the tests');
    const stale = bash('git push').refused ?? '';
    expect(stale).toContain('PUSH_STALE');
    expect(stale).toContain(`Changed since: ${starter}`);
    const [, where = '', command = ''] = /^(cd .* && )?(.*)$/.exec(namedIn(stale)) ?? [];
    opens(`${where}${program} exec -- ${command}`);
    if (kind.again !== undefined) {
      const repeated = bash('git push').refused;
      expect(namedIn(repeated)).toBe(kind.again);
      opens(kind.again);
    }
    pushed();

    expectToStart(world);
    expect(texts.join('\n')).not.toMatch(/undefined|\[object/);
  } finally {
    kind.end?.(world.repo, world.person);
    world.dispose();
  }
}

/** The test of a kind of project. In CI a missing program is a failure. */
export function walks(kind: Kind): void {
  let packed: Packed | undefined;
  let folders: string[] = [];
  let missing = '';
  beforeAll(() => {
    try {
      folders = kind.fetch?.() ?? [];
    } catch (error) {
      if (!(error instanceof Missing) || process.env.CI) throw error;
      missing = error.message;
    }
    packed = pack();
  }, 300_000);
  afterAll(() => packed?.dispose());

  test(`walk: ${kind.name}`, { timeout: 600_000 }, ({ skip }) => {
    skip(missing !== '', `${missing} does not work on this machine`);
    const started = performance.now();
    walk(kind, packed?.tarball ?? '', folders);
    const seconds = (performance.now() - started) / 1000;
    console.log(`${kind.name}: ${seconds.toFixed(1)} s`);
    // Elsewhere other work may take the machine's time.
    if (process.env.CI) expect(seconds).toBeLessThan(kind.seconds ?? SECONDS);
  });
}
