// `pnpm guards [file.jsonl] [--classify|--run] [--json]`: a corpus of labelled tool calls against the built hook, in
// real repositories. `--classify` reads verdicts, `--run` also executes what was allowed; neither asked for, both run.
// `--labels` checks the corpus itself: every command runs unguarded, and what it does must be what its label says.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { judgeRows, type Mode } from './guards/judge.js';
import { readRows } from './guards/row.js';
import { renderScore, scoreOf } from './guards/score.js';

const SAMPLE = 'packages/hooks/src/shell/fixtures/commands.sample.jsonl';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    classify: { type: 'boolean' },
    run: { type: 'boolean' },
    labels: { type: 'boolean' },
    json: { type: 'boolean' },
    only: { type: 'string' },
    dist: { type: 'string', default: 'packages/hooks/dist' },
  },
});

const asked = (['classify', 'run', 'labels'] as const).filter((mode) => values[mode]);
const modes: Mode[] = asked.length > 0 ? asked : ['classify', 'run'];
const only = values.only === undefined ? null : new Set(values.only.split(','));
const rows = readRows(positionals[0] ?? SAMPLE).filter((row) => only === null || only.has(row.id));
const options = { dist: path.resolve(values.dist), standIns: path.resolve('scripts/guards/stand-ins') };

const scores: Record<string, unknown> = {};
for (const mode of modes) {
  const outcomes = await judgeRows(rows, mode, options, (note) => process.stderr.write(`${note}\n`));
  const score = scoreOf(outcomes);
  if (values.json)
    scores[mode] = { ...score, wrong: undefined, rows: outcomes.map(({ row, ...rest }) => ({ id: row.id, ...rest })) };
  else process.stdout.write(`${renderScore(mode, score)}\n`);
  if (score.wrong.length > 0) process.exitCode = 1;
}
if (values.json) process.stdout.write(`${JSON.stringify(scores, null, 2)}\n`);
