// `npx -y pnpm@12 newest`: what is not the newest, or is given up by its authors, and is not named with why in the note on
// dependencies. Asks the registry, so it is no part of `check`: the nightly workflow runs it.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { unanswered } from '../test/unanswered.ts';

const NOTE = 'docs/decisions/2026-11-29-dependencies.md';

const asked = spawnSync('pnpm', ['outdated', '-r', '--format', 'json'], { encoding: 'utf8' });
let outdated;
try {
  outdated = JSON.parse(asked.stdout || '{}');
} catch {
  console.error(`pnpm outdated: ${asked.stdout}${asked.stderr}`);
  process.exit(3);
}
// It ends with 1 where something is outdated.
if (asked.error || (asked.status !== 0 && Object.keys(outdated).length === 0)) {
  console.error(`pnpm outdated: ${asked.error?.message ?? asked.stderr}`);
  process.exit(3);
}
const lines = unanswered(outdated, readFileSync(new URL(`../${NOTE}`, import.meta.url), 'utf8'));
for (const line of lines) console.log(line);
if (lines.length > 0) console.log(`Raise it, or say why not under "Not the newest" in ${NOTE}.`);
else console.log(`All else is the newest; ${Object.keys(outdated).length} stay behind, each with why in ${NOTE}.`);
process.exitCode = lines.length > 0 ? 1 : 0;
