import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FLOW, FLOW_HOOKS, repository } from './kit.js';

/* What the built program reads for a call: every agent types `flow` many times an hour. */

const dist = path.dirname(FLOW);

/** Returns the built files that a chunk reads with itself, by what it imports and not by what it may load later. */
function readWith(chunk: string, found = new Set<string>()): Set<string> {
  if (found.has(chunk)) return found;
  found.add(chunk);
  for (const [, next = ''] of readFileSync(path.join(dist, chunk), 'utf8').matchAll(/(?:from|import) ?"\.\/([^"]+)"/g))
    readWith(next, found);
  return found;
}

/** Returns what is read with the chunks that source files of a name begin. */
function textsOf(name: string): string[] {
  const chunks = readdirSync(dist).filter((file) => new RegExp(`^${name}-[A-Z0-9]{8}\\.js$`).test(file));
  expect(chunks.length).toBeGreaterThan(0);
  return chunks.flatMap((chunk) => [...readWith(chunk)]).map((file) => readFileSync(path.join(dist, file), 'utf8'));
}

test('a call reads its own command alone: none of the others, and what parses the words of a call', () => {
  const text = textsOf('program').join('\n');
  expect(text.length).toBeLessThan(80_000);
  expect(text).not.toContain('show the run of this branch');
});

test.each(['status', 'next', 'submit', 'item', 'explain', 'run', 'watch', 'ship', 'push', 'doctor'])(
  'flow %s reads neither the library for connections nor the one that starts programs before it needs one',
  (name) => {
    const text = textsOf(name).join('\n');
    // A word of undici and one of execa.
    expect(text).not.toContain('UND_ERR_CONNECT_TIMEOUT');
    expect(text).not.toContain('gracefulCancel');
  },
);

test('33.3d the compiled code of what a person calls is kept in the own state, and nowhere that others can write', () => {
  const repo = repository();
  const state = path.join(repo.environment.XDG_STATE_HOME ?? '', 'flow');
  const kept = path.join(state, 'compile-cache');
  const temporary = path.join(repo.area, 'temporary');
  mkdirSync(temporary);
  const env = { ...repo.environment, TMPDIR: temporary };
  const call = (program: string) => expect(spawnSync(process.execPath, [program, '--version'], { env }).status).toBe(0);
  for (const program of [FLOW, FLOW_HOOKS]) {
    rmSync(kept, { recursive: true });
    call(program);
    expect(readdirSync(temporary)).toEqual([]);
    expect(readdirSync(kept, { recursive: true }).length).toBeGreaterThan(1);
  }
  // Where nothing was installed yet, a call leaves nothing behind.
  rmSync(state, { recursive: true });
  for (const program of [FLOW, FLOW_HOOKS]) call(program);
  expect(existsSync(state)).toBe(false);
});
