import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bash, call, type TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { begin, play, type Step } from '../../hooks/test/client-kit.js';
import { serveRemote } from '../../hooks/test/http-remote.js';
import { askingForFront, cli, has } from '../../hooks/test/kit.js';
import { flow, json, linkPrograms, repository } from './kit.js';
import { approve, BRANCH, DONE, deed, FOLDER, PYTEST, REPORT, SHAPE, SPEC, STUB, TESTS } from './report-kit.js';

/* A run that the real client leads from sealed shells, to a push by the hook outside. */

const CAN_SEAL = has('bwrap', '--unshare-user', '--disable-userns', '--dev-bind', '/', '/', 'true');

/** A guarded project with sealed sessions, whose remote is asked for a login that a person's git knows. */
async function sealed(): Promise<TempRepo> {
  const made = repository({ files: askingForFront({ 'README.md': '# cart\n', ...PYTEST.files }) });
  const PATH = `${linkPrograms(made)}:${made.environment.PATH}`;
  // A person accepts the remotes as they are when they install: in this state folder none has been accepted yet.
  const XDG_STATE_HOME = path.join(made.area, 'state');
  const repo: TempRepo = { ...made, environment: { ...made.environment, PATH, XDG_STATE_HOME } };
  const address = await serveRemote(repo, 'ann:secret');
  const store = path.join(repo.area, 'logins');
  writeFileSync(store, `${address.replace('//', '//ann:secret@').replace(/\/[^/]*$/, '')}\n`);
  repo.git('config', '--global', 'credential.helper', `store --file=${store}`);
  repo.git('remote', 'set-url', 'origin', address);
  const done = cli(repo, ['install', '--seal', 'prefix']);
  expect(done, done.stderr).toMatchObject({ status: 0 });
  begin(repo);
  return repo;
}

describe.skipIf(!CAN_SEAL || !PYTEST.available)('33.3b a sealed session of the real client', () => {
  test('33.3b tdd is led from its start to a push: commands of flow are done in the place of the call, runs are recorded', {
    timeout: 400_000,
  }, async () => {
    const repo = await sealed();
    const write = (file: string, content: string) => call('Write', { file_path: repo.path(file), content });
    /** An agent's words, and whether the call may fail. */
    const lines: { line: string; fails: boolean }[] = [];
    const steps: Step[] = [];
    const does = (line: string, fails = false) => {
      lines.push({ line, fails });
      steps.push(bash(line));
    };
    const writes = (file: string, content: string) => {
      lines.push({ line: file, fails: false });
      steps.push(write(file, content));
    };
    const hand = (judge: string) => {
      const file = path.join(repo.area, 'tmp', `${judge}.json`);
      does(`printf '{"pass": true, "findings": []}' > '${file}'`);
      does(`flow verdict ${judge} '${file}'`);
    };
    const advanced = (phase: string) => {
      does('flow advance', true);
      steps.push(() => deed(repo, { type: 'advance', phase, person: 'Ann' }));
    };
    does("flow start tdd 'add two prices'");
    writes(`${FOLDER}/spec.md`, SPEC);
    hand('spec-reviewer');
    steps.push(() => approve(repo, 'spec'));
    writes(`${FOLDER}/test-shape.yaml`, SHAPE);
    writes('test_prices.py', TESTS);
    writes('prices.py', STUB);
    does(PYTEST.test, true);
    hand('test-auditor');
    does(`printf %s '${DONE}' > prices.py`);
    does(PYTEST.test);
    does('flow status');
    does('flow submit simplified');
    hand('qa');
    advanced('implemented');
    writes(`${FOLDER}/verification.md`, REPORT);
    advanced('verified');
    does('flow submit documentation');
    advanced('documented');
    does('git add --all && git commit --quiet --message work');
    does('flow push --set-upstream origin HEAD');
    const { answers } = await play(repo, steps, { timeoutMs: 380_000 });
    const wrong = lines
      .map(({ line, fails }, at) => ({ line, fails, ...answers[at]! }))
      .filter(({ isError, fails }) => isError !== fails)
      .map(({ line, told }) => `${line}\n${told}`);
    expect(wrong).toEqual([]);
    expect(answers[lines.findIndex(({ line }) => line === 'flow status')]!.text).toContain('simplify');
    const { status } = json(repo, ['status']).data as { status?: unknown };
    expect(status ?? flow(repo, ['status']).stdout).toMatch(/done/i);
    expect(repo.git('ls-remote', repo.remote, `refs/heads/${BRANCH}`).split('\t')[0]).toBe(
      repo.git('rev-parse', 'HEAD'),
    );
    const journal = readFileSync(repo.path('.git/flow/journal.jsonl'), 'utf8');
    expect(journal).toContain('"type":"run"');
  });
});
