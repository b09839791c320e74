import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { workspaceRoot } from '../../hooks/test/kit.js';
import { flow, json } from './kit.js';
import { built, PYTEST } from './report-kit.js';

interface Claims {
  claims: { claim: string; outcome: string; functions: { name: string; verdict: string; tests: string[] }[] }[];
}

test.runIf(PYTEST.available)(
  '37.2 a claim is bound by its own tests alone, and explain says so until function or tests change',
  () => {
    const repo = built({ '.gitignore': 'node_modules\n__pycache__\n' });
    mkdirSync(repo.path('node_modules/@flow'), { recursive: true });
    symlinkSync(path.join(workspaceRoot, 'packages/weakened'), repo.path('node_modules/@flow/weakened'));
    // The test of the second claim calls, and asserts nothing.
    const planted =
      'from prices import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n\n\ndef test_once():\n    add(2, 2)\n';
    repo.write('test_prices.py', planted);
    const proven = json(repo, ['prove-binding', '--claims']) as unknown as Claims;
    expect(proven.claims.map(({ claim, outcome }) => [claim, outcome])).toEqual([
      ['do-1', 'bound'],
      ['do-2', 'unbound'],
    ]);
    expect(proven.claims[0]!.functions).toMatchObject([{ name: 'add', tests: ['test_prices.py::test_add'] }]);
    type Told = { known: { what: string; counts: boolean | null }[] };
    const known = (name: string) => {
      const answer = json(repo, ['explain', name]) as unknown as Told & { data?: Told };
      return (answer.data ?? answer).known.filter(({ what }) => what.includes('add in prices.py'));
    };
    expect(known('claim:do-1')).toMatchObject([
      { what: 'test_prices.py::test_add binds add in prices.py', counts: true },
    ]);
    expect(known('claim:do-2')).toMatchObject([{ what: 'no test binds add in prices.py', counts: false }]);
    expect(known('file:prices.py')).toHaveLength(2);
    repo.write('test_prices.py', `${planted}\n`);
    expect(known('claim:do-1')).toMatchObject([{ counts: null }]);
    expect(flow(repo, ['prove-binding', 'do-9'])).toMatchObject({ status: 2, stderr: expect.stringContaining('do-9') });
  },
);
