import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runProgramBeside, startForge } from '@flow/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { flow, json, repository } from './kit.js';
import { CAN_PLAY, isPushed, MERGED, times } from './loops-kit.js';
import { installPacked, npmVariables, pack } from './pack.js';
import { PlayedAgent } from './played-agent.js';

/** Packing and installing take a minute on a busy machine: this only ends what hangs. */
const HANGS = 600_000;

/** A small program with a fault that its tests do not see. */
const BROKEN = {
  '.gitignore': 'node_modules\n__pycache__\n.pytest_cache\n',
  'pyproject.toml': '[project]\nname = "cart"\nversion = "1"\n',
  'cart.py':
    'import sys\n\n\ndef average(prices):\n    return sum(prices) / len(prices)\n\n\nif __name__ == "__main__":\n    print(average([int(one) for one in sys.argv[1:]]))\n',
  'test_cart.py': 'from cart import average\n\n\ndef test_average():\n    assert average([1, 3]) == 2\n',
} as const;

const MENDED = [
  ['cart.py', BROKEN['cart.py'].replace('/ len(prices)', '/ max(len(prices), 1)')],
  ['test_cart.py', `${BROKEN['test_cart.py']}\n\ndef test_none():\n    assert average([]) == 0\n`],
] as const;

/** The package as its user gets it: packed, then installed by npm into a project of its own. */
describe('D1 D2 the packed program in an empty project', { timeout: HANGS }, () => {
  let packed: ReturnType<typeof pack>;
  beforeAll(() => {
    packed = pack();
  }, HANGS);
  afterAll(() => rmSync(packed.folder, { recursive: true, force: true }));

  test('brings @flow/hooks along and nothing else; sets up, answers under all its names', () => {
    const repo = repository({
      files: { '.gitignore': 'node_modules\n', 'go.mod': 'module example.com/cart\n' },
      programs: false,
    });
    const env = { ...repo.environment, ...npmVariables(packed.folder) };
    const run = (command: string) => spawnSync('bash', ['-c', command], { cwd: repo.root, env, encoding: 'utf8' });
    const npm = installPacked(repo, packed);
    expect(npm.status, npm.stderr).toBe(0);
    const installed = readdirSync(repo.path('node_modules')).filter((name) => !name.startsWith('.'));
    expect(installed).toEqual(['@flow']);
    expect(readdirSync(repo.path('node_modules/@flow')).sort()).toEqual(['cli', 'hooks']);

    const init = run('npx flow init --yes');
    expect(init, init.stderr).toMatchObject({ status: 0, stdout: expect.stringMatching(/Next: npx flow apply\n$/) });
    expect(run('npx flow init --yes').stdout).toContain('nothing to write');
    expect(run('npx @flow/cli init --yes').stdout).toContain('nothing to write');
    expect(run('npx flowctl doctor').status).toBe(0);
    expect(run('npx flow-hooks doctor --json').status).toBe(0);
    expect(run('npx flow evidence').stdout).toContain('go:.');
    expect(run('npx flow init --yes --tier 3').stdout).toMatch(/wrote .*\d+ agents/);
    expect(existsSync(repo.path('.claude/agents/flow-security.md'))).toBe(true);
    const written = ['CLAUDE.md', '.claude/skills/develop/SKILL.md'];
    // No search path has a program that is installed in a project.
    for (const file of written) {
      expect(repo.read(file)).toContain('`npx flow ');
      expect(repo.read(file)).not.toMatch(/`flow [a-z]+ ?[a-z]*`(?!, which)/);
    }
    expect(run('cat "$(npx flow plugin)/.claude-plugin/marketplace.json"').stdout).toContain('"source": "./"');
    expect(run('git push -q origin HEAD').stderr).toContain('flow-hooks apply');
  });

  test.skipIf(!CAN_PLAY)(
    'X13 X16 a bug in a project of its own, up to its pull request: five questions, seen to fail before it is mended and to pass afterwards',
    async () => {
      const repo = repository({ files: BROKEN, programs: false });
      const npm = installPacked(repo, packed);
      expect(npm.status, npm.stderr).toBe(0);
      const forge = await startForge({ remote: () => repo.remote });
      try {
        forge.checks([{ name: 'test', status: 'completed', conclusion: 'success' }]);
        repo.git('checkout', '-q', 'main');
        expect(flow(repo, ['init', '--yes'])).toMatchObject({ status: 0 });
        const at = `forge: { api: '${forge.url}', repository: ${forge.repository} }\n`;
        repo.write('flow.config.yaml', `${repo.read('flow.config.yaml')}\n${at}`);
        repo.commit('guards');
        repo.git('push', '-q', '--no-verify', 'origin', 'main');
        repo.git('checkout', '-q', '-B', 'fix/empty');
        const started = flow(repo, ['start', 'spec', 'fix: the average of no prices crashes']);
        expect(started.stdout).toContain('Read as: intent bug');

        const file = (name: string) => `specs/fix/empty/${name}.md`;
        const form = repo.read(file('interview'));
        expect(form.match(/^ {2}- Looked up:$/gm)).toHaveLength(5);
        const answered = form
          .replaceAll('Looked up:', 'Looked up: `cart.py` divides by how many there are.')
          .replaceAll('Answer:', 'Answer: No prices cost nothing on average.')
          .replace('Command:', 'Command: `python3 cart.py`')
          .replace('## Approaches\n', '## Approaches\n\n- A: Nothing for none.\n- B: An error in words.\n')
          .replace('## Approach\n', '## Approach\n\nA: callers add it up.\n');
        const text = (name: string, body = 'What there is.') => [[file(name), `# ${name}\n\n${body}\n`]] as const;
        const task =
          '## Tasks\n\n- [ ] 1.1 No prices cost nothing\n  - Files: `cart.py`, `test_cart.py`\n  - Verify: `python3 -m pytest -q`\n';
        const agent = new PlayedAgent(repo, {
          documents: {
            interview: [[file('interview'), answered]],
            research: text('research', MERGED),
            requirements: text('requirements'),
            design: text('design'),
            tasks: text('tasks', task),
          },
          files: (item) => (item === '1.1' ? MENDED : []),
        });
        const before = await agent.play(({ position }) => position === 'research');
        expect(before.position).toBe('research');
        expect(agent.did).toEqual([`write ${file('interview')}`, 'exec python3 cart.py']);
        expect(await agent.play(isPushed)).toMatchObject({ position: 'ship' });
        // The same command again, as nothing but a run of it shows that the fault is gone.
        expect(times(agent, 'exec python3 cart.py')).toBe(2);
        expect(agent.did.indexOf('write cart.py')).toBeLessThan(agent.did.lastIndexOf('exec python3 cart.py'));
        const shipped = await runProgramBeside(
          repo.path('node_modules/@flow/cli/dist/flow.js'),
          ['ship', '--interval', '0.05'],
          { cwd: repo.root, environment: { ...repo.environment, GH_TOKEN: 'secret-token' } },
        );
        expect(shipped, shipped.stdout + shipped.stderr).toMatchObject({ status: 0 });
        expect(forge.pulls).toMatchObject([{ head: 'fix/empty', base: 'main', state: 'open' }]);
        // What had to fail is no failed try.
        expect(forge.pulls[0]!.body).not.toContain('failed try');
        expect(flow(repo, ['report', '--format', 'html']).stdout).toContain(
          'Fault seen before it is mended: python3 cart.py',
        );
        expect(json(repo, ['status']).data).toMatchObject({ phase: 'done', debts: [] });
      } finally {
        await forge.close();
      }
    },
  );

  test('U9 36.6 with pnpm and @flow/cli alone: editors find the schemas, and a fresh clone is armed by `pnpm install`', () => {
    const tarball = (name: string) => `file:${packed.tarballs.find((one) => path.basename(one).includes(name))}`;
    const repo = repository({
      files: {
        '.gitignore': 'node_modules\n',
        'go.mod': 'module example.com/cart\n',
        'package.json': JSON.stringify({ private: true, devDependencies: { '@flow/cli': tarball('cli') } }),
        'pnpm-workspace.yaml': `overrides: { '@flow/hooks': '${tarball('hooks')}' }\n`,
      },
    });
    const pnpm = (cwd: string) => {
      const words = ['-y', 'pnpm@12', 'install', '--offline', '--store-dir', path.join(packed.folder, 'store')];
      const run = spawnSync('npx', words, { cwd, encoding: 'utf8' });
      if (run.status !== 0) throw new Error(run.stdout + run.stderr);
    };
    pnpm(repo.root);
    expect(readdirSync(repo.path('node_modules/@flow'))).toEqual(['cli']);
    const init = spawnSync(repo.path('node_modules/.bin/flow'), ['init', '--yes'], {
      cwd: repo.root,
      env: repo.environment,
      encoding: 'utf8',
    });
    expect(init.status, init.stderr).toBe(0);
    const schema = /\$schema=(\S+)/.exec(repo.read('flow.config.yaml'))?.[1] ?? '?';
    for (const name of ['flow.config', 'workflow', 'overlay']) {
      const file = path.join(path.dirname(schema), `${name}.schema.json`);
      expect(JSON.parse(repo.read(file)), file).toHaveProperty('$schema');
    }
    repo.git('add', '--all');
    repo.git('commit', '-qm', 'guards');

    // On another machine nothing of ours lies outside of the project.
    const clone = path.join(repo.area, 'clone');
    repo.git('clone', '-q', repo.root, clone);
    const environment = { ...repo.environment, XDG_STATE_HOME: path.join(repo.area, 'other-state') };
    const hook = path.join(clone, '.claude/hooks/flow.cjs');
    const start = () => {
      const input = JSON.stringify({ session_id: 'a', hook_event_name: 'SessionStart', source: 'startup', cwd: clone });
      return spawnSync('node', [hook, 'SessionStart'], { cwd: clone, env: environment, input, encoding: 'utf8' })
        .stdout;
    };
    expect(start()).toMatch(/NOT armed.*Run `pnpm install` in the project/);
    pnpm(clone);
    expect(existsSync(path.join(clone, schema))).toBe(true);
    expect(start()).not.toContain('NOT armed');
    expect(start()).toContain('flow');
  });
});
