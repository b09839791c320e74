import type { RunnerSpec } from '@flow/core';

/** Clippy where a project has configured it, and compile checks, which are recorded and never asked for. */
export function checks(cargo: RunnerSpec): readonly RunnerSpec[] {
  const { valued, partial, startsIn, everything, everythingNeededWhen, partBelow } = cargo.selection;
  const selection = {
    // Behind `--` stand levels of lints.
    valued: [...valued, '-W', '--warn', '-D', '--deny', '--forbid', '-A', '--allow', '--cap-lints'],
    byName: [],
    partial: [
      ...partial.filter((flag) => flag !== '--tests' && flag !== '--benches' && flag !== '--examples'),
      '-A',
      '--allow',
      '--cap-lints',
    ],
    nothing: ['--help', '-h', '--version', '-V', '--explain'],
    everything,
    ...(startsIn && { startsIn }),
    ...(everythingNeededWhen && { everythingNeededWhen }),
    ...(partBelow !== undefined && { partBelow }),
    positional: 'names',
  } as const;
  const common = {
    concerns: [
      '*.rs',
      'Cargo.toml',
      'Cargo.lock',
      'clippy.toml',
      '.clippy.toml',
      'rust-toolchain',
      'rust-toolchain.toml',
    ],
    selection,
    units: { kind: 'file', tests: ['*.rs'] },
    innerRoots: 'covered',
    environment: cargo.environment,
  } as const;
  return [
    {
      id: 'clippy',
      question: 'lint',
      command: 'cargo clippy',
      configured: [
        { file: 'clippy.toml' },
        { file: '.clippy.toml' },
        { file: 'Cargo.toml', contains: ['[lints.clippy]', '[workspace.lints.clippy]', 'lints.clippy.'] },
      ],
      invocations: [['cargo', 'clippy']],
      ...common,
    },
    {
      id: 'cargo-check',
      question: 'build',
      command: 'cargo check',
      configured: [],
      invocations: [
        ['cargo', 'check'],
        ['cargo', 'build'],
        ['cargo', 'c'],
        ['cargo', 'b'],
      ],
      ...common,
    },
  ];
}
