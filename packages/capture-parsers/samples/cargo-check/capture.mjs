import { rustTool } from '../../scripts/tools.mjs';
import { compilerTruth, dated } from '../clippy/capture.mjs';

const broken = { samples: 'clippy', project: 'broken', outcome: 'build-error', names: 'none' };
const passed = { samples: 'clippy', project: 'warnings', outcome: 'passed', names: 'none' };
const lost = { samples: 'clippy', names: 'none', truth: {}, counts: {} };

export default {
  version: 'cargo --version',
  tools: (entry) => (entry.with ? rustTool(entry.with) : {}),
  prepare: dated,
  truth: compilerTruth('check'),
  cases: [
    ...['1.40.0', '1.63.0', undefined].flatMap((tool) => {
      const mark = tool ? `-v${tool}` : '';
      return [
        { ...broken, name: `broken${mark}`, command: 'cargo check', with: tool },
        { ...passed, name: `warnings${mark}`, command: 'cargo check', with: tool },
        { ...broken, name: `build${mark}`, command: 'cargo build', with: tool },
      ];
    }),
    { ...broken, name: 'short', command: 'cargo check --message-format short', short: true },
    { ...broken, name: 'json', command: 'cargo check --message-format json' },
    { ...broken, name: 'quiet', command: 'cargo build -q' },
    { ...broken, name: 'color', command: 'cargo check', color: true },
    { ...broken, name: 'or-true', command: 'cargo check || true' },
    {
      ...broken,
      name: 'deny-warnings',
      project: 'warnings',
      command: 'RUSTFLAGS="-D warnings" cargo check',
      env: 'RUSTFLAGS="-D warnings"',
    },
    { ...broken, name: 'syntax', project: 'syntax', command: 'cargo check' },
    { ...passed, name: 'clean', project: 'clean', command: 'cargo build --release' },
    { ...passed, name: 'clean-quiet', project: 'clean', command: 'cargo check -q' },
    { ...passed, name: 'clean-json', project: 'clean', command: 'cargo check --message-format json' },
    { ...passed, name: 'all-targets', command: 'cargo check --all-targets', args: '--all-targets' },
    { ...lost, name: 'tail', project: 'broken', command: 'cargo build 2>&1 | tail -3', outcome: 'build-error' },
    { ...lost, name: 'head', project: 'broken', command: 'cargo build 2>&1 | head -1', outcome: 'truncated' },
    { ...lost, name: 'no-manifest', project: 'clean', command: 'cd / && cargo check', outcome: 'crashed' },
    { ...lost, name: 'option', project: 'clean', command: 'cargo check --nosuch', outcome: 'crashed' },
    { ...lost, name: 'script', samples: 'cargo', project: 'script', command: 'cargo build', outcome: 'build-error' },
    {
      ...lost,
      name: 'link',
      project: 'clean',
      command: 'cargo rustc -- -C linker=/nosuch --crate-type cdylib',
      outcome: 'build-error',
    },
  ],
};
