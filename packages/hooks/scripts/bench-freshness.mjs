// What it costs to tell whether evidence holds for some content, by the number of files: whole processes of the built
// hook, as ratios against bare node in the same run, interleaved in random order, round by round; a ratio is the median
// of the per-round ratios. Arguments: `--rounds <n>`, `--files <n,n,...>`, `--dist <folder>` (another build of the hook).
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    files: { type: 'string', default: '1000,10000,100000' },
    dist: { type: 'string', multiple: true, default: [fileURLToPath(new URL('../dist', import.meta.url))] },
  },
});
const rounds = Number(values.rounds);
const area = mkdtempSync(path.join(tmpdir(), 'flow-bench-freshness-'));
const empty = path.join(area, 'empty.cjs');
writeFileSync(empty, '');

function environmentOf(home) {
  return {
    PATH: process.env.PATH,
    HOME: home,
    XDG_STATE_HOME: path.join(home, 'state'),
    GOCACHE: path.join(area, 'go-build'),
    GOFLAGS: '-mod=mod',
    LANG: 'C.UTF-8',
  };
}

function run(words, options, exit = 0) {
  const done = spawnSync(words[0], words.slice(1), { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, ...options });
  if (done.status !== exit) throw new Error(`${words.join(' ')}: exit ${done.status}\n${done.stdout}${done.stderr}`);
  return done.stdout;
}

/** A repository of so many files with a base branch on a remote, one commit beyond it, and a green run of that. */
function repository(files) {
  const home = path.join(area, `home-${files}`);
  const root = path.join(area, `repo-${files}`);
  const remote = path.join(area, `origin-${files}.git`);
  const env = environmentOf(home);
  const write = (file, text) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  mkdirSync(home);
  writeFileSync(path.join(home, '.gitconfig'), '[user]\n\tname = x\n\temail = x@example.test\n[gc]\n\tauto = 0\n');
  write('go.mod', 'module example.com/x\n\ngo 1.19\n');
  write('a_test.go', 'package x\n\nimport "testing"\n\nfunc TestA(t *testing.T) {}\n');
  write('.gitignore', 'develop\n');
  for (let at = 0; at < files; at++) write(`data/d${at % 500}/f${at}.txt`, `${at}\n`);
  const git = (...words) => run(['git', ...words], { cwd: root, env });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'first');
  run(['git', 'init', '-q', '--bare', '-b', 'main', remote], { env });
  git('remote', 'add', 'origin', remote);
  git('push', '-q', 'origin', 'main');
  git('remote', 'set-head', 'origin', 'main');
  git('switch', '-q', '-c', 'change');
  write('a.go', 'package x\n');
  git('add', '-A');
  git('commit', '-qm', 'change');
  const program = path.join(values.dist[0], 'flow-hooks.cjs');
  run([process.execPath, program, 'exec', '--', 'go', 'test', './...'], { cwd: root, env });
  return { files, root, env };
}

const event = (repo, command) =>
  JSON.stringify({
    session_id: '22222222-2222-4222-8222-222222222222',
    transcript_path: path.join(repo.env.HOME, 'transcript.jsonl'),
    cwd: repo.root,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: 'toolu_bench',
  });

function time({ words, input, repo, says }) {
  const started = process.hrtime.bigint();
  const done = spawnSync(words[0], words.slice(1), { cwd: repo.root, env: repo.env, input, encoding: 'utf8' });
  const elapsed = Number(process.hrtime.bigint() - started) / 1e6;
  if (done.status !== 0 || (says !== undefined && !says.test(done.stdout))) {
    throw new Error(`${words.join(' ')}: exit ${done.status}\n${done.stdout}${done.stderr}`);
  }
  return elapsed;
}

/** How many processes of git one run starts, counted apart from the timed runs. */
function gitProcesses(candidate) {
  const folder = path.join(area, 'counting');
  const log = path.join(area, 'git.log');
  const real = run(['sh', '-c', 'command -v git'], { env: candidate.repo.env }).trim();
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'git'), `#!/bin/sh\necho "$*" >> '${log}'\nexec '${real}' "$@"\n`, { mode: 0o755 });
  writeFileSync(log, '');
  const env = { ...candidate.repo.env, PATH: `${folder}${path.delimiter}${candidate.repo.env.PATH}` };
  time({ ...candidate, repo: { ...candidate.repo, env } });
  return readFileSync(log, 'utf8').split('\n').length - 1;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

try {
  const repositories = values.files.split(',').map((files) => repository(Number(files)));
  const candidates = repositories.flatMap((repo) => {
    const size = `${repo.files.toLocaleString('en')} files`;
    return values.dist
      .flatMap((dist, at) => {
        const words = [process.execPath, path.join(dist, 'hook.cjs')];
        const build = values.dist.length > 1 ? ` (build ${at + 1})` : '';
        return [
          // Silence is the hook's consent.
          {
            name: `push decided, ${size}${build}`,
            words,
            input: event(repo, 'git push origin HEAD'),
            repo,
            says: /^$/,
          },
          {
            name: `content taken before a run, ${size}${build}`,
            words,
            input: event(repo, 'go test ./...'),
            repo,
            says: /^$/,
          },
        ];
      })
      .concat([
        { name: `\`git status\`, ${size}`, words: ['git', 'status', '--porcelain'], input: '', repo, says: /^$/ },
      ]);
  });
  const bare = { name: 'bare node', words: [process.execPath, empty], input: '', repo: repositories[0] };
  const all = [bare, ...candidates];
  const times = new Map(all.map((one) => [one, []]));
  for (const one of all) time(one);
  for (let round = 0; round < rounds; round++) {
    for (const one of all.toSorted(() => Math.random() - 0.5)) times.get(one).push(time(one));
  }
  console.log(`\nFreshness: nothing is dirty, one commit beyond the base  (${rounds} rounds, base: bare node)`);
  console.log('| candidate | median ms | ratio | git processes |\n| --- | ---: | ---: | ---: |');
  for (const one of all) {
    const ratio = median(times.get(one).map((value, at) => value / times.get(bare)[at]));
    const processes = one.words[0] === process.execPath ? gitProcesses(one) : 1;
    console.log(`| ${one.name} | ${median(times.get(one)).toFixed(1)} | ${ratio.toFixed(2)} | ${processes} |`);
  }
} finally {
  rmSync(area, { recursive: true, force: true });
}
