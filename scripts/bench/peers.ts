import { events, type TempRepo, tempRepo } from '@flow/test-kit';
import { configure, programOf } from '../guards/peers/ask.js';
import { fetchPeer } from '../guards/peers/fetch.js';
import { PEERS } from '../guards/peers/index.js';
import { BASE_FILES, setUpOf } from '../guards/set-ups.js';
import { emptyFileLike } from './empty-file.js';
import { type Candidate, compare, median } from './table.js';

/** Allowed by every candidate: nothing to do; a write, for which ours reads the shell's syntax; and a word of a push. */
const COMMANDS = [
  'ls -la src',
  'mkdir -p build && cp src/app.ts build/app.ts',
  "git add -A && git commit -m 'push later'",
];

/** P9: one call of our hook and of each peer, configured for our policies, about the same allowed command. */
export function benchPeers(hook: string, rounds: number): void {
  const repo = tempRepo({ files: BASE_FILES, branch: 'feature/login' });
  try {
    const empty = emptyFileLike(hook);
    for (const command of COMMANDS) benchCommand(command, repo, { empty, hook, rounds });
  } finally {
    repo.dispose();
  }
}

function benchCommand(
  command: string,
  repo: TempRepo,
  { empty, hook, rounds }: { empty: string; hook: string; rounds: number },
): void {
  const build = events('66666666-6666-4666-8666-666666666666', repo.root, { home: repo.home });
  const input = JSON.stringify(build.preToolUse('Bash', { command, description: 'a command' }, 'toolu_bench'));
  const candidate = (name: string, words: string[], environment: Record<string, string> = {}): Candidate => {
    return { name, command: process.execPath, words, input, repo, exit: 0, environment };
  };
  const candidates = [candidate('bare node', [empty]), candidate('ours', [hook])];
  for (const [name, peer] of Object.entries(PEERS)) {
    // Levels of the same program share a home, and cost the same.
    if (/-(?:strict|paranoid)$/.test(name)) continue;
    const environment = configure(peer, repo, setUpOf('tests-stale'));
    candidates.push(candidate(name, programOf(peer, fetchPeer(peer)), environment));
  }
  const times = compare(`P9: \`${command}\` is allowed`, { candidates, base: 'bare node', rounds });
  const peers = times.get('cc-safety-net')!;
  const ratio = median(times.get('ours')!.map((own, at) => own / peers[at]!));
  console.log(`\nours to cc-safety-net: ${ratio.toFixed(2)} (P9 <= 0.5)`);
}
