import { describe, expect, test } from 'vitest';
import { go } from '../../../preset-go/src/index.js';
import { rust } from '../../../preset-rust/src/index.js';
import { typescript } from '../../../preset-typescript/src/index.js';
import { checkPreset, presetJson } from '../preset-schema.js';
import { testPreset } from '../testing.js';
import { extendPreset } from './extend.js';
import type { Preset } from './preset.js';

const goTest = go.runners.find(({ id }) => id === 'go')!;

describe('U17: a preset that is based on a shipped one', () => {
  test.each([go, rust, typescript])('U17: without changes it is $id itself', (base: Preset) => {
    expect(extendPreset(base, {})).toEqual(base);
  });

  test('U17: globs come before those of the base, the rest of it stays', () => {
    const { classes } = extendPreset(go, { classes: { generated: ['internal/gen/**'] } });
    expect(classes.generated).toEqual(['internal/gen/**', ...go.classes.generated]);
    expect(classes.source).toEqual(go.classes.source);
  });

  test('U17: commands and coverage are replaced key by key, other keys as a whole', () => {
    const markers = [{ file: 'BUILD' }];
    const own = extendPreset(go, { id: 'acme', commands: { lint: 'make lint' }, coverage: { S: 60 }, markers });
    expect(own).toMatchObject({ id: 'acme', markers, title: go.title });
    expect(own.commands).toEqual({ ...go.commands, lint: 'make lint' });
    expect(own.coverage).toEqual({ ...go.coverage, S: 60 });
    expect(own.runners).toEqual(go.runners);
  });

  test('U17: a runner of the base needs only what differs, and one more is added', () => {
    const valued = [...goTest.selection.valued, '-acme'];
    const more = { ...goTest, id: 'acme', proof: 'exit' as const, command: 'acme', invocations: [['acme']] };
    const { runners } = extendPreset(go, { runners: [{ id: 'go', selection: { valued } }, more] });
    expect(runners.map(({ id }) => id)).toEqual([...go.runners.map(({ id }) => id), 'acme']);
    expect(runners.find(({ id }) => id === 'go')).toEqual({ ...goTest, selection: { ...goTest.selection, valued } });
  });

  test('U17: a convention of the same name is replaced', () => {
    const [first] = go.conventions!;
    const { conventions } = extendPreset(go, { conventions: [{ ...first!, severity: 'block' }] });
    expect(conventions).toEqual([{ ...first, severity: 'block' }, ...go.conventions!.slice(1)]);
  });

  test('U17: a runner that the base has not and that is not whole is refused by the checker', () => {
    const broken = extendPreset(go, { runners: [{ id: 'acme', command: 'acme' }] });
    expect(checkPreset(broken)).toMatchObject({ ok: false });
    expect(() => presetJson(broken)).toThrow(/runners/);
  });

  test('U17: its tests ask for no lines for conventions of the base, but for its own', () => {
    const samples = { projects: [{ 'go.mod': '' }], paths: { source: ['a.go'] } };
    const own = extendPreset(go, { commands: { lint: 'golangci-lint run ./...' } });
    for (const { run } of testPreset(own, { ...samples, base: go })) expect(run).not.toThrow();
    const [first] = go.conventions!;
    const stricter = extendPreset(go, { conventions: [{ ...first!, severity: 'block' }] });
    const failed = testPreset(stricter, { ...samples, base: go }).filter(({ run }) => {
      try {
        run();
        return false;
      } catch {
        return true;
      }
    });
    expect(failed.map(({ name }) => name)).toEqual([
      `its convention ${first!.name} finds what breaks it, and nothing else`,
    ]);
  });
});
