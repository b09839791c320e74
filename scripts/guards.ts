// `pnpm guards [file.jsonl] [--classify|--run] [--json]`: a corpus of labelled tool calls against the built hook, in
// real repositories. `--classify` reads verdicts, `--run` also executes what was allowed; neither asked for, both run.
// `--here` reads verdicts within this process, which is quicker by a start of node for each row.
// `--peer <name>` (again for more, or `all`) fetches other guards and asks them for their verdicts beside ours.
// `--labels` checks the corpus itself: every command runs unguarded, and what it does must be what its label says.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { judgeRows, type Mode, type Outcome } from './guards/judge.js';
import { askPeer } from './guards/peers/ask.js';
import { fetchPeer } from './guards/peers/fetch.js';
import { peersNamed } from './guards/peers/index.js';
import { renderSideBySide, type Subject } from './guards/peers/side-by-side.js';
import { readRows } from './guards/row.js';
import { renderScore, type Score, scoreOf } from './guards/score.js';

const SAMPLE = 'packages/shell-effects/fixtures/commands.sample.jsonl';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    classify: { type: 'boolean' },
    run: { type: 'boolean' },
    labels: { type: 'boolean' },
    here: { type: 'boolean' },
    json: { type: 'boolean' },
    peer: { type: 'string', multiple: true, default: [] },
    only: { type: 'string' },
    dist: { type: 'string', default: 'packages/hooks/dist' },
  },
});

const asked = (['classify', 'run', 'labels'] as const).filter((mode) => values[mode]);
const peers = peersNamed(values.peer);
const standard: Mode[] = peers.length > 0 || values.here ? ['classify'] : ['classify', 'run'];
const modes: Mode[] = asked.length > 0 ? asked : standard;
const only = values.only === undefined ? null : new Set(values.only.split(','));
const rows = readRows(positionals[0] ?? SAMPLE).filter((row) => only === null || only.has(row.id));
const options = { dist: path.resolve(values.dist), standIns: path.resolve('scripts/guards/stand-ins') };

const tell = (note: string) => process.stderr.write(`${note}\n`);

const scores: Record<string, unknown> = {};
const show = (title: string, outcomes: readonly Outcome[]): Score => {
  const score = scoreOf(outcomes);
  if (values.json)
    scores[title] = { ...score, wrong: undefined, rows: outcomes.map(({ row, ...rest }) => ({ id: row.id, ...rest })) };
  else process.stdout.write(`${renderScore(title, score)}\n`);
  return score;
};

const subjects: Subject[] = [];
for (const mode of modes) {
  const score = show(mode, await judgeRows(rows, mode, { ...options, isHere: values.here === true }, tell));
  if (score.wrong.length > 0) process.exitCode = 1;
  if (mode === 'classify') subjects.push({ name: 'ours', score });
}
for (const [name, peer] of peers) {
  const own = rows.filter((row) => peer.policies.includes(row.policy));
  const ask = askPeer(peer, fetchPeer(peer));
  const score = show(name, await judgeRows(own, 'classify', { ...options, ask }, tell));
  subjects.push({ name, score, peer });
}
if (peers.length > 0 && !values.json) process.stdout.write(renderSideBySide(subjects));
if (values.json) process.stdout.write(`${JSON.stringify(scores, null, 2)}\n`);
