import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { documentOf } from '../commands/document.js';
import { type Answer, failed } from './answer.js';
import { type Manner, printAnswered } from './print.js';

const typed = (text: string) => text.replaceAll('npx flow-hooks', 'yarn flow-hooks');
const manner = (json: boolean): Manner => ({ json, typed, documentOf: (answer) => documentOf(answer, typed) });

/** Prints an answer, and returns what came on either stream, and the exit code. */
async function printed(answered: Parameters<typeof printAnswered>[0], json: boolean) {
  const streams = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      streams[name] += String(text);
      return true;
    });
  const exit = await printAnswered(answered, manner(json));
  vi.restoreAllMocks();
  return { exit, ...streams };
}

afterEach(() => vi.restoreAllMocks());

const NO = failed(1, 'GONE', 'it is gone. Run `npx flow-hooks status`.', 'npx flow-hooks doctor');

describe('one printer for all answers', () => {
  test('a text goes to standard output, problems and their remedies to standard error', async () => {
    expect(await printed({ ...NO, text: 'See npx flow-hooks\n', last: 'Nothing was written.' }, false)).toEqual({
      exit: 1,
      stdout: 'See yarn flow-hooks\n',
      stderr: 'GONE: it is gone. Run `yarn flow-hooks status`.\n  yarn flow-hooks doctor\nNothing was written.\n',
    });
  });

  test('a program gets one document, whose texts name our programs as they are typed, however deep they lie', async () => {
    const data = { ok: true, at: [{ run: 'npx flow-hooks status', count: 1, none: null }] };
    const { stdout, stderr, exit } = await printed(Promise.resolve({ exit: 0, data, text: 'for people\n' }), true);
    expect({ exit, stderr, document: JSON.parse(stdout) }).toEqual({
      ...{ exit: 0, stderr: '' },
      document: { version: 1, ok: true, at: [{ run: 'yarn flow-hooks status', count: 1, none: null }] },
    });
    const refused = JSON.parse((await printed(NO, true)).stdout);
    expect(refused.error).toMatchObject({ code: 'GONE', remedy: 'yarn flow-hooks doctor' });
  });

  test('what quotes others stays as it is', async () => {
    const quoted: Answer = { exit: 0, data: { said: 'npx flow-hooks' }, text: 'npx flow-hooks\n', isVerbatim: true };
    expect((await printed(quoted, false)).stdout).toBe('npx flow-hooks\n');
    expect(JSON.parse((await printed(quoted, true)).stdout)).toMatchObject({ said: 'npx flow-hooks' });
  });

  test('lines are JSON lines, and after a failure one document', async () => {
    const lines = [{ a: 1 }, { a: 2 }];
    expect((await printed({ exit: 0, lines, text: 'two\n' }, true)).stdout).toBe('{"a":1}\n{"a":2}\n');
    expect(JSON.parse((await printed({ ...NO, lines }, true)).stdout)).toMatchObject({ ok: false });
  });

  test('of a stream each answer is printed that differs from the one before, and the last gives the exit code', async () => {
    async function* looks(): AsyncGenerator<Answer> {
      yield { exit: 0, text: 'one\n', data: { n: 1 } };
      yield { exit: 0, text: 'one\n', data: { n: 1 } };
      yield { ...NO, text: '' };
    }
    expect(await printed(looks(), false)).toEqual({
      ...{ exit: 1, stderr: '' },
      stdout: 'one\nGONE: it is gone. Run `yarn flow-hooks status`.\n  yarn flow-hooks doctor\n',
    });
    const lines = (await printed(looks(), true)).stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ version: 1, n: 1 }, { ok: false }]);
  });
});

/** Folders whose commands answer, from here. */
const COMMANDS = ['../commands', '../../../cli/src/commands', '../../../cli/src/ship', '../../../cli/src/workflow'];

test.each(COMMANDS)('nothing but the printer and its door writes to a stream: %s', (folder) => {
  const at = fileURLToPath(new URL(folder, import.meta.url));
  const files = readdirSync(at).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(5);
  const WRITES = /process\.std(?:out|err)\.write|console\.|writeSync|writeAll/;
  expect(files.filter((name) => WRITES.test(readFileSync(path.join(at, name), 'utf8')))).toEqual([]);
});
