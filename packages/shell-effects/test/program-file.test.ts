import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const home = path.join(import.meta.dirname, '..');

/** What a file on a new program says. */
const SAMPLE = `import type { ProgramFile } from '../program.js';
import { write } from '../writers/call.js';

/** \`sampler\` writes, starts, prints and publishes. */
export const sampler: ProgramFile = {
  sampler: {
    wraps: { valued: '-n', needsDashes: true },
    reads: { valued: '-n --to' },
    prints: () => 'git push backup HEAD',
    publishes: [{ when: /^land\\b/ }],
    writer: (call) => write(call, 'sample.log'),
  },
  'sampler pack': { writes: { out: '--to' }, stores: { own: 'sample.lock' } },
};
`;

test('a new program is one file and one line: a copy of the source that has both reads it', async () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'flow-program-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(path.join(home, 'src'), path.join(copy, 'src'), { recursive: true });
  symlinkSync(path.join(home, 'node_modules'), path.join(copy, 'node_modules'));
  writeFileSync(path.join(copy, 'src/programs/sampler.ts'), SAMPLE);
  appendFileSync(path.join(copy, 'src/programs/all.ts'), "export { sampler } from './sampler.js';\n");
  const { effectsOf } = await import(path.join(copy, 'src/index.ts'));
  const told = (command: string) =>
    effectsOf(command, { cwd: '/p', home: '/h', readFile: () => undefined }).effects.flatMap(
      (one: { kind: string; path?: string; front?: string; remote?: string }) =>
        one.kind === 'run' ? [] : [[one.kind, one.path ?? one.front, one.remote].filter(Boolean).join(' ')],
    );
  expect(told('sampler pack --to out.bin notes.md').toSorted()).toEqual([
    'read /p/notes.md',
    'read /p/pack',
    'write /p/out.bin',
    'write /p/sample.lock',
    'write /p/sample.log',
  ]);
  expect(told('sampler land')).toContain('publish sampler land');
  expect(told('sampler -- git push origin HEAD')).toEqual(['push git origin']);
  expect(told('sampler show | sh')).toContain('push git backup');
  // Its neighbour by name is none of it.
  expect(told('samplers pack --to out.bin')).not.toContain('write /p/sample.log');
});
