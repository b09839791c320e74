import type { ProgramFile } from '../program.js';

/** Linters and formatters of Python rewrite files when they are told to. */
export const pythonChecks: ProgramFile = {
  pylint: { writes: { out: '--output' } },
  flake8: { writes: { out: '--output-file' } },
  bandit: { writes: { out: '-o --output', valued: '-r -f' } },
  mypy: {
    writes: { out: '--junit-xml --junit-xml-report', into: '--html-report --xml-report --txt-report --cache-dir' },
  },
  black: {
    writes: { targets: 'each', unless: /^--(?:check|diff)$/, valued: '-l --line-length -t -c --config', otherwise: '' },
  },
  isort: { writes: { targets: 'each', unless: /^(?:--check.*|--diff|-c|-d)$/, valued: '-p --profile --sp -l' } },
  'autopep8, autoflake, docformatter': { writes: { targets: 'each', when: /^(?:-\w*i|--in-place)$/ } },
  yapf: { writes: { targets: 'each', when: /^(?:-\w*i|--in-place)$/, valued: '--style' } },
  pyupgrade: { writes: { targets: 'each' } },
  'ruff format': {
    writes: { targets: 'each', unless: /^--(?:check|diff)$/, otherwise: '.', valued: '--config --line-length' },
  },
  'ruff check': {
    writes: {
      targets: 'each',
      when: /^--(?:fix|fix-only|unsafe-fixes|add-noqa)$/,
      unless: /^(?:--diff|--no-fix)$/,
      otherwise: '.',
      out: '-o --output-file',
      valued: '--config --select --ignore --output-format',
    },
  },
  ruff: { writes: { out: '-o --output-file', targets: 'each', when: /^--fix$/, otherwise: '.' } },
};
