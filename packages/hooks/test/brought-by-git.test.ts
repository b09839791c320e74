import { existsSync, utimesSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cli, repository, start } from './kit.js';

const GATE = 'develop/feature/login/gate-shape.approved';

/** A repository with the product, and a branch `forged` that holds an approval and another text of a document. */
function guarded(config: object = {}) {
  const repo = repository({
    files: {
      'README.md': '# App\n',
      'docs/guide.md': '# Guide\n',
      'src/app.ts': 'export const one = 1;\n',
      'flow.config.json': `${JSON.stringify(config)}\n`,
    },
  });
  const installed = cli(repo, ['install']);
  if (installed.status !== 0) throw new Error(installed.stdout + installed.stderr);
  repo.git('commit', '--quiet', '--no-verify', '--all', '--allow-empty', '--message', 'guarded');
  repo.git('checkout', '--quiet', '-b', 'forged');
  repo.write(GATE, 'approved\n');
  repo.write('docs/guide.md', '# Guide\n\nMore.\n');
  repo.write('src/app.ts', 'export const one = 2;\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--no-verify', '--message', 'forged');
  repo.git('checkout', '--quiet', '-');
  return { repo, it: start(repo) };
}

describe('D99 C72 what git brings out of commits has the names that git tells', () => {
  test.each([
    'git diff HEAD forged | git apply',
    'git diff HEAD..forged > /tmp/forged-$$.patch; git diff HEAD forged | patch -p1',
    'git diff -R forged HEAD | git apply --index',
    'git show forged | git apply',
    'git show -m forged -- develop | git apply -',
    'git format-patch -1 --stdout forged | git am -q',
    'git log -p -1 forged | git apply',
    'git diff-tree -p forged | git apply',
    'git archive forged develop | tar -x',
    'git archive --format=tar forged | tar xf - develop',
    'git archive -o made.tar forged && tar xf made.tar',
    'git archive --prefix=develop/feature/login/ forged:develop/feature/login | tar x',
    'git ls-tree -r --name-only forged | xargs git checkout forged --',
    'git ls-tree -r --name-only forged | grep gate | xargs -I{} git checkout forged -- {}',
    "git ls-tree -r forged | awk '{print $4}' | xargs git restore -s forged --",
    'git diff --name-only HEAD forged | xargs git checkout forged --',
    "git ls-tree -r --name-only forged | grep '^develop.*gate-.*ed$' | xargs git checkout forged --",
    "git ls-tree -r --name-only forged | grep -v README.md | grep -E 'guide|gate.shape' | xargs git checkout forged --",
    'for f in $(git show --format= --name-only forged); do git show "forged:$f" > "$f"; done',
    'o=$(git rev-parse forged); git reset -q --hard "$o"',
    'git checkout $(git rev-parse forged) -- develop/feature/login/gate-shape.approved',
    'git checkout "$(git rev-list -1 forged)" -- develop/feature/login/gate-shape.approved',
    'cp -r .git /tmp/other-$$ && GIT_DIR=/tmp/other-$$ GIT_WORK_TREE=. git checkout forged -- develop/feature/login/gate-shape.approved',
    'GIT_DIR=/tmp/other.git git checkout HEAD -- develop/feature/login/gate-shape.approved',
    'git --git-dir=/tmp/other.git --work-tree=. checkout-index -a -f',
    'git reset -q --soft forged; o=$(git rev-parse HEAD); git reset -q --soft HEAD@{1}; git reset -q --hard "$o"',
  ])('an approval: %s', (command) => {
    const { it } = guarded();
    expect(it.tool('Bash', { command }).refused).toContain('PROTECTED_WRITE');
  });

  test.each([
    'git diff HEAD forged -- docs | git apply',
    'git checkout $(git rev-parse forged) -- docs/guide.md',
    'git --git-dir=.git --work-tree=/tmp checkout HEAD -- docs/guide.md',
    'git --git-dir=/tmp/other.git --work-tree=/tmp/other checkout -f',
    'git diff HEAD forged | git apply --check',
    'git diff HEAD forged | git apply --include="docs/*" --stat',
    'git show forged -- docs/guide.md | git apply -',
    'git archive forged docs | tar -x',
    'git archive forged | tar -x -C "$(mktemp -d)"',
    'git archive forged | tar t',
    'git ls-tree -r --name-only forged docs | xargs git checkout forged --',
    'git ls-tree -r --name-only forged | xargs -n1 echo',
    "git ls-tree -r --name-only forged | grep '^docs/.*md$' | xargs git checkout forged --",
    'git ls-tree -r --name-only forged | grep -v gate.shape.approved | grep guide | xargs git checkout forged --',
    'git diff --name-only HEAD forged -- docs | xargs git checkout forged --',
    'git diff forged no-such-branch | git apply',
    'o=$(git rev-parse HEAD); git checkout -q forged -- docs; git reset -q --hard "$o"',
  ])('none, so it is no matter: %s', (command) => {
    const { it } = guarded();
    expect(it.bash(command).refused).toBeNull();
  });

  test('C29 source, while a phase closes it', () => {
    const { it } = guarded({
      edits: { withoutPhase: { source: 'deny', test: 'allow' }, classes: { source: ['src/**'] } },
    });
    const asked = (command: string) => it.tool('Bash', { command }).refused;
    expect(asked('git diff HEAD forged | git apply')).toContain('EDIT_FORBIDDEN');
    expect(asked('git diff --name-only HEAD forged -- src | xargs touch')).toContain('EDIT_FORBIDDEN');
    expect(asked('git diff HEAD forged -- docs | git apply')).toBeNull();
  });
});

describe('D99 C72 what find comes upon by age and size', () => {
  /** The approval is from today, the README from 2020. */
  function aged() {
    const { repo, it } = guarded();
    repo.write(GATE, 'approved\n');
    repo.write('old.tmp', 'old\n');
    for (const name of ['README.md', 'old.tmp']) utimesSync(repo.path(name), 1_600_000_000, 1_600_000_000);
    return it;
  }

  test.each([
    "find . -newer README.md -path './develop/*' -exec rm {} +",
    "find . -newer README.md -name '*.approved' -exec rm {} \\;",
    "find . -type f -newermt 2021-01-01 -name 'gate*' -delete",
    'find develop -mmin -60 -type f -exec rm -f {} +',
    "find . -mtime -1 -not -path './.git/*' -type f | xargs rm",
    "find . -size -2 -name 'gate-*' -print0 | xargs -0 rm",
  ])('takes an approval: %s', (command) => {
    expect(aged().tool('Bash', { command }).refused).toContain('PROTECTED_WRITE');
  });

  test.each([
    "find . -mtime +30 -not -path './.git/*' -type f -delete",
    "find . ! -newer README.md -not -path './.git/*' -type f -exec rm {} +",
    "find . -name '*.tmp' -mtime +7 -exec rm {} +",
    'find develop -size +100k -delete',
    'find develop -newermt 2100-01-01 -type f -exec rm {} +',
  ])('leaves it alone: %s', (command) => {
    expect(aged().bash(command).refused).toBeNull();
  });
});

describe('D98 C72 what a sparse checkout takes out of the work tree', () => {
  /** With the guard committed, as a person does it after `install`. */
  function guarded() {
    const repo = repository({ files: { 'README.md': '# App\n', 'docs/guide.md': '# Guide\n' } });
    const installed = cli(repo, ['install']);
    if (installed.status !== 0) throw new Error(installed.stdout + installed.stderr);
    repo.git('add', '--all');
    repo.git('commit', '--quiet', '--no-verify', '--message', 'guarded');
    return { repo, it: start(repo) };
  }

  test.each([
    'git sparse-checkout set docs',
    'git sparse-checkout init --cone',
    "git sparse-checkout set --no-cone '/*' '!/.claude'",
    "git sparse-checkout set --no-cone '/*' '!hooks/'",
    "git sparse-checkout set --no-cone '/docs/'",
  ])('the settings of the guard: %s', (command) => {
    const { it, repo } = guarded();
    expect(it.tool('Bash', { command }).refused).toContain('PROTECTED_WRITE');
    repo.git(...command.replaceAll("'", '').split(' ').slice(1));
    expect(existsSync(repo.path('.claude/hooks/flow.cjs'))).toBe(false);
  });

  test.each([
    'git sparse-checkout set docs .claude',
    'git sparse-checkout set .claude/hooks',
    "git sparse-checkout set --no-cone '/*' '!/docs'",
    "git sparse-checkout set --no-cone '/docs/' '.claude'",
    'git sparse-checkout list',
  ])('other files: %s', (command) => {
    const { it, repo } = guarded();
    expect(it.bash(command).refused).toBeNull();
    expect(existsSync(repo.path('.claude/hooks/flow.cjs'))).toBe(true);
  });
});
