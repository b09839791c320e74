import { pipTool } from '../../scripts/tools.mjs';

// Both keep it off the network.
process.env.SEMGREP_SEND_METRICS = 'off';
process.env.SEMGREP_ENABLE_VERSION_CHECK = '0';

const newest = '1.180.0';
const scan = 'semgrep scan --config rules.yml';
const failing = { project: 'findings', outcome: 'failed', names: 'none' };
const clean = { project: 'clean', outcome: 'passed', names: 'none' };
const broken = { project: 'clean', outcome: 'crashed', names: 'none', truth: { issues: [] }, counts: {} };
/** What a form of the output does not say. */
const text = { lacks: ['column', 'endLine', 'endColumn'] };
const bare = { lacks: ['column', 'endLine', 'endColumn', 'severity', 'message'] };
const gitlab = { lacks: ['column', 'endColumn', 'severity'] };
const editor = { lacks: ['endLine', 'endColumn'] };

/** The same cases of an old version and of the newest. */
const of = (version, plain) =>
  [
    { ...failing, ...plain, name: 'findings', command: `${scan} src` },
    { ...failing, ...plain, name: 'findings-error', command: `${scan} --error src` },
    { ...failing, ...plain, name: 'findings-or-true', command: `${scan} --error src || true` },
    { ...failing, ...plain, name: 'findings-color', command: `${scan} src --force-color` },
    { ...failing, ...plain, name: 'findings-quiet', command: `${scan} src --quiet` },
    { ...failing, ...plain, name: 'findings-short', command: `${scan} src --max-lines-per-finding 1` },
    { ...failing, ...plain, name: 'findings-verbose', command: `${scan} src --verbose` },
    { ...failing, name: 'findings-tail', command: `${scan} src 2>&1 | tail -5`, truth: {}, counts: { problems: 4 } },
    { ...failing, name: 'findings-json', command: `${scan} src --json` },
    { ...failing, name: 'findings-sarif', command: `${scan} src --sarif` },
    { ...failing, ...gitlab, name: 'findings-gitlab', command: `${scan} src --gitlab-sast` },
    { ...failing, ...text, name: 'findings-junit', command: `${scan} src --junit-xml` },
    { ...failing, ...editor, name: 'findings-vim', command: `${scan} src --vim` },
    { ...failing, lacks: [...editor.lacks, 'message'], name: 'findings-emacs', command: `${scan} src --emacs` },
    { ...clean, name: 'clean', command: `${scan} src` },
    { ...clean, name: 'clean-json', command: `${scan} src --json --quiet` },
    { ...clean, name: 'clean-quiet', command: `${scan} src --quiet`, outcome: 'unknown' },
    { ...clean, name: 'clean-tail', command: `${scan} src 2>&1 | tail -5` },
    { ...clean, name: 'clean-or-true', command: `${scan} --error src || true` },
    { ...broken, name: 'no-files', project: 'text', command: `${scan} src`, outcome: 'no-tests' },
    { ...broken, name: 'bad-option', command: `${scan} --nonsense src` },
    { ...broken, name: 'bad-config', command: 'semgrep scan --config missing.yml src' },
    { ...broken, name: 'no-target', command: `${scan} nowhere` },
  ].map((entry) => ({ ...entry, name: `${entry.name}-v${version}`, with: version }));

export default {
  version: 'semgrep --version',
  tools: (entry) => pipTool(`semgrep==${entry.with}`, ...(entry.with === newest ? [] : ['setuptools<80'])),
  truth({ run, entry }) {
    const { output } = run(`${scan} --json --quiet src 2> /dev/null`);
    const issues = JSON.parse(output).results.map(({ check_id, path, start, end, extra }) => ({
      file: path,
      line: start.line,
      column: start.col,
      endLine: end.line,
      endColumn: end.col,
      rule: check_id,
      severity: { ERROR: 'error', WARNING: 'warning', INFO: 'info' }[extra.severity],
      message: extra.message,
    }));
    for (const issue of issues) for (const key of entry.lacks ?? []) delete issue[key];
    // The numbers by severity are not in every form, but how many there are is.
    entry.counts ??= { problems: issues.length };
    return { issues };
  },
  cases: [...of('0.123.0', bare), ...of(newest, text)],
};
