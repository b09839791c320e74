/** Any tool's SARIF document, under the tool's own name. https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
import { Collector } from '../../collect.js';
import { documentsIn } from '../../formats/json-text.js';
import { readSarif } from '../../formats/sarif.js';
import { judgeInspection } from '../../inspect.js';
import type { Report } from '../../report.js';
import type { Capture, Runner } from '../../runner.js';

const SIGNS = /"\$schema": ?"[^"\n]{0,200}sarif|"version": ?"2\.\d\.\d"[^\n]{0,300}"runs": ?\[/m;

export const sarif: Runner = {
  id: 'sarif',
  kind: 'lint',
  generic: true,
  starts: () => false,
  signs: SIGNS,
  read,
};

/** What tools with a reader of their own call themselves, where it is not simply that reader's name. */
const NAMES: Record<string, string> = {
  'semgrep oss': 'semgrep',
  'semgrep pro': 'semgrep',
  opengrep: 'semgrep',
  'eslint.org': 'eslint',
};
const OURS =
  /^(?:eslint|ruff|mypy|tsc|clippy|golangci-lint|semgrep|staticcheck|shellcheck|biome|oxlint|pylint|bandit|pyright)$/;

function runnerOf(tool: string): string {
  const name = NAMES[tool.toLowerCase()] ?? tool.toLowerCase();
  return OURS.test(name) ? name : 'sarif';
}

function read(capture: Capture): Report {
  const collected = new Collector(capture.input.root);
  const runs = documentsIn(capture.text).flatMap((document) => readSarif(document) ?? []);
  for (const { issues, troubles } of runs) {
    for (const issue of issues) collected.addIssue(issue);
    for (const message of troubles) collected.addProblem({ message });
  }
  const failed = runs.some(({ succeeded }) => succeeded === false);
  return judgeInspection(
    {
      runner: runnerOf(runs[0]?.tool ?? ''),
      kind: 'lint',
      version: runs[0]?.version,
      collected,
      broke: failed && collected.found.error === 0,
      closing: runs.length ? 'with-exit' : 'none',
      doubts: runs.length ? [] : ['unfinished'],
    },
    capture,
  );
}
