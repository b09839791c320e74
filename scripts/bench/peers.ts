import { events, type TempRepo, tempRepo } from '@flow/test-kit';
import { configure, programOf } from '../guards/peers/ask.js';
import { fetchPeer } from '../guards/peers/fetch.js';
import { PEERS } from '../guards/peers/index.js';
import { BASE_FILES, setUpOf } from '../guards/set-ups.js';
import { emptyFileLike } from './empty-file.js';
import { ASKED, frontIn, RESPONSE } from './front.js';
import { type Candidate, compare, median } from './table.js';

/** Allowed by every candidate, and nothing to do: ours is asked at the end of such a call, too, and no peer is. */
const SMALL = ['ls', 'git status'];

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
    for (const command of [...SMALL, ...COMMANDS])
      benchCommand(command, { repo, fronted }, { empty, hook, front, rounds });
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
  const call = { command, description: 'a command' };
  const inputIn = (of: TempRepo, name: 'PreToolUse' | 'PostToolUse' = 'PreToolUse') => {
    const build = events('66666666-6666-4666-8666-666666666666', of.root, { home: of.home });
    const isBefore = name === 'PreToolUse';
    return JSON.stringify(
      isBefore
        ? build.preToolUse('Bash', call, 'toolu_bench')
        : build.postToolUse('Bash', call, RESPONSE, 'toolu_bench'),
    );
  };
  const input = inputIn(repo);
  const candidate = (name: string, words: string[], environment: Record<string, string> = {}): Candidate => {
    return { name, command: process.execPath, words, input, repo, exit: 0, environment };
  };
  const withFront = (name: 'PreToolUse' | 'PostToolUse') => {
    return { command: 'sh', words: [front, name], input: inputIn(fronted, name), repo: fronted, exit: 0 };
  };
  const candidates = [candidate('bare node', [empty]), candidate('ours', [hook])];
  candidates.push({ name: 'ours, with the front', ...withFront('PreToolUse') });
  const isSmall = SMALL.includes(command);
  if (isSmall) {
    candidates.push({ ...candidate('ours, its end', [hook]), input: inputIn(repo, 'PostToolUse') });
    candidates.push({ name: 'ours, its end, with the front', ...withFront('PostToolUse') });
  }
  for (const [name, peer] of Object.entries(PEERS)) {
    // Levels of the same program share a home, and cost the same.
    if (/-(?:strict|paranoid)$/.test(name)) continue;
    const environment = configure(peer, repo, setUpOf('tests-stale'));
    candidates.push(candidate(name, programOf(peer, fetchPeer(peer)), environment));
  }
  const times = compare(`P9: \`${command}\` is allowed`, { candidates, base: 'bare node', rounds });
  const peers = times.get('cc-safety-net')!;
  const ratio = (...names: string[]) =>
    median(peers.map((peer, at) => names.reduce((sum, name) => sum + times.get(name)![at]!, 0) / peer)).toFixed(2);
  console.log(`\nours to cc-safety-net: ${ratio('ours')} (P9 <= 0.5), with the front ${ratio('ours, with the front')}`);
  if (isSmall)
    console.log(
      `with its end: ${ratio('ours', 'ours, its end')}, with the front ${ratio('ours, with the front', 'ours, its end, with the front')}`,
    );
}
