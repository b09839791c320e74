import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { events, hostRun, type TempRepo } from '@flow/test-kit';
import { type Candidate, compare } from './table.js';

const SESSION = '22222222-2222-4222-8222-222222222222';
export const COMMAND = 'npx vitest run --reporter=verbose';

/** What Vitest prints of so many bytes of passing tests. */
function printed(bytes: number): string {
  const lines: string[] = [];
  for (let length = 0; length < bytes; length += lines.at(-1)!.length + 3)
    lines.push(` ✓ a.test.js > feature ${lines.length % 40} > handles the case of number ${lines.length} 1ms`);
  const count = lines.length;
  const totals = ` Test Files  1 passed (1)\n      Tests  ${count} passed (${count})\n   Start at  10:00:00\n   Duration  1.00s\n`;
  return `\n RUN  v5.1.1 /repo\n\n${lines.join('\n')}\n\n${totals}`;
}

/** The events around a command that printed so much, as the client writes them: what is long lies in a file of its. */
export function around(repo: TempRepo, command: string, bytes: number): { before: string; after: string } {
  const build = events(SESSION, repo.root, { home: repo.home });
  const id = `toolu_capture_${bytes}`;
  const file = path.join(repo.area, `output-${bytes}`);
  writeFileSync(file, printed(bytes));
  const end = hostRun(`cat '${file}'`, { cwd: repo.root, environment: repo.environment, session: SESSION, id });
  const after = { ...end, tool_input: { command, description: 'a command' } };
  return { before: JSON.stringify(build.preToolUse('Bash', after.tool_input, id)), after: JSON.stringify(after) };
}

/** Fails unless the newest receipt says that the run passed: what is not recorded would be quick. */
function expectRecorded(repo: TempRepo): void {
  const folder = repo.path('.git/flow/receipts');
  const newest = readdirSync(folder).toSorted().at(-1)!;
  const { outcome } = JSON.parse(readFileSync(path.join(folder, newest), 'utf8')).receipt.result;
  if (outcome !== 'passed') throw new Error(`The capture has recorded ${outcome}`);
}

/**
 * P7: the end of a test run is recorded, from 100 KB and 1 MB of output. Without git on the path the content is not taken,
 * so that what is left is reading the output and writing the receipt. Floors stand beside them, in the same rounds.
 */
export function benchCapture(
  hook: string,
  bare: Candidate,
  floors: Readonly<Record<'record' | 'recordGit' | 'recordEngine', string>>,
  repos: readonly (readonly [name: string, repo: TempRepo])[],
  rounds: number,
): void {
  const recording = (name: string, repo: TempRepo, bytes: number, isBlind: boolean): Candidate => {
    const { before, after } = around(repo, COMMAND, bytes);
    const environment = isBlind ? { PATH: path.join(repo.area, 'nothing') } : {};
    let edits = 0;
    const begin = () => {
      // Each run sees other content, as between two runs of a person's work.
      repo.write('src/m0/f0.js', `export const f0 = ${Date.now()}${++edits};\n`);
      const env = { ...repo.environment, ...environment };
      spawnSync(process.execPath, [hook], { input: before, env, cwd: repo.root });
    };
    const one = { command: process.execPath, words: [hook], input: after, repo, exit: 0, environment, prepare: begin };
    if (!isBlind) {
      begin();
      spawnSync(one.command, one.words, { input: after, env: repo.environment, cwd: repo.root });
      expectRecorded(repo);
    }
    return { name, ...one };
  };
  for (const [size, bytes] of [
    ['100 KB', 100_000],
    ['1 MB', 1_000_000],
  ] as const) {
    const [, first] = repos[0]!;
    const other: Candidate = {
      ...bare,
      name: 'no test run',
      words: [hook],
      input: around(first, 'cat big.log', bytes).after,
    };
    const floor = (name: string, file: string): Candidate => ({
      ...bare,
      name: `floor: ${name}`,
      words: [file],
      input: around(first, COMMAND, bytes).after,
      prepare: () => first.write('src/m0/f0.js', `export const f0 = ${Date.now()};\n`),
    });
    compare(`P7: the end of a test run is recorded, ${size} of output`, {
      candidates: [
        bare,
        other,
        floor('Node, the parsers, one receipt', floors.record),
        floor('the same, three gits', floors.recordGit),
        floor('the same, the engine loaded', floors.recordEngine),
        recording('without the content', first, bytes, true),
        ...repos.map(([name, repo]) => recording(`with the content, ${name}`, repo, bytes, false)),
      ],
      base: bare.name,
      limits: {
        'without the content': size === '1 MB' ? '7' : '3',
        ...(size === '1 MB' ? {} : { 'with the content, 200 files': '5' }),
      },
      rounds,
    });
  }
}
