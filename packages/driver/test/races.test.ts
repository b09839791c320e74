import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

/* Processes that claim the same items at the same time, with the built package. */

const BUILT = fileURLToPath(new URL('../dist/index.js', import.meta.url));
if (!existsSync(BUILT)) throw new Error('dist is missing: run `pnpm build` first');

const area = realpathSync(mkdtempSync(path.join(tmpdir(), 'flow-races-')));
afterAll(() => rmSync(area, { recursive: true, force: true, maxRetries: 3 }));

const git = (...words: string[]) => execFileSync('git', words, { cwd: area, encoding: 'utf8' });

/** One racer: it claims an item whenever all are told to, and tells what it was answered. */
const RACER = `
import { CoordinatorUnknown, gitCoordinator, machineCoordinator } from ${JSON.stringify(BUILT)};
const { name, kind, folder, remote } = JSON.parse(process.argv[1]);
const coordinator = kind === 'git' ? gitCoordinator({ folder, remote, machine: name }) : machineCoordinator({ folder });
const claim = async (item) => {
  try {
    return await coordinator.claim('run', { id: name + '-' + item, machine: name }, { item, base: null, time: 600000 });
  } catch (error) {
    // An answer that is not known is asked for again.
    if (error instanceof CoordinatorUnknown) return claim(item);
    throw error;
  }
};
process.on('message', async (item) => {
  const { kind, lease, by } = await claim(item);
  process.send({ item, kind, by: lease?.id ?? by });
});
process.send('ready');
`;

interface Told {
  item: string;
  kind: string;
  by: string;
}

/** Has all racers claim one item after the other, each at the same moment. */
async function race(tasks: readonly object[], rounds: number, environment: NodeJS.ProcessEnv): Promise<Told[]> {
  const racers = tasks.map((task) => {
    const words = ['--input-type=module', '-e', RACER, JSON.stringify(task)];
    return spawn(process.execPath, words, { env: environment, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  });
  const heard = () => Promise.all(racers.map(async (racer) => (await once(racer, 'message'))[0] as Told));
  try {
    await heard();
    const told: Told[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const answers = heard();
      for (const racer of racers) racer.send(`item-${round}`);
      told.push(...(await answers));
    }
    return told;
  } finally {
    for (const racer of racers) racer.kill('SIGKILL');
  }
}

function expectOneWinner(told: readonly Told[], rounds: number, racers: number): void {
  expect(told).toHaveLength(rounds * racers);
  for (let round = 0; round < rounds; round += 1) {
    const of = told.filter(({ item }) => item === `item-${round}`);
    const won = of.filter(({ kind }) => kind === 'lease');
    expect(won, `round ${round}`).toHaveLength(1);
    // Everybody else is told who it was.
    expect(new Set(of.map(({ by }) => by))).toEqual(new Set([won[0]!.by]));
  }
  // It was a race, and no procession.
  expect(new Set(told.flatMap(({ kind, by }) => (kind === 'lease' ? [by.split('-')[0]] : []))).size).toBeGreaterThan(1);
}

const NAMES = Array.from({ length: 8 }, (_, at) => `racer${at}`);

test('R35 of eight processes on one machine that claim one item, one has it, in each of 50 rounds', async () => {
  const folder = path.join(area, 'repository');
  git('init', '--quiet', folder);
  const environment = { ...process.env, XDG_STATE_HOME: path.join(area, 'state'), HOME: area };
  const tasks = NAMES.map((name) => ({ name, kind: 'machine', folder }));
  expectOneWinner(await race(tasks, 50, environment), 50, 8);
});

test('R35 of eight clones that claim one item over a bare remote, one has it, in each of 25 rounds', async () => {
  const remote = path.join(area, 'remote.git');
  git('init', '--quiet', '--bare', remote);
  mkdirSync(path.join(area, 'clones'));
  const tasks = NAMES.map((name) => {
    const folder = path.join(area, 'clones', name);
    git('init', '--quiet', folder);
    return { name, kind: 'git', folder, remote };
  });
  expectOneWinner(await race(tasks, 25, process.env), 25, 8);
});

test('the example of the README says what it prints', () => {
  const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const example = /^```js\n([\s\S]*?)^```$/m.exec(text)![1]!.replace("'@flow/driver'", JSON.stringify(BUILT));
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', example], {
    cwd: area,
    encoding: 'utf8',
  });
  expect(printed.trim().split('\n')).toEqual([...example.matchAll(/^\/\/ (.+)$/gm)].map(([, line]) => line));
});
