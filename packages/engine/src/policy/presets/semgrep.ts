import { definePreset } from '@flow/core';

const CODE = '{py,go,ts,tsx,js,jsx,mjs,cjs,java,kt,rb,rs,c,h,cc,cpp,hpp,cs,php,swift,scala,tf,yml,yaml,json,html,sh}';

/** Semgrep reads many languages, so it belongs to none of their presets. */
export const semgrep = definePreset({
  id: 'semgrep',
  title: 'Semgrep',
  markers: [],
  classes: {
    generated: ['node_modules/**', '**/node_modules/**', 'vendor/**', '**/vendor/**', 'target/**', 'dist/**'],
    test: [],
    build: ['.semgrep.yml', '.semgrep.yaml', 'semgrep.yml', 'semgrep.yaml', '.semgrepignore'],
    source: [`*.${CODE}`],
    document: [],
  },
  runners: [
    {
      id: 'semgrep',
      question: 'analysis',
      // Without `--config` it asks its own server for rules, or refuses to look for the file itself.
      command: 'semgrep scan --error --config {marker}',
      configured: ['.semgrep.yml', '.semgrep.yaml', 'semgrep.yml', 'semgrep.yaml'].map((file) => ({ file })),
      concerns: [`*.${CODE}`],
      invocations: [['semgrep', 'scan'], ['semgrep', 'ci'], ['semgrep']],
      selection: {
        // https://semgrep.dev/docs/cli-reference
        valued: [
          '-c',
          '-f',
          '--config',
          '-e',
          '--pattern',
          '-l',
          '--lang',
          '--severity',
          '--exclude',
          '--include',
          '--exclude-rule',
          '--baseline-commit',
          '--timeout',
          '--max-memory',
          '-j',
          '--jobs',
          '-o',
          '--output',
          '--max-target-bytes',
          '--metrics',
        ],
        byName: ['--baseline-commit', '-e', '--pattern', '--include', '--severity'],
        partial: ['--exclude', '--exclude-rule', '--disable-nosem'],
        nothing: ['--validate', '--test', '--version', '--help', '-h', '--dryrun'],
        everything: [],
        positional: 'paths',
      },
      units: { kind: 'file', tests: [`*.${CODE}`] },
      innerRoots: 'covered',
      environment: ['SEMGREP_RULES', 'SEMGREP_BASELINE_COMMIT'],
    },
  ],
});
