import { goTool } from '../../scripts/tools.mjs';

const modules = {
  1: 'github.com/golangci/golangci-lint/cmd/golangci-lint@v1.64.8',
  2: 'github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0',
};
const major = (entry) => entry.with ?? 2;

/** The same cases of both versions, under the names that their options have. */
const both = (name, project, outcome, options, more = {}) =>
  [1, 2]
    .filter((version) => options[version] !== undefined)
    .map((version) => ({
      name: `${name}-v${version}`,
      project,
      command: options[version],
      with: version,
      outcome,
      names: 'none',
      ...more,
    }));
const run = (options) => ({ 1: `golangci-lint run ${options} ./...`, 2: `golangci-lint run ${options} ./...` });
const format = (v1, v2) => ({
  1: `golangci-lint run --out-format ${v1} ./...`,
  2: `golangci-lint run --output.${v2}.path=stdout ./...`,
});
const broken = { truth: { issues: [] }, counts: {} };

export default {
  version: 'golangci-lint version',
  tools: (entry) => goTool(modules[major(entry)]),
  truth({ run: start, entry }) {
    const json = { 1: '--out-format json', 2: '--output.json.path=stdout --show-stats=false' }[major(entry)];
    const { output } = start(`golangci-lint run ${json} ./... 2>/dev/null`);
    const issues = (JSON.parse(output.split('\n')[0]).Issues ?? []).map(({ FromLinter, Text, Pos }) => ({
      file: Pos.Filename,
      line: Pos.Line,
      column: Pos.Column || undefined,
      rule: FromLinter,
      severity: 'error',
      message: Text,
    }));
    for (const issue of issues) for (const key of entry.lacks ?? []) delete issue[key];
    return { issues };
  },
  cases: [
    ...both('issues', 'issues', 'failed', run('')),
    ...both('issues-exit-zero', 'issues', 'failed', run('--issues-exit-code=0')),
    ...both('issues-color', 'issues', 'failed', run('--color=always')),
    ...both('issues-or-true', 'issues', 'failed', { 2: 'golangci-lint run ./... || true' }),
    ...both(
      'issues-tail',
      'issues',
      'failed',
      { 2: 'golangci-lint run ./... | tail -4' },
      { counts: { errors: 5 }, truth: { issues: [] } },
    ),
    ...both(
      'issues-head',
      'issues',
      'failed',
      { 2: 'golangci-lint run ./... | head -3' },
      { counts: { errors: 1 }, truth: {} },
    ),
    ...both('issues-no-lines', 'issues', 'failed', {
      1: 'golangci-lint run --print-issued-lines=false ./...',
      2: 'golangci-lint run --output.text.print-issued-lines=false ./...',
    }),
    ...both(
      'issues-no-names',
      'issues',
      'failed',
      {
        1: 'golangci-lint run --print-linter-name=false ./...',
        2: 'golangci-lint run --output.text.print-linter-name=false ./...',
      },
      { lacks: ['rule'] },
    ),
    ...both('issues-stats', 'issues', 'failed', {
      1: 'golangci-lint run --show-stats ./...',
      2: 'golangci-lint run --show-stats=false ./...',
    }),
    ...both('issues-verbose', 'issues', 'failed', run('-v')),
    ...both('issues-json', 'issues', 'failed', format('json', 'json')),
    ...both('issues-tab', 'issues', 'failed', format('tab', 'tab')),
    ...both('issues-checkstyle', 'issues', 'failed', format('checkstyle', 'checkstyle')),
    ...both('issues-code-climate', 'issues', 'failed', format('code-climate', 'code-climate'), { lacks: ['column'] }),
    ...both('issues-junit', 'issues', 'failed', format('junit-xml', 'junit-xml')),
    ...both('issues-teamcity', 'issues', 'failed', format('teamcity', 'teamcity'), { lacks: ['column'] }),
    ...both('issues-sarif', 'issues', 'failed', format('sarif', 'sarif')),
    ...both('issues-github', 'issues', 'failed', { 1: 'golangci-lint run --out-format github-actions ./...' }),
    ...both('clean', 'clean', 'passed', run('')),
    ...both('clean-json', 'clean', 'passed', format('json', 'json')),
    ...both('clean-or-true', 'clean', 'passed', { 2: 'golangci-lint run ./... || true' }),
    ...both('clean-tail', 'clean', 'unknown', { 2: 'golangci-lint run ./... 2>&1 | tail -1' }),
    ...both('clean-or-true-silent', 'clean', 'unknown', { 1: 'golangci-lint run ./... || true' }),
    ...both('typecheck', 'broken', 'failed', run('')),
    ...both('no-files', 'empty', 'no-tests', run(''), broken),
    ...both('no-folder', 'clean', 'crashed', { 2: 'golangci-lint run ./nothere/...' }, broken),
    ...both('no-folder-hidden', 'clean', 'unknown', { 2: 'golangci-lint run ./nothere/... 2>/dev/null | cat' }, broken),
    ...both('timeout', 'issues', 'timed-out', run('--timeout 1ms'), broken),
    ...both('bad-flag', 'issues', 'crashed', run('--nonsense'), broken),
    ...both('bad-config', 'issues', 'crashed', run('-c nope.yml'), broken),
    ...both('format-clean', 'clean', 'passed', { 2: 'golangci-lint fmt --diff -E gofmt' }),
    ...both(
      'format-differs',
      'unformatted',
      'failed',
      { 2: 'golangci-lint fmt --diff -E gofmt' },
      { truth: { issues: [{ file: 'cart.go', severity: 'error' }] } },
    ),
  ],
};
