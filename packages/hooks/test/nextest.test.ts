import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cli, repository, start, workspaceRoot } from './kit.js';

const RECORDED = path.join(workspaceRoot, 'packages/capture-parsers/fixtures/nextest/pass/output.txt');

test('D27 D28 cargo nextest counts for the suite of cargo test, but where documentation tests are', () => {
  const tested = '#[test]\nfn holds() { assert!(true); }\n';
  const repo = repository({
    files: { 'Cargo.toml': '[package]\nname = "cart"\n', 'src/lib.rs': tested, 'src/sum.rs': tested },
  });
  // Prints what the real one printed: what is asked for here is what a run of it covers.
  const bin = path.join(repo.area, 'bin');
  mkdirSync(bin);
  writeFileSync(path.join(bin, 'cargo'), `#!/bin/sh\ncat '${RECORDED}'\n`);
  chmodSync(path.join(bin, 'cargo'), 0o755);
  const it = start(repo, { environment: { PATH: `${bin}:${repo.environment.PATH}` } });
  const state = () => JSON.parse(cli(repo, ['status', '--json']).stdout).suites[0];
  const change = (file: string, text: string) => {
    repo.write(file, text);
    repo.git('commit', '-qam', 'change');
  };

  change('src/lib.rs', `${tested}\npub fn one() {}\n`);
  it.bash('cargo nextest run -p cart');
  expect(state()).toMatchObject({ suite: 'cargo:.', state: 'partial' });
  it.bash('cargo nextest run');
  expect(state()).toMatchObject({ suite: 'cargo:.', state: 'tested' });

  const example = '\n/// ```\n/// assert!(true);\n/// ```\npub fn one() {}\n';
  change('src/lib.rs', tested + example);
  it.bash('cargo nextest run');
  expect(state()).toMatchObject({ state: 'partial', missing: ['src/lib.rs'] });
  expect(cli(repo, ['explain', 'git push origin HEAD']).stdout).toMatch(
    /PUSH_PARTIAL: .*not covered: src\/lib.rs \(it leaves out documentation tests\)\. Run `cargo test`/,
  );
});
