import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { adapter as claudeCode } from '@flow/clients/claude-code/dialect';
import type * as Engine from '@flow/engine/engine';
import { type Forge, startForge, type TempRepo } from '@flow/test-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { cli, has, start } from '../../hooks/test/kit.js';
import { flow, json, linkPrograms, repository } from './kit.js';
import { approve, DONE, deed, FOLDER, PLAN, PYTEST, REPORT, SHAPE, SPEC, STUB, TESTS } from './report-kit.js';
import { ship } from './ship-kit.js';

/* Runs of workflows that an agent leads from shells which can write no evidence: the hook does outside what records. */

const CAN_SEAL = has('bwrap', '--unshare-user', '--disable-userns', '--dev-bind', '/', '/', 'true');

const { handle } = createRequire(import.meta.url)('../../hooks/dist/engine.cjs') as typeof Engine;

const open: Forge[] = [];
afterEach(async () => {
  for (const forge of open.splice(0)) await forge.close();
});

/** A project whose sessions are sealed, and an agent in one; the setup is on the base branch. */
function sealed(files: Readonly<Record<string, string>> = {}) {
  const made = repository({ files: { 'README.md': '# cart\n', ...PYTEST.files, ...files } });
  const environment = { ...made.environment, PATH: `${linkPrograms(made)}:${made.environment.PATH}` };
  const repo: TempRepo = { ...made, environment };
  const done = cli(repo, ['install', '--seal', 'prefix']);
  expect(done, done.stderr).toMatchObject({ status: 0 });
  repo.commit('Guard rails');
  repo.git('push', '-q', '--no-verify', 'origin', 'HEAD:main');
  repo.git('fetch', '-q');
  const { env } = JSON.parse(readFileSync(repo.path('.claude/settings.local.json'), 'utf8')) as {
    env: { CLAUDE_CODE_SHELL_PREFIX: string };
  };
  return { repo, it: start(repo, { environment: env }), prefix: env.CLAUDE_CODE_SHELL_PREFIX };
}

const position = (repo: TempRepo) => (json(repo, ['status']).data as { position: string }).position;

describe.skipIf(!CAN_SEAL || !PYTEST.available)('33.3b a sealed session', { timeout: 180_000 }, () => {
  test('33.3b the ceremony is led from a plan to a pull request, and nothing of it is written from a shell', async () => {
    let made: TempRepo | undefined;
    const forge = await startForge({ remote: () => made?.remote ?? '' });
    open.push(forge);
    forge.checks([{ name: 'test', status: 'completed', conclusion: 'success' }]);
    const { repo, it } = sealed({
      'flow.config.yaml': `forge: { api: '${forge.url}', repository: ${forge.repository} }\n`,
    });
    made = repo;
    const done = (line: string, exit = 0) => {
      const call = it.bash(line);
      expect(call, `${line}\n${call.refused ?? call.output}`).toMatchObject({ refused: null, exit });
      return call;
    };
    expect(done('flow start ceremony').output).toContain('plan');
    it.write(`${FOLDER}/plan.md`, PLAN);
    it.write(`${FOLDER}/spec.md`, SPEC);
    it.write(`${FOLDER}/test-shape.yaml`, SHAPE);
    expect(done('flow status').output).toContain('shape-review');
    expect(it.bash('flow approve shape').refused).toContain('PERSON_ONLY');
    approve(repo, 'shape');
    it.write('test_prices.py', TESTS);
    it.write('prices.py', STUB);
    done(PYTEST.test, 1);
    it.write('prices.py', DONE);
    done(PYTEST.test);
    expect(position(repo)).toBe('diff-review');
    approve(repo, 'review');
    expect(done('flow next').output).toContain('flow submit verified');
    expect(done('flow submit verified').output).toContain('report');
    it.write(`${FOLDER}/report.md`, REPORT);
    done('flow report --write');
    expect(repo.read(`${FOLDER}/report.md`)).toContain(', not proven sealed');
    approve(repo, 'report');
    done('git add --all && git commit --quiet --message work');
    const shipped = await ship({ repo, forge });
    expect(shipped, shipped.stderr).toMatchObject({ status: 0, data: { pullRequest: { number: 1 } } });
    // 33.3e The pull request says how its runs were held: the kit's agent writes its line in no `eval`, so that no mark is its call's.
    expect(forge.pulls[0]!.body).toContain(', not proven sealed');
    expect(position(repo)).not.toBe('report');
  });

  test('33.3b tdd is led to its end: verdicts of files, submissions, and what only a person advances', () => {
    const { repo, it } = sealed();
    const done = (line: string, exit = 0) => {
      const call = it.bash(line);
      expect(call, `${line}\n${call.refused ?? call.output}`).toMatchObject({ refused: null, exit });
      return call.output;
    };
    const hand = (judge: string) => {
      const file = path.join(repo.area, `${judge}.json`);
      writeFileSync(file, '{"pass": true, "findings": []}');
      done(`flow verdict ${judge} '${file}'`);
    };
    const advanced = (phase: string) => {
      // Only a person advances here; it is done outside, where no person is either.
      expect(done('flow advance', 1)).toContain('AGENT_');
      deed(repo, { type: 'advance', phase, person: 'Ann' });
    };
    expect(done('flow start tdd --branch feature/login', 1)).toContain('BRANCH');
    done("flow start tdd 'add two prices'");
    it.write(`${FOLDER}/spec.md`, SPEC);
    hand('spec-reviewer');
    approve(repo, 'spec');
    it.write(`${FOLDER}/test-shape.yaml`, SHAPE);
    it.write('test_prices.py', TESTS);
    it.write('prices.py', STUB);
    done(PYTEST.test, 1);
    hand('test-auditor');
    it.write('prices.py', DONE);
    // What `exec` runs there is recorded by the hook, which sees it from outside.
    expect(done(`flow exec -- ${PYTEST.test}`)).toContain('SEALED');
    expect(position(repo)).toBe('simplify');
    done('flow submit simplified');
    hand('qa');
    advanced('implemented');
    it.write(`${FOLDER}/verification.md`, REPORT);
    done('flow status');
    advanced('verified');
    done('flow submit documentation');
    advanced('documented');
    const { status } = json(repo, ['status']).data as { status?: unknown };
    expect(status ?? flow(repo, ['status']).stdout).toMatch(/done/i);
  });

  test('33.3b only what is typed alone is done outside, with nothing of the shell, and never what is a person’s', () => {
    const { repo, it, prefix } = sealed();
    const journal = () => readFileSync(repo.path('.git/flow/journal.jsonl'), 'utf8');
    expect(it.bash('flow start tdd')).toMatchObject({ refused: null, exit: 0 });
    repo.write(`${FOLDER}/spec.md`, SPEC);
    const before = journal();
    const add = 'clarify add a --looked-up b --assume c';
    for (const line of [`X=1 flow ${add}`, `cd . && flow ${add}`, `flow -C . ${add}`, 'flow clarify add "$(id)"']) {
      const { output, exit, ran } = it.bash(line);
      expect({ line, output, exit, ran }).toMatchObject({
        ...{ exit: 3, ran: line },
        output: expect.stringMatching(/SEALED[\s\S]*Type it alone/),
      });
    }
    // What is not done so says why, and who does it.
    for (const line of ['flow ship', 'flow next --run', 'flow start tdd --worktree ../other', 'flow await a --watch'])
      expect(it.bash(line), line).toMatchObject({
        exit: 3,
        output: expect.stringMatching(/SEALED[\s\S]*(?:outside|alone)/),
      });
    for (const line of ['flow pause a', 'flow waive a', 'flow override a', 'flow item skip S1', "flow approve 'spec'"])
      expect(it.bash(line).refused, line).toContain('PERSON_ONLY');
    expect(existsSync(path.join(repo.area, 'other'))).toBe(false);
    expect(journal()).toBe(before);
    // A file that leads to the key is not read outside, where the key is.
    const key = path.join(repo.home, '.local/state/flow/keys/current');
    symlinkSync(key, repo.path('linked.json'));
    for (const file of ['linked.json', `'${key}'`, '/etc/hostname', '-']) {
      const { output, exit } = it.bash(`flow verdict spec-reviewer ${file}`);
      expect({ file, output, exit }).toMatchObject({ exit: 2, output: expect.stringContaining('VERDICT_INVALID') });
      expect(output).not.toContain(readFileSync(key, 'utf8').slice(20, 40));
    }
    expect(journal()).toBe(before);
    // The honest neighbours: quotes, a package manager, JSON, a mistake with its exit code.
    const asked = it.bash(`npx flow await 'Who (else) sees "it"; $HOME?' --timeout "2h" --json`);
    expect(asked, asked.output).toMatchObject({ exit: 0 });
    expect(JSON.parse(asked.output)).toMatchObject({ ok: true });
    expect(journal()).toContain('Who (else) sees \\"it\\"; $HOME?');
    const wrong = it.bash('npx flow submit nothing');
    expect(wrong).toMatchObject({ exit: 1, output: expect.stringContaining('  npx flow next') });
    expect(it.bash('flow submit --item')).toMatchObject({ exit: 2, output: expect.stringContaining('USAGE') });
    // A check is a line of the agent's: it runs as its shell would run it.
    repo.write('look.py', "import sys\nopen('.git/fl' + chr(111) + 'w/x', 'w')\n");
    const looked = it.bash("flow await 'a file' --check 'python3 look.py'");
    expect(looked.output, looked.refused ?? '').toMatch(/w2/);
    expect(existsSync(repo.path('.git/flow/x'))).toBe(false);
    // A hook of the project's runs sealed when a command of ours commits.
    writeFileSync(
      repo.path('.git/hooks/commit-msg'),
      `#!/bin/sh\necho x > .git/flow/x; touch "ran $(basename "$1")"\n`,
      {
        mode: 0o755,
      },
    );
    const committed = it.bash('flow commit');
    expect(committed, committed.output).toMatchObject({ exit: 0 });
    expect(existsSync(repo.path('.git/flow/x'))).toBe(false);
    expect(existsSync(repo.path('ran COMMIT_EDITMSG'))).toBe(true);
    // Where a client lets no call be rewritten, the answer is the reason of a refusal.
    const call = { kind: 'tool-before' as const, tool: 'Bash', session: 's', agent: null, role: null, call: 'toolu_1' };
    const answered = handle(
      { ...call, directory: repo.root, input: { command: 'flow resume' } },
      {
        environment: repo.environment,
        deadline: Date.now() + 5000,
        host: { ...claudeCode.capabilities, rewrite: false },
      },
    );
    expect(answered).toMatchObject({
      kind: 'refuse',
      reason: expect.stringMatching(/Exit code 1:\n[\s\S]*NOT_PAUSED/),
    });
    expect(readdirSync(path.join(path.dirname(prefix), 'answers')).length).toBeGreaterThan(3);
  });

  test('33.3b where the seal has no flow outside, a command says so, and what a person types then has the hook do it', () => {
    const { repo, it, prefix } = sealed();
    // As an installation leaves it that finds no program `flow` of its version.
    rmSync(path.join(path.dirname(prefix), 'program'));
    const { output, exit } = it.bash('flow start tdd');
    expect({ output, exit }).toMatchObject({ exit: 3, output: expect.stringMatching(/SEALED/) });
    const [, remedy = ''] = /run `([^`]+)` outside/.exec(output)!;
    expect(remedy).toBe('flow init');
    expect(flow(repo, [...remedy.split(' ').slice(1), '--yes', '--tier', '1'])).toMatchObject({ status: 0 });
    expect(it.bash('flow start tdd')).toMatchObject({ refused: null, exit: 0 });
  });
});
