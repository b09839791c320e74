import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';

/** `before`: the last but one commit is about to be made. `after`: all commits and files are there. */
type Moment = 'before' | 'after';

type Apply = (repo: TempRepo, found: RegExpExecArray, temporary: string) => void;

const GATE = 'develop/feature/login/gate-shape.approved';

const WORDS: readonly [pattern: RegExp, moment: Moment, apply: Apply][] = [
  [/^origin\/main (?:is )?ahead\b/, 'after', (repo) => moveMainAhead(repo)],
  [/^branch (\S+) holds (?:the|a) gate file\b/, 'after', (repo, [, name]) => branchWith(repo, name!, GATE)],
  [/^branch (\S+) holds (\S+)$/, 'after', (repo, [, name, file]) => branchWith(repo, name!, file!)],
  [/^archives? \/tmp\/appr\b/, 'after', (_repo, _found, temporary) => packGate(temporary)],
  [/^evidence committed at HEAD~1\b/, 'before', (repo) => commitEvidence(repo)],
  [
    /^uncommitted edits? in (.+)$/,
    'after',
    (repo, [, files]) => {
      for (const file of files!.split(/,? and |, /)) appendFileSync(repo.path(file), '// edited\n');
    },
  ],
  // What the row's fixture holds is put there for each row.
  [/^(?:files?|links?|symlinks?|alias|git ?config|mode)\b/, 'after', () => {}],
];

/** Puts what a set-up's further words say into place when their moment has come; false when nobody understands them. */
export function applyWords(words: string, moment: Moment, repo: TempRepo, temporary: string): boolean {
  for (const [pattern, when, apply] of WORDS) {
    const found = pattern.exec(words);
    if (!found) continue;
    if (when === moment) apply(repo, found, temporary);
    return true;
  }
  return false;
}

/** A commit on `start` with one more file, made without touching the work tree. */
function commitOnTop(repo: TempRepo, start: string, file: string, text: string): string {
  const index = path.join(repo.area, 'other-index');
  const git = (words: string[], input = '') => {
    const env = { ...repo.environment, GIT_INDEX_FILE: index };
    const run = spawnSync('git', words, { cwd: repo.root, env, input, encoding: 'utf8' });
    if (run.status !== 0) throw new Error(`git ${words.join(' ')}: ${run.stderr}`);
    return run.stdout.trim();
  };
  git(['read-tree', start]);
  const blob = git(['hash-object', '-w', '--stdin'], text);
  git(['update-index', '--add', '--cacheinfo', `100644,${blob},${file}`]);
  const commit = git(['commit-tree', git(['write-tree']), '-p', start, '-m', `Add ${file}`]);
  rmSync(index, { force: true });
  return commit;
}

function branchWith(repo: TempRepo, name: string, file: string): void {
  repo.git('branch', '--force', name, commitOnTop(repo, 'HEAD', file, 'approved\n'));
}

function moveMainAhead(repo: TempRepo): void {
  const commit = commitOnTop(repo, 'origin/main', 'src/news.mjs', 'export const news = 1;\n');
  repo.git('push', '--quiet', '--no-verify', 'origin', `${commit}:refs/heads/main`);
}

function packGate(temporary: string): void {
  const folder = mkdtempSync(path.join(temporary, 'pack-'));
  writeFileSync(path.join(folder, 'gate-shape.approved'), 'approved\n');
  const run = (program: string, words: string[], input?: string) =>
    spawnSync(program, words, { cwd: folder, ...(input === undefined ? {} : { input }) });
  run('tar', ['cf', path.join(temporary, 'appr.tar'), 'gate-shape.approved']);
  run('zip', ['-q', path.join(temporary, 'appr.zip'), 'gate-shape.approved']);
  const cpio = run('cpio', ['-o', '-H', 'newc', '--quiet'], 'gate-shape.approved\n');
  if (cpio.status === 0) writeFileSync(path.join(temporary, 'appr.cpio'), cpio.stdout);
  rmSync(folder, { recursive: true });
}

/** Whatever the project's own ignore rules say of it. */
function commitEvidence(repo: TempRepo): void {
  for (const name of ['test-results.json', 'lint-results.json', 'test-results-widget.json']) {
    const file = repo.path('develop/feature/login', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, '{"commit":"0000000","tests_pass":1,"tests_fail":0,"all_green":true}\n');
    repo.git('add', '--force', file);
  }
}
