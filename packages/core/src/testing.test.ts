import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkPreset, presetJson, readPreset } from './preset-schema.js';
import { presetCommand, presetCommands } from './presets/commands.js';
import type { Preset, PresetConvention } from './presets/preset.js';
import { type PresetSamples, testPreset } from './testing.js';

const rule: PresetConvention = {
  name: 'no-todo',
  files: ['*.ex'],
  tests: false,
  message: 'Do it now.',
  severity: 'warn',
  how: { text: 'TODO' },
};
const good: Preset = {
  id: 'elixir',
  title: 'Elixir',
  markers: [{ file: 'mix.exs' }],
  classes: { generated: ['deps/**'], test: ['*_test.exs'], build: ['mix.exs'], source: ['*.ex'], document: ['*.md'] },
  runners: [
    {
      id: 'mix',
      command: 'mix test',
      invocations: [['mix', 'test']],
      selection: { valued: [], byName: ['--only'], partial: [], nothing: [], everything: [], positional: 'paths' },
      units: { kind: 'file', tests: ['*_test.exs'] },
      innerRoots: 'apart',
      environment: ['MIX_ENV'],
    },
  ],
  commands: { coverage: 'mix test --cover' },
  coverage: { S: 60, M: 60, L: 70, XL: 80 },
  gates: { lint: 'block', format: 'off' },
  skills: ['elixir-style'],
  conventions: [rule],
};
const samples: PresetSamples = {
  projects: [{ 'mix.exs': '' }],
  others: [{ 'mix.lock': '' }],
  paths: { source: ['lib/a.ex'], other: ['a.txt'] },
  conventions: { 'no-todo': { file: 'lib/a.ex', breaks: ['# TODO'], holds: ['# done'], leaves: ['a.md'] } },
};

/** What the tests of a preset complain about. */
function complaints(preset: Preset, given = samples): string[] {
  return testPreset(preset, given).flatMap(({ run }) => {
    try {
      run();
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
}

describe('@flow/core/testing', () => {
  test('a good preset passes', () => expect(complaints(good)).toEqual([]));

  const [mix] = good.runners;
  const wrong: [name: string, change: Partial<Preset> | { samples: Partial<PresetSamples> }, word: string][] = [
    ['a misspelt key', { prioritty: 3 } as never, 'prioritty'],
    ['a marker in a folder', { markers: [{ file: 'a/mix.exs' }] }, 'markers.0.file'],
    ['a pattern that can run away', { conventions: [{ ...rule, how: { pattern: '(a+)+$' } }] }, 'conventions.0.how'],
    [
      'a report that can run away',
      { runners: [{ ...good.runners[0]!, reportFile: '^(-+)+$' }] },
      'reportFile: the pattern',
    ],
    ['a text and a pattern', { conventions: [{ ...rule, how: { text: 'a', pattern: 'b' } as never }] }, 'name one of'],
    ['a program as a rule', { conventions: [{ ...rule, how: { module: 'a.js' } as never }] }, 'module'],
    ['a gate of tests', { gates: { test: 'off' } as never }, 'test'],
    ['a gate that asks for nothing known', { gates: { lint: 'maybe' } as never }, 'gates.lint'],
    ['a skill that is a command', { skills: ['a; rm -rf'] }, 'skills.0'],
    ['two rules of one name', { conventions: [rule, rule] }, 'two rules'],
    ['a size that is missing', { coverage: { S: 1, M: 2, L: 3 } as never }, 'coverage.XL'],
    ['more than all', { coverage: { S: 1, M: 2, L: 3, XL: 101 } }, 'coverage.XL'],
    ['a project that it does not find', { samples: { projects: [{ 'mix.lock': '' }] } }, 'not detected, and should be'],
    ['a project that it should not find', { samples: { others: [{ 'mix.exs': '' }] } }, 'should not be: mix.exs'],
    ['no project at all', { samples: { projects: [] } }, 'samples.projects'],
    ['a command that its runner does not know', { runners: [{ ...mix!, command: 'make test' }] }, 'mix: none'],
    [
      'a program by its folder',
      { runners: [{ ...mix!, command: './mix test', invocations: [['./mix']] }] },
      'mix: none',
    ],
    ['a command that is a part', { runners: [{ ...mix!, command: 'mix test --only a' }] }, 'selects names'],
    ['a test command of nobody', { commands: { test: 'make test' } }, 'no runner of its knows `make test`'],
    ['a test command that is a part', { commands: { test: 'mix test a_test.exs' } }, 'not a whole run'],
    ['two commands in one', { commands: { build: 'mix compile && rm -rf x' } }, 'more than one'],
    ['no test command', { runners: [] }, 'no command for its tests'],
    ['a path of another class', { samples: { paths: { source: ['a.md'] } } }, 'a.md is document, and should be source'],
    [
      'a threshold that falls',
      { coverage: { S: 60, M: 50, L: 70, XL: 80 } },
      'coverage.M (50) is below coverage.S (60)',
    ],
    ['a rule without examples', { samples: { conventions: {} } }, 'give lines that break no-todo'],
    ['a rule that finds nothing', { conventions: [{ ...rule, how: { text: 'FIXME' } }] }, 'it does not find: # TODO'],
    ['a rule that finds too much', { conventions: [{ ...rule, how: { text: '#' } }] }, 'should not: # done'],
    ['a rule of other files', { conventions: [{ ...rule, files: ['*.exs'] }] }, 'does not look at lib/a.ex'],
    ['a rule of too many files', { conventions: [{ ...rule, files: ['*'] }] }, 'it looks at a.md'],
  ];
  test.each(wrong)('M7 M9 M10 it says what is wrong: %s', (_name, change, word) => {
    const given = 'samples' in change ? { ...samples, ...change.samples } : samples;
    const preset = 'samples' in change ? good : { ...good, ...change };
    expect(complaints(preset, given).join('\n')).toContain(word);
  });
});

describe('preset.json', () => {
  test('M7 what is written is what is read', () => {
    const read = readPreset(presetJson(good));
    expect(read).toEqual({ ok: true, preset: good });
  });

  test.each([
    ['no JSON', '{', 'is not valid JSON'],
    ['a list', '[]', '(top)'],
    ['far too long', ' '.repeat(300 * 1024), '256 KiB'],
    ['keys of another world', '{"__proto__":{"id":"x"},"id":"x"}', 'title'],
  ])('what is no preset is named: %s', (_name, text, word) => {
    const read = readPreset(text);
    expect(read.ok).toBe(false);
    expect(JSON.stringify(read)).toContain(word);
  });

  test('property: any value is a preset or has mistakes with their places, and what is one stays the same', () => {
    const keys = fc.constantFrom('id', 'title', 'markers', 'classes', 'runners', 'coverage', 'conventions', 'other');
    const change = fc.tuple(keys, fc.option(fc.jsonValue(), { nil: undefined }));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue(),
          change.map(([key, value]) => ({ ...good, [key]: value })),
        ),
        (data) => {
          const checked = checkPreset(data);
          if (!checked.ok) expect(checked.problems.every(({ at, message }) => at !== '' && message !== '')).toBe(true);
          else expect(readPreset(presetJson(checked.preset))).toEqual(checked);
        },
      ),
    );
  });

  test('a wrong one is not written', () => {
    expect(() => presetJson({ ...good, id: 'Elixir!' })).toThrow('id: expected a short name');
    expect(checkPreset({ ...good, title: 'a\nb' }).ok).toBe(false);
  });
});

test('M9 M11 commands: its own words, else those of its runners', () => {
  expect(presetCommands(good)).toEqual({ test: 'mix test', coverage: 'mix test --cover' });
  expect(presetCommand(good, 'lint')).toBeNull();
  expect(presetCommand({ ...good, commands: { test: 'mix test --trace' } }, 'test')).toBe('mix test --trace');
});
