import type { Repository } from '@flow/evidence';
import { expect, test } from 'vitest';
import type { Evidence } from './evidence.js';
import { writtenByRun } from './written-by-run.js';

test('35.2 where nothing is uncommitted, nobody looks through the files of the content for each of its suites', () => {
  const tracked = new Proxy([] as string[], {
    get: () => {
      throw new Error('the files were looked through');
    },
  });
  const written = (uncommitted: string[]) =>
    writtenByRun(
      {} as Repository,
      { runs: [] } as unknown as Evidence,
      { presets: [] },
      'go:.',
      uncommitted,
      tracked,
      0,
    );
  expect(written([])).toEqual({ paths: [], ignorable: [] });
  expect(() => written(['out.txt'])).toThrow('looked through');
});
