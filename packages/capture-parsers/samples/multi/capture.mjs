import fs from 'node:fs';
import path from 'node:path';
import { npmTool } from '../../scripts/tools.mjs';

const run = (runner, green, counts) => ({ runner, green, counts });
const go = (green, counts = {}) => run('go', green, counts);
const pytest = (passed, failed = 0) => run('pytest', failed === 0, { passed, failed });
const vitest = (passed, failed = 0) => run('vitest', failed === 0, { passed, failed });

const mixed = (name, command, outcome, segments) => ({ name, project: 'mixed', command, outcome, segments });
const turbo = (name, command, outcome, segments) => ({
  name,
  project: 'turbo',
  command,
  outcome,
  segments,
  tool: ['turbo@2', 'concurrently@9', 'pnpm@10'],
});

/** Several runs in one command: what each proves, in the order in which they ran. */
export default {
  version: 'node --version',
  tools: ({ tool }) => (tool ? npmTool(...tool) : {}),
  prepare({ folder }) {
    const modules = path.join(import.meta.dirname, '../../../../node_modules');
    for (const at of ['.', 'web', 'packages/a', 'packages/b'])
      if (fs.existsSync(path.join(folder, at, 'package.json')))
        fs.symlinkSync(modules, path.join(folder, at, 'node_modules'));
  },
  truth: () => ({}),
  cases: [
    mixed('and', 'go test ./... && pytest -q py', 'passed', [go(true), pytest(2)]),
    mixed('and-first-fails', 'GO_FAILS=1 go test ./... && pytest -q py', 'failed', [go(false, { failed: 1 })]),
    mixed('and-last-fails', 'go test ./... && PY_FAILS=1 pytest -q py', 'failed', [go(true), pytest(1, 1)]),
    mixed('semicolon-first-fails', 'GO_FAILS=1 go test ./...; pytest -q py', 'failed', [
      go(false, { failed: 1 }),
      pytest(2),
    ]),
    mixed('semicolon', 'go test -v ./...; pytest py', 'unknown', [go(false, { passed: 2 }), pytest(2)]),
    mixed('or-true', 'PY_FAILS=1 pytest -q py || true; go test ./...', 'failed', [pytest(1, 1), go(true)]),
    mixed('vet-and-test', 'go vet ./... && go test ./...', 'passed', [run('go-vet', true, {}), go(true)]),
    mixed('set-e', 'set -euo pipefail\ngo vet ./...\ncd web\nnpx tsc --noEmit\nnpx vitest run', 'passed', [
      run('go-vet', true, {}),
      run('tsc', true, { errors: 0 }),
      vitest(2),
    ]),
    mixed('set-e-fails', 'set -e\nGO_FAILS=1 go test ./...\npytest -q py', 'failed', [go(false, { failed: 1 })]),
    mixed('types-and-test', 'cd web && tsc --noEmit && vitest run', 'passed', [
      run('tsc', true, { errors: 0 }),
      vitest(2),
    ]),
    mixed('types-and-failing-test', 'cd web && npx tsc --noEmit && WEB_FAILS=1 npx vitest run', 'failed', [
      run('tsc', true, { errors: 0 }),
      vitest(1, 1),
    ]),
    mixed('same-twice', 'pytest -q py && pytest -q b', 'passed', [pytest(2), pytest(1)]),
    mixed('same-twice-first-fails', 'PY_FAILS=1 pytest py; pytest b', 'failed', [pytest(1, 1), pytest(1)]),
    mixed('same-twice-last-fails', 'pytest py && B_FAILS=1 pytest b', 'failed', [pytest(2), pytest(0, 1)]),
    mixed('vitest-twice', 'cd web && vitest run && vitest run --reporter=verbose', 'passed', [vitest(2), vitest(2)]),
    mixed('three', 'go test ./... && pytest -q py && cd web && vitest run', 'passed', [go(true), pytest(2), vitest(2)]),
    mixed('subshells', '(go test ./...) && (cd web && vitest run)', 'passed', [go(true), vitest(2)]),
    mixed('bash-c', "bash -c 'go test ./... && pytest -q py'", 'passed', [go(true), pytest(2)]),
    mixed('npm-pretest', 'cd web && npm test', 'passed', [run('tsc', true, { errors: 0 }), vitest(2)]),
    mixed('npm-check', 'npm --prefix web run check', 'passed', [run('tsc', true, { errors: 0 }), vitest(2)]),
    mixed('npm-fails', 'cd web && WEB_FAILS=1 npm test', 'failed', [run('tsc', true, { errors: 0 }), vitest(1, 1)]),
    mixed('npm-forgiving', 'cd web && WEB_FAILS=1 npm run test:forgiving', 'failed', [vitest(1, 1)]),
    mixed('make', 'make test', 'passed', [go(true), pytest(2)]),
    mixed('make-fails', 'GO_FAILS=1 make test', 'failed', [go(false, { failed: 1 })]),
    mixed('make-forgiving', 'GO_FAILS=1 make forgiving', 'failed', [go(false, { failed: 1 }), pytest(2)]),
    mixed('make-vet', 'make list', 'passed', [run('go-vet', true, {}), go(true, { passed: 2 })]),
    mixed('make-quiet', 'make quiet', 'unknown', [go(false)]),
    turbo('turbo', 'turbo run test --ui=stream', 'passed', [vitest(1), vitest(1)]),
    turbo('turbo-fails', 'FAILS=b turbo run test --ui=stream --concurrency=1 --env-mode=loose --continue', 'failed', [
      vitest(1),
      vitest(0, 1),
    ]),
    turbo('pnpm-recursive', 'npm_config_package_manager_strict=false pnpm -r --loglevel=info test', 'passed', [
      vitest(1),
      vitest(1),
    ]),
    turbo('npm-workspaces', 'npm test --workspaces', 'passed', [vitest(1), vitest(1)]),
    turbo('concurrently', "concurrently -n a,b 'npm:test -w a' 'npm test -w b'", 'passed', [vitest(1), vitest(1)]),
  ],
};
