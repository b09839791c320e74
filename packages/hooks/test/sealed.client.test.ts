import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bash } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { guarded, play } from './client-kit.js';
import { cli, has, QUICK } from './kit.js';
import { ATTACKS, lookOf } from './sealed-kit.js';

/* The real client with the wrapper of `install --seal prefix`: every command of its shell runs sealed. */

const CAN_SEAL =
  has('bwrap', '--unshare-user', '--disable-userns', '--dev-bind', '/', '/', 'true') && has('cc', '--version');

const HONEST = [
  'git status --short',
  'echo x > new.txt && git add -A && git commit -qm one',
  'git commit -q --amend -m two',
  'git switch -qc other && git switch -q -',
  'git branch -D other',
  'git tag v1 && git tag -d v1',
  'git stash list && git log --oneline | head -3',
  'git diff HEAD --stat',
  'echo y >> new.txt && git stash -q && git stash pop -q && git checkout -q -- new.txt',
  'git fetch -q origin',
  'git gc -q',
  'git worktree add -q ../beside && git worktree remove ../beside && git branch -D beside',
  'git config user.nick x && git config --unset user.nick',
  'git remote add other https://example.test/x.git && git remote remove other',
  'git init -q sub && rm -rf sub',
  'git notes add -m note && git notes remove',
  'git grep -c def || true',
  'git show --stat HEAD',
  'git blame README.md',
  'git rev-parse HEAD',
  'mkdir -p a/b && mv a c && rm -r c',
  'sed -i s/x/z/ new.txt && git checkout -q -- new.txt',
  'printf "1\n2\n" > lines && ed -s lines < /dev/null; rm lines',
  'npm --version',
  'npm init -y > /dev/null && rm package.json',
  'python3 -m venv --without-pip .venv-x && rm -rf .venv-x',
  'node -e "require(\'net\').createServer().listen(0, function () { this.close() })"',
  "node -e \"require('fs').writeFileSync('n', '')\" && rm n",
  'cat .claude/settings.json > /dev/null',
  'cd / && pwd && cd - > /dev/null',
  'export A=1; test "$A" = 1',
  'sleep 0.1 & wait',
  'tar czf t.tgz README.md && tar tzf t.tgz && rm t.tgz',
  'find . -name "*.md" | head -2',
  'make --version > /dev/null || true',
  'cc --version > /dev/null',
  'echo x > "$HOME/note" && rm "$HOME/note"',
  'mktemp > /dev/null',
  'ps > /dev/null',
  'date && whoami',
];

/** What the client's own sandbox refuses to commands, with or without us: they write `.git/config`, or make a device. */
const NOT_IN_SANDBOX = /worktree add|git config|git remote|git init|sleep|mkdir -p a\/b|\$HOME\/note/;

describe.skipIf(!CAN_SEAL)('33.3 a sealed session of the real client', () => {
  test.each(['prefix', ...(has('socat', '-V') ? ['host'] : [])])(
    `%s: none of ${ATTACKS.length} attacks of a compiled program has an effect, honest commands work, and a run is proven sealed`,
    { timeout: 600_000 },
    async (seal) => {
      const honest = HONEST.filter((line) => seal === 'prefix' || !NOT_IN_SANDBOX.test(line));
      expect(honest.length).toBeGreaterThan(30);
      const repo = guarded(QUICK);
      const state = path.join(repo.home, '.local/state/flow');
      mkdirSync(path.join(repo.home, '.claude'), { recursive: true });
      if (seal === 'host')
        writeFileSync(path.join(repo.home, '.claude/settings.json'), '{ "sandbox": { "enabled": true } }\n');
      writeFileSync(path.join(repo.home, '.bashrc'), 'true\n');
      expect(cli(repo, ['install', '--seal', seal]).status).toBe(0);
      // No reading sees what it does: the attacks stand in a file of which it runs a line.
      const tools = path.join(repo.area, 'tools');
      mkdirSync(tools);
      ATTACKS.forEach((line, at) => {
        writeFileSync(path.join(tools, `${at}`), `STATE='${state}'\n${line}\n`);
      });
      const source = `#include <stdio.h>\n#include <stdlib.h>\nint main(int n, char **v) { char line[4096]; snprintf(line, sizeof line, "bash ${tools}/%s", v[1]); return system(line) != 0; }\n`;
      writeFileSync(path.join(tools, 'run.c'), source);
      expect(spawnSync('cc', ['-o', path.join(tools, 'run'), path.join(tools, 'run.c')]).status).toBe(0);
      // The client's sandbox has devices come and go in the project's own folder.
      const own = ['settings.json', 'settings.local.json', 'hooks'].map((name) => repo.path('.claude', name));
      const covered = [
        ...(seal === 'prefix' ? [repo.path('.claude')] : own),
        repo.path('.git/hooks'),
        ...['keys', 'public', 'bundles'].map((name) => path.join(state, name)),
        path.join(repo.home, '.bashrc'),
      ];
      let before = lookOf(covered);
      const effects: string[] = [];
      const attacks = ATTACKS.flatMap((line, at) => [
        bash(`${tools}/run ${at}`),
        () => {
          const now = lookOf(covered);
          const forged = ['x', '2'].filter((name) => readdirSync(repo.path('.git/flow')).includes(name));
          if (JSON.stringify(now) !== JSON.stringify(before) || forged.length > 0) effects.push(line);
          before = now;
        },
      ]);
      const { answers } = await play(repo, [...honest.map((line) => bash(line)), bash(QUICK.test), ...attacks], {
        timeoutMs: 540_000,
      });
      const failed = honest.flatMap((line, at) => (answers[at]!.isError ? [[line, answers[at]!.text]] : []));
      expect(failed).toEqual([]);
      expect(effects).toEqual([]);
      const told = answers.slice(honest.length + 1);
      expect(told.filter(({ text }) => text.includes('SEEN'))).toEqual([]);
      expect(told.filter(({ text }) => text.includes('flow refused')).length).toBeLessThan(3);
      const receipts = readdirSync(repo.path('.git/flow/receipts')).map(
        (name) => JSON.parse(readFileSync(repo.path('.git/flow/receipts', name), 'utf8')).receipt,
      );
      expect(receipts.filter(({ kind }) => kind === 'test')).toMatchObject([{ seal }]);
    },
  );
});
