import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { median } from './table.js';

/* What a driven run costs by itself: sessions of a stand-in client do next to nothing, and so do proofs. */

const CONFIG = `workflows:
  tasks:
    define:
      id: tasks
      title: Tasks
      version: 1
      dials: {}
      documents: { tasks: { title: Tasks, path: 'develop/{branch}/tasks.md' } }
      rules: []
      phases:
        - id: build
          title: Tasks
          instruction: Work.
          exit: []
          each:
            kind: task
            phases:
              - id: work
                title: Work
                instruction: Work.
                exit: [{ check: submitted, name: complete, on: item }]
        - id: whole
          title: The whole
          instruction: Try it.
          exit: [{ check: command, command: sh whole.sh, on: tree }]
`;

/** The line with which our hook answers at the start of a session, and the one that closes it. */
const ARMED = {
  type: 'system',
  subtype: 'hook_response',
  hook_event: 'SessionStart',
  outcome: 'success',
  exit_code: 0,
};
const LINES = [
  { ...ARMED, stdout: JSON.stringify({ hookSpecificOutput: { additionalContext: 'flow: go on' } }) },
  { type: 'result', is_error: false, terminal_reason: 'completed', num_turns: 1, result_index: 0, total_cost_usd: 0 },
].map((line) => JSON.stringify(line));

/** What a run costs that is driven: work trees, briefs and landings of items, and the wait for sessions that work. */
export async function benchDrive(
  flow: string,
  make: (files: number, extra?: Record<string, string>) => TempRepo,
): Promise<void> {
  const files = { 'flow.config.yaml': CONFIG, 'whole.sh': 'exit 0\n' };
  const large = make(10_000, files);
  const small = make(100, files);
  try {
    items(flow, large);
    await idle(flow, small);
  } finally {
    large.dispose();
    small.dispose();
  }
}

/** Begins a run in a work tree of its own. @returns its folder */
function begin(flow: string, repo: TempRepo): string {
  const home = path.join(repo.area, 'tree');
  repo.git('worktree', 'add', '-q', '-b', 'feature/driven', home);
  const said = spawnSync(process.execPath, [flow, 'start', 'tasks'], {
    ...{ cwd: home, env: repo.environment, encoding: 'utf8' },
  });
  if (said.status !== 0) throw new Error(`flow start tasks: ${said.stderr}${said.stdout}`);
  return home;
}

/** What an item costs from its work tree to its landing. */
function items(flow: string, repo: TempRepo): void {
  const home = begin(flow, repo);
  const bare = Array.from({ length: 5 }, (_, at) =>
    cost(() => repo.git('worktree', 'add', '-q', '--detach', path.join(repo.area, `bare${at}`))),
  );
  const ITEMS = 6;
  list(repo, home, 0, ITEMS);
  const quick = client(repo, 'quick', `${process.execPath} ${flow} submit complete --item "$(basename "$PWD")" >&2`);
  const all = cost(() => {
    const once = spawnSync(process.execPath, [flow, 'run', '--at-once', '1', '--program', quick], {
      ...{ cwd: home, env: repo.environment, encoding: 'utf8' },
    });
    if (once.status !== 0) throw new Error(`flow run: ${once.stderr}${once.stdout}`);
  });
  const status = cost(() => spawnSync(process.execPath, [flow, 'status'], { cwd: home, env: repo.environment }));
  const base = { wall: median(bare.map(({ wall }) => wall)), processor: median(bare.map((one) => one.processor)) };
  console.log('\nA driven run in a repository of 10,000 files');
  console.log('| what | | ratio | processor time | goal |\n| --- | ---: | ---: | ---: | --- |');
  const row = (what: string, { wall, processor }: Cost, goal = '') =>
    console.log(
      `| ${what} | ${wall.toFixed(0)} ms | ${(wall / base.wall).toFixed(2)} | ${processor.toFixed(0)} ms | ${goal} |`,
    );
  row('`git worktree add`, by itself', base);
  row('`flow status`, which a session calls like', status);
  const each = { wall: all.wall / ITEMS, processor: all.processor / ITEMS };
  row('an item: work tree, brief, session, landing', each);
  const driven = { wall: each.wall - status.wall, processor: each.processor - status.processor };
  row("the same without the session's own call of `flow`", driven, '2 s');
}

/** Lists further items of the run, and commits the list. */
function list(repo: TempRepo, home: string, first: number, count: number): void {
  const file = path.join(home, 'develop/feature/driven/tasks.md');
  const items = Array.from(
    { length: first + count },
    (_, at) => `- [ ] T${at}: Task ${at}\n  - Files: \`t${at}.txt\`\n`,
  );
  writeFileSync(file, `# Tasks\n\n## Tasks\n\n${items.join('')}`);
  repo.git('-C', home, 'add', '-A');
  repo.git('-C', home, 'commit', '-qm', `tasks from ${first}`);
}

/** Makes the stand-in of a client, which says what a client says and does one thing. */
function client(repo: TempRepo, name: string, does: string): string {
  const file = path.join(repo.area, name);
  const say = (line: string) => `printf '%s\\n' '${line}'`;
  writeFileSync(
    file,
    `#!/bin/sh\n[ "$1" != --version ] || exec echo 2.1.332\ncat > /dev/null\n${say(LINES[0]!)}\n${does}\n${say(LINES[1]!)}\n`,
    { mode: 0o755 },
  );
  return file;
}

/** Looks how much processor time a driver takes, with all it starts, while 20 sessions work. */
async function idle(flow: string, repo: TempRepo): Promise<void> {
  const home = begin(flow, repo);
  list(repo, home, 0, 20);
  const program = client(repo, 'slow', 'sleep 1000');
  const words = [flow, 'run', '--at-once', '20', '--program', program];
  const driver = spawn(process.execPath, words, {
    cwd: home,
    env: repo.environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let told = '';
  driver.stderr.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  try {
    for (let at = 0; (told.match(/starts work on/g)?.length ?? 0) < 20; at += 1) {
      if (at > 600) throw new Error(`20 sessions were not started: ${told}`);
      await new Promise((done) => setTimeout(done, 200));
    }
    await new Promise((done) => setTimeout(done, 2000));
    const [before, started] = [ticksOf(driver.pid!), performance.now()];
    await new Promise((done) => setTimeout(done, 70_000));
    const share = (ticksOf(driver.pid!) - before) / 100 / ((performance.now() - started) / 1000);
    console.log(`| waiting for 20 sessions, of one core | | | ${(share * 100).toFixed(2)} % | 1 % |`);
    // A journal that looks as if it had grown makes the driver take a whole turn: it reads, asks git, and decides.
    const journal = path.join(repo.root, '.git/flow/journal.jsonl');
    const TURNS = 10;
    const rested = ticksOf(driver.pid!);
    for (let at = 0; at < TURNS; at += 1) {
      const now = new Date(Date.now() + at);
      utimesSync(journal, now, now);
      await new Promise((done) => setTimeout(done, 2000));
    }
    const turn = ((ticksOf(driver.pid!) - rested) * 10) / TURNS - share * 2000;
    console.log(`| a turn of the driver, which reads anew and asks git | | | ${turn.toFixed(0)} ms | 200 ms |`);
  } finally {
    driver.kill('SIGKILL');
    spawnSync(process.execPath, [flow, 'pause'], { cwd: home, env: repo.environment });
    spawnSync(process.execPath, words, { cwd: home, env: repo.environment, timeout: 60_000 });
    rmSync(program, { force: true });
  }
}

/** Ticks of the clock, of which a second has 100, that a process and its ended children have used. */
function ticksOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
}

/** What something takes, in milliseconds: by the clock, and of processors, with all programs that it starts. */
interface Cost {
  wall: number;
  processor: number;
}

function cost(run: () => unknown): Cost {
  const [before, started] = [ticksOf(process.pid), performance.now()];
  run();
  return { wall: performance.now() - started, processor: (ticksOf(process.pid) - before) * 10 };
}
