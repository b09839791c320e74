import { defaultPolicy, extendPreset, type FileView, findSuites, type Policy, type Preset } from '@flow/core';
import { describe, expect, test } from 'vitest';
import { PRESETS } from '../policy/presets/presets.js';
import { checkSeverity } from '../policy/suites.js';
import { platformOf } from './platform.js';

const FILES: Readonly<Record<string, string>> = {
  'ruff.toml': 'line-length = 100\n',
  'pyproject.toml': '[tool.ruff]\nline-length = 100\n',
  'total.py': 'x = 1\n',
  'test_total.py': 'def test_x():\n    assert True\n',
};
const view: FileView = {
  paths: Object.keys(FILES),
  read: (path) => FILES[path],
  containing: (paths, texts) => paths.filter((path) => texts.some((text) => FILES[path]?.includes(text))),
};
const python = PRESETS.find(({ id }) => id === 'python')!;
const own: Preset = extendPreset(python, { id: 'acme', gates: { lint: 'off' }, skills: ['acme-style'] });

/** How much a push asks for the linter of a project. */
function lintOf(preset: Preset, checks?: Policy['push']['checks']) {
  const policy = defaultPolicy([preset]);
  const suites = findSuites(view, [preset]);
  const lint = suites.find(({ runner }) => runner.question === 'lint')!;
  const test = suites.find(({ runner }) => (runner.question ?? 'test') === 'test')!;
  const asked = { ...policy, push: { ...policy.push, ...(checks && { checks }) } };
  return [checkSeverity(lint, asked), checkSeverity(test, asked)];
}

describe('what a platform asks for (M9)', () => {
  test('M9 its gates hold where the project does not say otherwise, and never for tests', () => {
    expect(lintOf(python)).toEqual([lintOf(python)[0], 'block']);
    expect(lintOf(own)).toEqual(['off', 'block']);
    expect(lintOf(extendPreset(own, { id: 'b', gates: { types: 'warn' } }))).toEqual(['off', 'block']);
    expect(lintOf(own, { lint: 'block' } as Policy['push']['checks'])).toEqual(['block', 'block']);
    expect(lintOf(extendPreset(python, { id: 'c', gates: { lint: 'block' } }), { lint: 'off' } as never)[0]).toBe(
      'off',
    );
  });

  test('M9 a brief tells its gates and skills, folder by folder', () => {
    expect(platformOf(view, [own], 'S')).toMatchObject([
      {
        folder: '.',
        preset: 'acme',
        gates: { lint: 'off' },
        skills: ['acme-style'],
        commands: { test: 'python3 -m pytest' },
      },
    ]);
    expect(platformOf(view, [python], 'S')[0]).not.toHaveProperty('gates');
  });
});
