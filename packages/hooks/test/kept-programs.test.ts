import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { CLI, cli, has, project, QUICK, start } from './kit.js';
import { atTerminal, HAS_SCRIPT } from './terminal-kit.js';

/*
 * 33.3d: the programs that hooks start outside of a seal are recorded with their bytes. The project has copies of its own, in
 * front of PATH, so that those of the machine stay as they are.
 */

const CAN_SEAL = has('bwrap', '--unshare-user', '--disable-userns', '--dev-bind', '/', '/', 'true');

/** Finds a program of the machine. */
const which = (name: string) => spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim();

describe.skipIf(!CAN_SEAL || !HAS_SCRIPT)(
  '33.3d programs that are started outside of a seal',
  { timeout: 120_000 },
  () => {
    test('each that is another file by now, or gone, stops git by its name; it works again once it is back, or a person has it recorded', async () => {
      const repo = project(QUICK);
      const folder = path.join(repo.area, 'own-programs');
      mkdirSync(folder);
      mkdirSync(path.join(repo.home, '.ssh'), { recursive: true });
      const own = (name: string) => path.join(folder, name);
      copyFileSync(process.execPath, own('node'));
      for (const name of ['git', 'bwrap']) copyFileSync(which(name), own(name));
      writeFileSync(own('ssh'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
      repo.environment.PATH = `${folder}:${repo.environment.PATH}`;
      const kept: [name: string, file: string][] = [
        ...['node', 'git', 'ssh', 'bwrap'].map((name): [string, string] => [name, own(name)]),
        ['the configuration of ssh', path.join(repo.home, '.ssh/config')],
      ];
      const done = spawnSync(own('node'), [CLI, 'install', '--seal', 'prefix'], {
        ...{ cwd: repo.root, env: repo.environment, encoding: 'utf8' },
      });
      expect(done, done.stderr).toMatchObject({ status: 0 });
      const it = start(repo);
      repo.write(...QUICK.fixed);
      it.bash(QUICK.test);
      it.bash('git add -A && git commit -qm work');
      const push = (one = it) => one.tool('Bash', { command: 'git push -q origin HEAD' }).refused;
      expect(push()).toBeNull();

      const names = ([name, file]: [string, string]) => {
        const said = push() ?? '';
        return said.includes('GIT_STEERED') && said.includes(`${file} (${name}) is not as it was recorded`);
      };
      const found = kept.map((one) => {
        const [name, file] = one;
        const aside = `${file}.aside`;
        const isThere = existsSync(file);
        if (isThere) renameSync(file, aside);
        const isGoneNamed = names(one);
        writeFileSync(file, '#!/bin/sh\nexit 1\n# another\n', { mode: 0o755 });
        const isOtherNamed = names(one);
        rmSync(file);
        // The same bytes, as a package that is installed anew has them.
        if (isThere) copyFileSync(aside, file);
        return [name, isGoneNamed === isThere, isOtherNamed, push()];
      });
      expect(found).toEqual(kept.map(([name]) => [name, true, true, null]));

      // Another of that name ahead of it on PATH is not what is started.
      const planted = path.join(repo.area, 'planted');
      const marks = path.join(repo.area, 'marks');
      for (const at of [planted, marks]) mkdirSync(at);
      for (const name of ['node', 'git', 'ssh', 'bwrap'])
        writeFileSync(path.join(planted, name), `#!/bin/sh\n: > '${marks}/${name}'\nexit 1\n`, { mode: 0o755 });
      expect(push(start(repo, { environment: { PATH: `${planted}:${repo.environment.PATH}` } }))).toBeNull();
      expect(readdirSync(marks)).toEqual([]);

      for (const [, file] of kept) appendFileSync(file, '\n');
      expect(cli(repo, ['status']).stdout).toContain('is not as it was recorded');
      const applied = await atTerminal(repo, ['apply']);
      expect(applied.status, applied.text).toBe(0);
      for (const [, file] of kept) expect(applied.text.replaceAll(/\s+/g, '')).toContain(file);
      expect(push()).toBeNull();
      expect(cli(repo, ['status']).stdout).not.toContain('as it was recorded');
    });
  },
);
