import { compileConfig } from '@flow/engine/policy/config';
import { CONFIG_TEXT } from '@flow/hooks/program';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Answers, RESULTS, STRICTNESS, USUAL_RESULTS } from './answers.js';
import { configText } from './config-text.js';

const usual: Answers = {
  tier: 1,
  baseBranch: null,
  suites: [],
  strictness: 'strict',
  results: USUAL_RESULTS,
  exact: false,
  notOurs: [],
  outermost: [],
  notCaptured: [],
  conventions: [],
  without: { phases: [], agents: [] },
  agentsFrom: 'files',
};

const keys = <Key extends string>(table: Record<Key, unknown>) => Object.keys(table) as Key[];
const word = fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' });

test('D6 whatever is answered, the file can be read, and the policy says what was answered', () => {
  const answers: fc.Arbitrary<Answers> = fc.record({
    tier: fc.constantFrom(1, 2, 3),
    baseBranch: fc.option(word),
    suites: fc.array(fc.record({ root: word, command: word }), { maxLength: 3 }),
    strictness: fc.constantFrom(...keys(STRICTNESS)),
    results: fc.subarray(keys(RESULTS)),
    exact: fc.boolean(),
    notOurs: fc.subarray(['go', 'rust']),
    outermost: fc.subarray(['python', 'typescript']),
    notCaptured: fc.subarray(['mypy', 'eslint']),
    conventions: fc.subarray(['go', 'python']),
    without: fc.record({ phases: fc.subarray(['survey', 'verify']), agents: fc.subarray(['style', 'logging']) }),
    agentsFrom: fc.constantFrom('files', 'plugin'),
  });
  fc.assert(
    fc.property(answers, (given) => {
      const compiled = compileConfig(configText(given, CONFIG_TEXT));
      if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
      const { policy } = compiled;
      expect(policy.baseBranch).toBe(given.baseBranch ?? undefined);
      expect(policy.suites).toEqual(given.suites);
      expect(policy.mode).toBe(given.strictness === 'monitor' ? 'monitor' : 'enforce');
      expect(policy.push.untested).toBe('block');
      expect(policy.push.stale).toBe(given.strictness === 'lenient' ? 'warn' : 'block');
      expect(policy.capture.exec).toBe(given.exact);
      expect(policy.capture.off).toEqual(given.notCaptured);
      for (const id of ['go', 'rust'])
        expect(policy.presets.some((preset) => preset.id === id)).toBe(!given.notOurs.includes(id));
      for (const { id, roots, runners } of policy.presets) {
        expect(roots === 'outermost').toBe(given.outermost.includes(id));
        expect(runners.filter((runner) => given.notCaptured.includes(runner.id))).toEqual([]);
      }
      expect(policy.conventions.presets).toEqual(given.conventions);
      for (const result of USUAL_RESULTS)
        expect(policy.push.checks?.[result] === 'off', result).toBe(!given.results.includes(result));
      expect(policy.push.checks?.build === 'warn').toBe(given.results.includes('build'));
    }),
    { numRuns: 200 },
  );
});

test('D6 the usual answers are the built-in rules: only the comments remain', () => {
  expect(configText(usual, CONFIG_TEXT)).toBe(CONFIG_TEXT);
  expect(configText({ ...usual, baseBranch: 'trunk' }, CONFIG_TEXT).replace('baseBranch: trunk\n\n', '')).toBe(
    CONFIG_TEXT,
  );
});
