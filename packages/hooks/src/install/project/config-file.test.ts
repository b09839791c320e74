import { builtInPolicy } from '@flow/engine/policy/built-in';
import { compileConfig } from '@flow/engine/policy/config';
import { expect, test } from 'vitest';
import { CONFIG_TEXT, configText } from './config-file.js';

test('D34 the lines of a new configuration are its defaults, but for what is named as an example', () => {
  expect(compileConfig(CONFIG_TEXT)).toMatchObject({
    ok: true,
    policy: { ...builtInPolicy(), source: CONFIG_TEXT },
  });
  const lines = CONFIG_TEXT.split('\n').slice(4);
  const text = lines.map((line) => line.replace(/^# /, '')).join('\n');
  const compiled = compileConfig(text);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  const { push, ...rest } = compiled.policy;
  const expected = builtInPolicy();
  const checks = { lint: 'block', types: 'block', format: 'warn', analysis: 'warn', build: 'off' };
  expect(push).toEqual({ ...expected.push, checks, branches: { 'wip/**': 'warn' } });
  expect(rest).toEqual({
    ...rest,
    mode: 'enforce',
    capture: expected.capture,
    approvals: expected.approvals,
    documents: expected.documents,
    views: true,
  });
});

test('D34 tests that detection does not know are named, whatever their folder is called', () => {
  const suites = [
    { root: '.', command: 'cmake -B build && cmake --build build && ctest --test-dir build' },
    { root: "it's: a #folder", command: 'mix test' },
  ];
  expect(configText([])).toBe(CONFIG_TEXT);
  expect(compileConfig(configText(suites))).toMatchObject({ ok: true, policy: { suites } });
});
