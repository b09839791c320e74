import { agentOf } from '@flow/agents/roster';
import { defaultPolicy, presetCommand } from '@flow/core';
import { checkPreset } from '@flow/core/preset';
import { describe, expect, test } from 'vitest';
import { PRESETS } from './presets.js';

describe('M6 M7 the presets that are built in', () => {
  test.each(PRESETS.map((preset) => [preset.id, preset]))('%s is what the schema describes', (_id, preset) => {
    expect(checkPreset(structuredClone(preset))).toMatchObject({ ok: true });
  });

  test('each has its own name, and none outranks another', () => {
    expect(new Set(PRESETS.map(({ id }) => id)).size).toBe(PRESETS.length);
    expect(defaultPolicy(PRESETS).presets.map(({ id }) => id)).toEqual(PRESETS.map(({ id }) => id));
  });

  test('D96 Go, Python, Rust and TypeScript name the reviewers that know their idioms, each with a text for it', () => {
    const named = PRESETS.flatMap(({ id, reviewers = [] }) => reviewers.map((reviewer) => [id, reviewer]));
    expect(named).toEqual([
      ['go', 'go-idioms'],
      ['python', 'python-idioms'],
      ['typescript', 'typescript-idioms'],
      ['rust', 'rust-safety'],
    ]);
    for (const [preset, reviewer] of named) expect(agentOf(reviewer!)?.languages).toEqual([preset]);
  });

  test('C27 they name no secrets: what Go and Python keep is in the list of the guard', () => {
    // The fast path asks for globs of a project's own only where a configuration was compiled.
    expect(PRESETS.flatMap(({ sensitive = [] }) => sensitive)).toEqual([]);
  });

  test('M9 each stack has a command for its tests', () => {
    for (const preset of PRESETS.filter(({ markers }) => markers.length > 0)) {
      expect(presetCommand(preset, 'test'), preset.id).not.toBeNull();
    }
  });
});
