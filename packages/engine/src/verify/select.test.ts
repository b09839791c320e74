import { describe, expect, test } from 'vitest';
import { type Candidate, selectBySubject } from './select.js';

const said = (signer: string, subjects: string[], n: number): Candidate<string> => ({
  ...{ one: `${signer} ${subjects.join('+')} ${n}`, signer, subjects, same: `${subjects} ${n}` },
});
const flood = (signer: string, count: number, subjects = ['go:a']) =>
  Array.from({ length: count }, (_, n) => said(signer, subjects, n));

describe('which statements of a note are verified', () => {
  test('R80 a thousand newer ones of its own signer on another suite push none out that is needed', () => {
    const chosen = selectBySubject([...flood('anne', 1000), said('anne', ['go:b'], 0), said('anne', ['go:b'], 1)]);
    expect(chosen).toContain('anne go:b 0');
    expect(chosen).toHaveLength(64);
    expect(chosen).not.toContain('anne go:b 1');
  });

  test('of each subject it is the newest, however many subjects a signer speaks of', () => {
    const all = Array.from({ length: 100 }, (_, at) => [
      said('anne', [`s${at}`], 0),
      said('anne', [`s${at}`], 1),
    ]).flat();
    const chosen = selectBySubject(all);
    expect(chosen).toHaveLength(100);
    expect(chosen.every((one) => one.endsWith(' 0'))).toBe(true);
  });

  test('signers push one another out of nothing, and of those that nobody knows there are no more than the room has', () => {
    const unknown = Array.from({ length: 200 }, (_, at) => said('', [`s${at}`], 0));
    const chosen = selectBySubject([...unknown, ...flood('eve', 500), said('anne', ['go:a'], 0)]);
    expect(chosen).toContain('anne go:a 0');
    expect(chosen).toHaveLength(64 + 64 + 1);
  });

  test('a statement on two subjects counts for both, and equal ones count once', () => {
    const both = said('anne', ['go:a', 'go:b'], 0);
    expect(selectBySubject([both, both, said('anne', [], 1)])).toEqual(['anne go:a+go:b 0', 'anne  1']);
  });
});
