import { describe, expect, test } from 'vitest';
import { go } from '../../../preset-go/src/index.js';
import { python } from '../../../preset-python/src/index.js';
import { rust } from '../../../preset-rust/src/index.js';
import { typescript } from '../../../preset-typescript/src/index.js';
import { arrangePresets } from '../policy/policy.js';
import { detectPresets } from '../presets/detect.js';
import type { FileView } from '../presets/file-view.js';
import { findSuites } from '../presets/suites.js';
import { compilePolicy } from './config.js';

const SHIPPED = [go, python, typescript, rust];
const compile = (config: object) => compilePolicy(config, '', SHIPPED);

const FILES: Record<string, string> = {
  'go.mod': 'module example.com/shop',
  'package.json': '{"devDependencies":{"vitest":"5"}}',
  'packages/a/package.json': '{"devDependencies":{"vitest":"5"}}',
  'packages/b/package.json': '{"devDependencies":{"vitest":"5"}}',
  'packages/b/pyproject.toml': '[tool.mypy]',
};
const view: FileView = { paths: Object.keys(FILES), read: (path) => FILES[path], containing: () => [] };

/** Suites and folders of the files, under what a configuration says of presets. */
function found(config: object) {
  const compiled = compile(config);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  const { presets } = compiled.policy;
  return {
    suites: findSuites(view, presets).map(({ id }) => id),
    folders: detectPresets(view, presets).map(({ folder, preset }) => `${folder} ${preset.id}`),
  };
}

describe('D6 what a project says of the stacks and runners that are found', () => {
  test('D6 without a word all of them count', () => {
    expect(found({})).toEqual({
      suites: ['go:.', 'mypy:packages/b', 'pytest:packages/b', 'vitest:.', 'vitest:packages/a', 'vitest:packages/b'],
      folders: ['. go', 'packages/a typescript', 'packages/b python'],
    });
  });

  test('D6 a stack that is off is none, a runner that is off has no suite', () => {
    expect(found({ stacks: { go: 'off', python: 'off' } })).toEqual({
      suites: ['vitest:.', 'vitest:packages/a', 'vitest:packages/b'],
      folders: ['. typescript', 'packages/a typescript', 'packages/b typescript'],
    });
    expect(found({ capture: { off: ['mypy', 'vitest'] } }).suites).toEqual(['go:.', 'pytest:packages/b']);
    const counting = arrangePresets([], SHIPPED, { runnersOff: ['go'] }).find(({ id }) => id === 'go');
    expect(counting?.runners.filter((runner) => runner.countsFor === 'go')).toEqual([]);
  });

  test('D6 where the outermost folder counts, it takes the inner ones of its stack in', () => {
    expect(found({ stacks: { typescript: { roots: 'outermost' } } })).toEqual({
      suites: ['go:.', 'mypy:packages/b', 'pytest:packages/b', 'vitest:.'],
      folders: ['. go', 'packages/b python'],
    });
    expect(found({ stacks: { typescript: { roots: 'nearest' } } })).toEqual(found({}));
  });

  test.each([
    ['a stack that is none', { stacks: { cobol: 'off' } }, 'stacks.cobol', 'available: go, python'],
    ['a runner that is none', { capture: { off: ['mypi'] } }, 'capture.off.0', 'no runner has this id'],
    ['modules that no outer run reaches', { stacks: { go: { roots: 'outermost' } } }, 'stacks.go.roots', 'leaves out'],
    ['crates, whose workspace says it', { stacks: { rust: { roots: 'outermost' } } }, 'stacks.rust.roots', 'markers'],
    ['a rule that is none', { stacks: { go: 'on' } }, 'stacks.go', ''],
  ])('D6 %s: refused with its place', (_what, config, at, words) => {
    expect(compile(config)).toMatchObject({ ok: false, problems: [{ at, message: expect.stringContaining(words) }] });
  });
});
