import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Preset } from '@flow/core';
import { type PresetSamples, testPreset } from '@flow/core/testing';
import { expect, test } from 'vitest';
import { packageRoot, workspaceRoot } from './kit.js';
import { PHPUNIT_PRESET as phpunit } from './phpunit-preset.js';

/* What an author imports: the built file. */
const { playPreset } = (await import(path.join(packageRoot, 'dist/testing.cjs'))) as typeof import('../src/testing.js');

const samples: PresetSamples = {
  projects: [{ 'composer.json': '{}' }],
  paths: { source: ['src/Total.php'], test: ['tests/TotalTest.php'], document: ['README.md'] },
};

const complaints = (preset: Preset, given: PresetSamples) =>
  playPreset(preset, given).flatMap(({ run }) => {
    try {
      run();
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });

test('U4 a preset for vendor/bin/phpunit that passes its tests leads to an allowed push', () => {
  for (const { run } of testPreset(phpunit, samples)) run();
  expect(complaints(phpunit, samples)).toEqual([]);
});

test('U4 one whose runs can never count, or whose changes ask for none, does not pass', () => {
  const [runner] = phpunit.runners;
  const change = (changed: object): Preset => ({ ...phpunit, runners: [{ ...runner!, ...changed }] });
  // Each is described without a fault.
  const outside = change({ command: '../phpunit' });
  const ignored = { ...change({ command: 'tools/phpunit' }), classes: { ...phpunit.classes, generated: ['tools/**'] } };
  for (const preset of [outside, ignored]) for (const { run } of testPreset(preset, samples)) run();
  expect(complaints(outside, samples).join()).toContain('outside of the project');
  expect(complaints(ignored, samples).join()).toMatch(
    /after a green `tools\/phpunit` the push is refused.*git ignores/s,
  );
  const blind = { ...phpunit, classes: { ...phpunit.classes, source: [], document: ['**/*.php'] } };
  expect(complaints(blind, samples).join()).toContain('a change of src/Total.php asks for no run');
});

test('U4 a runner whose output is read needs what a green run prints, and is green by that alone', () => {
  const [runner] = phpunit.runners;
  const { proof: _, ...read } = { ...runner!, id: 'rspec', command: 'rspec', invocations: [['rspec']] };
  const preset = { ...phpunit, runners: [read] } as Preset;
  expect(complaints(preset, samples)).toEqual(['samples.outputs: give what a green run of all of it prints by rspec']);
  const fixture = path.join(workspaceRoot, 'packages/capture-parsers/fixtures/rspec/pass-doc/output.txt');
  expect(complaints(preset, { ...samples, outputs: { rspec: readFileSync(fixture, 'utf8') } })).toEqual([]);
});
