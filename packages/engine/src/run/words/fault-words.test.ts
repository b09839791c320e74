import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkWorkflow } from '@flow/core/workflow';
import { tdd } from '@flow/workflows';
import { describe, expect, test } from 'vitest';
import { FAULT_WORDS, faultWords } from './fault-words.js';

const CORE = fileURLToPath(new URL('../../../../core/src', import.meta.url));
const FOLDERS = ['workflow/checker', 'workflow/overlay', 'schemas'];

/** Codes as they stand in the source: those of findings that speak of workflows and overlays. */
const codes = FOLDERS.flatMap((folder) =>
  readdirSync(`${CORE}/${folder}`)
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.') && name !== 'agent.ts' && name !== 'words.ts')
    .flatMap((name) => readFileSync(`${CORE}/${folder}/${name}`, 'utf8').match(/'[A-Z]+(?:_[A-Z]+)+'/g) ?? []),
).map((quoted) => quoted.slice(1, -1));

describe('what is wrong with a workflow, in words', () => {
  test('every code has words', () => {
    expect(codes.length).toBeGreaterThan(30);
    const engine = ['FINDING_OPEN', 'ITEMS_OPEN', 'LOOP_EXHAUSTED', 'ADVANCE_MISSING'];
    expect([...new Set(codes)].filter((code) => !engine.includes(code) && !(code in FAULT_WORDS))).toEqual([]);
  });

  test('place and fault in one line, whatever was written', () => {
    const hostile = 'red\u001b[31m\n'.repeat(100);
    const broken = {
      ...tdd,
      phases: tdd.phases.map((phase) => ({ ...phase, instruction: '', id: `${phase.id}${hostile}` })),
    };
    for (const finding of checkWorkflow(broken, { runs: false })) {
      const line = faultWords(finding);
      expect(line).not.toMatch(/[\u0000-\u001f]/);
      expect(line.length).toBeLessThan(500);
    }
    expect(
      faultWords({ code: 'LOOP_MISSING', level: 'block', args: { at: 'qa.verdict', remedy: 'Add `loop`.' } }),
    ).toBe('qa.verdict: it can send work back forever');
  });
});
