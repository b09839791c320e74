import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { HostEvent, TempRepo } from '@flow/test-kit';
import { HOOK } from './kit.js';

/** A hook that has stopped between two of its steps. */
export interface HeldHook {
  /** Lets it go on; its answer on standard output. */
  goOn(): Promise<string>;
}

let held = 0;

/**
 * Starts a hook and holds it where it first asks git for something, so that others can do a little in between: the hook's own
 * deadline goes on.
 * @param command the git command that it asks for, `diff`
 * @returns once it stands there
 */
export async function holdHook(repo: TempRepo, event: HostEvent, command: string): Promise<HeldHook> {
  const folder = path.join(repo.area, `held-${++held}`);
  const [git, reached, go] = ['git', 'reached', 'go'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(folder);
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const lines = [
    '#!/bin/sh',
    // It gives up after a minute, so that a test that failed leaves nobody behind.
    `hold() { at=0; while [ ! -e '${go}' ] && [ $at -lt 1200 ]; do sleep 0.05; at=$((at + 1)); done; }`,
    `case " $* " in *" ${command} "*) mkdir '${reached}' 2>/dev/null && hold;; esac`,
    `exec '${real}' "$@"`,
  ];
  writeFileSync(git, `${lines.join('\n')}\n`);
  chmodSync(git, 0o755);
  const env = { ...repo.environment, PATH: `${folder}:${repo.environment.PATH}` };
  let isOver = false;
  const ended = new Promise<string>((resolve) => {
    const child = execFile(process.execPath, [HOOK], { cwd: repo.root, env }, (_error, stdout) => {
      isOver = true;
      resolve(stdout);
    });
    child.stdin!.end(JSON.stringify(event));
  });
  while (!existsSync(reached)) {
    if (isOver) throw new Error(`the hook never asked git for ${command}: ${await ended}`);
    await wait(20);
  }
  return {
    goOn() {
      writeFileSync(go, '');
      return ended;
    },
  };
}
