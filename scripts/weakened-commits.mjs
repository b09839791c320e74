// `pnpm weakened-commits <folder> [--list]`: what finds weakened tests, against labelled commits of public projects. The
// folder holds clones that the maintainer has, as `<owner>+<name>` or `<name>`; nothing is fetched. A commit is found where
// something is told of the file that its row names. `--list` names the rows that were not as labelled.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const [folder, option] = process.argv.slice(2);
if (folder === undefined || (option !== undefined && option !== '--list')) {
  console.error('usage: pnpm weakened-commits <folder of clones> [--list]');
  process.exit(2);
}

const { findWeakened, openGrammars } = await import(
  new URL('../packages/weakened/dist/index.js', import.meta.url).href
);
const rows = readFileSync(new URL('../test/fixtures/weakened/commits.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));

/** @returns the clone of a project; undefined where the maintainer has none */
function cloneOf(project) {
  const names = [project.replace('/', '+'), project.split('/')[1]];
  return names
    .flatMap((name) => ['', '.git', 'repo'].map((inner) => path.join(folder, name, inner)))
    .find((place) => existsSync(path.join(place, 'HEAD')));
}

const git = (clone, ...words) =>
  execFileSync('git', ['--git-dir', clone, ...words], { maxBuffer: 1 << 27, stdio: ['ignore', 'pipe', 'ignore'] });

/** @returns the text of a file of a commit; undefined where it is not there, or no text */
function textOf(clone, commit, file) {
  try {
    const bytes = git(clone, 'show', `${commit}:${file}`);
    return bytes.length > 1 << 20 || bytes.includes(0) ? undefined : bytes.toString('utf8');
  } catch {
    return undefined;
  }
}

const parse = await openGrammars(['go', 'python', 'javascript', 'typescript', 'tsx', 'rust', 'java', 'ruby']);
const total = { weakened: [0, 0], honest: [0, 0] };
const missing = new Set();
for (const { project, commit, path: file, label, kind } of rows) {
  const clone = cloneOf(project);
  if (clone === undefined || textOf(clone, commit, file) === undefined) {
    missing.add(project);
    continue;
  }
  const changed = git(clone, 'diff', '--name-only', '--no-renames', '-z', `${commit}^`, commit)
    .toString('utf8')
    .split('\0')
    .filter(Boolean);
  const [before, after] = [`${commit}^`, commit].map((side) =>
    Object.fromEntries(
      changed.flatMap((name) => {
        const text = textOf(clone, side, name);
        return text === undefined ? [] : [[name, text]];
      }),
    ),
  );
  const findings = findWeakened(before, after, parse).filter((one) => one.path === file);
  total[label][1] += 1;
  if (findings.length > 0) total[label][0] += 1;
  if (option === '--list' && findings.length > 0 !== (label === 'weakened'))
    console.log(
      `${label} ${kind} ${project} ${commit} ${file} ${[...new Set(findings.map((one) => one.kind))].join(' ')}`,
    );
}
for (const project of missing) console.log(`no clone with these commits: ${project}`);
console.log(`weakened: ${total.weakened[0]} of ${total.weakened[1]} found`);
console.log(`honest: ${total.honest[0]} of ${total.honest[1]} raised`);
