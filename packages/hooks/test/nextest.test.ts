import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { defaultPolicy, type FileView, type Receipt, type Selection } from '@flow/core';
import type { Moment } from '@flow/core/workflow';
import { PRESETS } from '@flow/engine/policy/presets/presets';
import { nothingProven } from '@flow/engine/recording/runs/run-result';
import { RunEvents } from '@flow/engine/run/moments/run-events';
import { expect, test } from 'vitest';
import { cli, repository, start, workspaceRoot } from './kit.js';

const recorded = (name: string) => path.join(workspaceRoot, 'packages/capture-parsers/fixtures', name, 'output.txt');

test('D27 D28 cargo nextest and --all-targets count for the suite of cargo test, but where documentation tests are', () => {
  const tested = '#[test]\nfn holds() { assert!(true); }\n';
  const repo = repository({
    files: { 'Cargo.toml': '[package]\nname = "cart"\n', 'src/lib.rs': tested, 'src/sum.rs': tested },
  });
  // Prints what the real one printed: what is asked for here is what a run of it covers.
  const bin = path.join(repo.area, 'bin');
  mkdirSync(bin);
  writeFileSync(
    path.join(bin, 'cargo'),
    `#!/bin/sh\n[ $1 = test ] && cat '${recorded('cargo/pass-default')}' || cat '${recorded('nextest/pass')}'\n`,
  );
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

  it.bash('cargo test --all-targets');
  expect(state()).toMatchObject({ state: 'partial', missing: ['src/lib.rs'] });
  it.bash('cargo test');
  expect(state()).toMatchObject({ state: 'tested' });
  change('src/lib.rs', tested);
  it.bash('cargo test --all-targets');
  expect(state()).toMatchObject({ state: 'tested' });
});

test('D27 D29 to a workflow, too, what leaves documentation tests out is less than the whole', () => {
  const view = (texts: Record<string, string>): FileView => ({
    paths: Object.keys(texts),
    read: (file) => texts[file],
    containing: (files, strings) => files.filter((file) => strings.some((one) => texts[file]!.includes(one))),
  });
  const moment = { suites: [{ id: 'cargo:.', question: 'test', content: 'c' }], claims: [], items: [], contents: {} };
  const told = (runner: string, selection: Selection, source: string) => {
    const result = { ...nothingProven(runner, '', 'passed'), complete: true };
    const receipt = { id: 'r', suite: 'cargo:.', kind: 'test', command: 'x', time: 1, selection, result, seen: 'hook' };
    const files = view({ 'Cargo.toml': '[package]\n', 'src/lib.rs': source });
    const events = new RunEvents(defaultPolicy(PRESETS), []).of(
      receipt as unknown as Receipt,
      true,
      moment as unknown as Moment,
      () => ({ tree: 't', view: files, blobs: new Map() }),
    );
    return events.map((one) => (one.type === 'run' ? one.result : one.type));
  };
  const example = '/// ```\n/// assert!(true);\n/// ```\npub fn one() {}\n';
  const under = { kind: 'whole', under: '--all-targets' } as const;
  expect(told('cargo', { kind: 'whole' }, example)).toEqual(['pass']);
  expect(told('cargo', under, example)).toEqual(['unknown']);
  expect(told('cargo', under, '#[test]\nfn holds() {}\n')).toEqual(['pass']);
  expect(told('nextest', { kind: 'whole' }, example)).toEqual(['unknown']);
});
