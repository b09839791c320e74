import { events, type TempRepo, tempRepo } from '@flow/test-kit';
import { configure, programOf } from '../guards/peers/ask.js';
import { fetchPeer } from '../guards/peers/fetch.js';
import { PEERS } from '../guards/peers/index.js';
import { BASE_FILES, setUpOf } from '../guards/set-ups.js';
import { emptyFileLike } from './empty-file.js';
import { ASKED, frontIn } from './front.js';
import { type Candidate, compare, median } from './table.js';

/** Allowed by every candidate: nothing to do; a write, for which ours reads the shell's syntax; and a word of a push. */
const COMMANDS = [
  'ls -la src',
  'mkdir -p build && cp src/app.ts build/app.ts',
  "git add -A && git commit -m 'push later'",
];

/** P9 and 35.1: one call of our hook, of the front, and of each peer, configured for our policies, about the same allowed command. */
export function benchPeers(hook: string, program: string, rounds: number): void {
  const repo = tempRepo({ files: BASE_FILES, branch: 'feature/login' });
  const fronted = tempRepo({ files: { ...BASE_FILES, ...ASKED }, branch: 'feature/login' });
  try {
    const { front } = frontIn(fronted, program);
    const empty = emptyFileLike(hook);
    for (const command of COMMANDS) benchCommand(command, { repo, fronted }, { empty, hook, front, rounds });
  } finally {
    repo.dispose();
    fronted.dispose();
  }
}

function benchCommand(
  command: string,
  { repo, fronted }: Readonly<Record<'repo' | 'fronted', TempRepo>>,
  { empty, hook, front, rounds }: { empty: string; hook: string; front: string; rounds: number },
): void {
  const inputIn = (of: TempRepo) => {
    const build = events('66666666-6666-4666-8666-666666666666', of.root, { home: of.home });
    return JSON.stringify(build.preToolUse('Bash', { command, description: 'a command' }, 'toolu_bench'));
  };
  const input = inputIn(repo);
  const candidate = (name: string, words: string[], environment: Record<string, string> = {}): Candidate => {
    return { name, command: process.execPath, words, input, repo, exit: 0, environment };
  };
  const candidates = [candidate('bare node', [empty]), candidate('ours', [hook])];
  const called = { command: 'sh', words: [front, 'PreToolUse'], input: inputIn(fronted), repo: fronted, exit: 0 };
  candidates.push({ name: 'ours, with the front', ...called });
  for (const [name, peer] of Object.entries(PEERS)) {
    // Levels of the same program share a home, and cost the same.
    if (/-(?:strict|paranoid)$/.test(name)) continue;
    const environment = configure(peer, repo, setUpOf('tests-stale'));
    candidates.push(candidate(name, programOf(peer, fetchPeer(peer)), environment));
  }
  const times = compare(`P9: \`${command}\` is allowed`, { candidates, base: 'bare node', rounds });
  const peers = times.get('cc-safety-net')!;
  const ratio = (name: string) => median(times.get(name)!.map((own, at) => own / peers[at]!)).toFixed(2);
  console.log(`\nours to cc-safety-net: ${ratio('ours')} (P9 <= 0.5), with the front ${ratio('ours, with the front')}`);
}
