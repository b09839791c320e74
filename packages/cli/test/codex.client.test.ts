import { installCodex, patchCall, runCodex } from '@flow/test-kit';
import { expect, test } from 'vitest';
import { trust } from '../../hooks/test/codex-kit.js';
import { building, FOLDER, SPEC, SPEC_FILE } from './contract-kit.js';
import { FLOW_HOOKS, flow } from './kit.js';

/* Codex CLI itself, in a run whose documents are approved. */

test('R67 R68 its patches are held against the files: a promise is refused, a tick and a note are written', async () => {
  const repo = building();
  expect(flow(repo, ['install', '--host', 'codex'], { program: FLOW_HOOKS })).toMatchObject({ status: 0 });
  const change = (id: string, ...lines: string[]) =>
    patchCall(id, [`*** Update File: ${SPEC_FILE}`, ...lines].join('\n'));
  const told = await runCodex(
    installCodex(),
    repo,
    [
      change('promise', '@@ ## Must Do', '-- do-1: Adds two prices.', '+- do-1: Adds any prices.'),
      // The client finds lines whose blanks differ, and so do the guards.
      change('blanks', '@@', '-  - do-1: Adds two prices.  ', '+- do-1: Adds any prices.'),
      patchCall('moved', `*** Update File: ${SPEC_FILE}\n*** Move to: ${FOLDER}/old.md\n@@\n # Spec\n+\n+x`),
      change('tick', '@@', '-- do-1: Adds two prices.', '+- [x] do-1: Adds two prices.', ' - do-2: Halves a price.'),
      change('note', '@@ ## Notes', ' ', '-Nothing yet.', '+Prices are cents.', '*** End of File'),
    ],
    trust(repo),
  );
  for (const id of ['promise', 'blanks', 'moved']) {
    expect(told[id], id).toContain('EDIT_OF_CONTRACT');
    expect(told[id], id).toContain('flow item propose');
  }
  for (const id of ['tick', 'note']) expect(told[id], id).toContain('Success');
  const text = SPEC.replace('- do-1', '- [x] do-1').replace('Nothing yet.', 'Prices are cents.');
  expect(repo.read(SPEC_FILE)).toBe(text);
});
