import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { type Agent, codexAgent, events, type TempRepo } from '@flow/test-kit';
import { describe, expect, test } from 'vitest';
import { HOOK, has, repository, start } from './kit.js';

/** As a project says it: its own globs, and what may change. */
const config = (edits: object) => `${JSON.stringify({ edits })}\n`;
const CLASSES = { source: ['src/**', 'pkg/**'], test: ['test/**', '*.test.ts', '*_test.go'] };

const FILES = {
  'README.md': '# App\n',
  '.gitignore': 'node_modules/\ndist/\nsrc/generated/\n',
  'package.json':
    '{ "name": "app", "scripts": { "format": "prettier --write .", "fix": "eslint --fix src", "docs": "prettier --write docs", "build": "node scripts/build.mjs" } }\n',
  'scripts/build.mjs':
    "import { mkdirSync, writeFileSync } from 'node:fs';\nmkdirSync('dist', { recursive: true });\nwriteFileSync('dist/app.js', '1');\n",
  // Which file it writes, and what, stands in data that no command line shows.
  'scripts/codemod.mjs':
    "import { readFileSync, writeFileSync } from 'node:fs';\nconst [file, text] = JSON.parse(readFileSync('config/target.json', 'utf8'));\nwriteFileSync(file, text);\n",
  'config/target.json': '["src/app.ts", "export const one = 2;\\n"]\n',
  'src/app.ts': 'export const one = 1;\n',
  'src/util/format.ts': 'export const two = 2;\n',
  'pkg/score.go': 'package pkg\n\nvar  a = 1\n',
  'test/app.test.ts': "import '../src/app.ts';\n",
  'docs/guide.md': '# Guide\n',
  'config/app.json': '{}\n',
};

/** Rules in force where no workflow runs, by the phases of tdd that have the same. */
const RULES = {
  red: { source: { answer: 'deny', marker: 'STUB:TDD' }, test: 'allow' },
  green: { source: 'allow', test: 'log' },
  qa: { source: 'deny', test: 'deny' },
  audit: { source: 'allow', test: 'allow' },
  testsClosed: { source: 'allow', test: 'deny' },
} as const;

function inPhase(phase: keyof typeof RULES | null, more: Record<string, unknown> = {}): { repo: TempRepo; it: Agent } {
  const edits = { ...(phase === null ? {} : { withoutPhase: RULES[phase] }), classes: CLASSES, ...more };
  const repo = repository({ files: { ...FILES, 'flow.config.json': config(edits) } });
  return { repo, it: start(repo) };
}

const asked = (it: Agent, command: string) => it.tool('Bash', { command, description: 'a command' }).refused;
const edit = (it: Agent, repo: TempRepo, name: string, text = 'x') =>
  it.tool('Edit', { file_path: name.startsWith('/') ? name : repo.path(name), old_string: '1', new_string: text })
    .refused;

describe('C44 red: tests may change, source may not', () => {
  test('edits by tools', () => {
    const { repo, it } = inPhase('red');
    expect(edit(it, repo, 'src/app.ts')).toContain('EDIT_FORBIDDEN');
    expect(edit(it, repo, 'test/../src/app.ts')).toContain('EDIT_FORBIDDEN');
    expect(edit(it, repo, 'src/new/deep/file.ts')).toContain('EDIT_FORBIDDEN');
    expect(it.tool('NotebookEdit', { notebook_path: repo.path('src/a.ipynb'), new_source: '1' }).refused).toContain(
      'EDIT_FORBIDDEN',
    );
    expect(it.tool('mcp__fs__write_file', { path: 'src/app.ts', content: '' }).refused).toContain('EDIT_FORBIDDEN');
    const several = { edits: [{ file_path: repo.path('test/a.test.ts') }, { file_path: repo.path('src/app.ts') }] };
    expect(it.tool('MultiEdit', several).refused).toContain('EDIT_FORBIDDEN');
    for (const name of ['test/app.test.ts', 'test/new.ts', 'src/app.test.ts', 'pkg/score_test.go'])
      expect(edit(it, repo, name), name).toBeNull();
    // C42: neither source nor test.
    for (const name of [
      'README.md',
      'docs/guide.md',
      'config/app.json',
      'package.json',
      'dist/app.js',
      'notes.txt',
      '../elsewhere/src/app.ts',
      '/tmp/src/app.ts',
    ])
      expect(edit(it, repo, name), name).toBeNull();
    // An ignored file is no part of the repository.
    expect(edit(it, repo, 'src/generated/client.ts')).toBeNull();
  });

  test('C44 the stub marker lets an edit of source pass, in the text that it adds', () => {
    const { repo, it } = inPhase('red');
    expect(edit(it, repo, 'src/app.ts', 'throw new Error("later"); // STUB:TDD')).toBeNull();
    const fresh = { file_path: repo.path('src/b.ts'), content: '// STUB:TDD\nexport const b = () => {};\n' };
    expect(it.tool('Write', fresh).refused).toBeNull();
    const other = { file_path: repo.path('src/app.ts'), old_string: '// STUB:TDD', new_string: 'return 1;' };
    expect(it.tool('Edit', other).refused).toContain('EDIT_FORBIDDEN');
    expect(asked(it, "printf '// STUB:TDD' > src/b.ts")).toContain('include STUB:TDD in the text');
  });

  test('links lead where they lead; a link that is deleted is itself', () => {
    const { repo, it } = inPhase('red');
    symlinkSync(repo.path('src'), repo.path('test/linked'));
    symlinkSync(repo.path('src/app.ts'), repo.path('docs/linked.md'));
    expect(edit(it, repo, 'test/linked/app.ts')).toContain('EDIT_FORBIDDEN');
    expect(edit(it, repo, 'docs/linked.md')).toContain('EDIT_FORBIDDEN');
    expect(asked(it, 'echo x >> docs/linked.md')).toContain('EDIT_FORBIDDEN');
    expect(asked(it, 'rm docs/linked.md')).toBeNull();
  });

  test('C49 the refusal names phase, class, file and what may be done', () => {
    const { repo, it } = inPhase('red');
    const refused = edit(it, repo, 'src/app.ts') ?? '';
    expect(refused).toContain('`src/app.ts` is source');
    expect(refused).toContain('This project, without a phase, does not allow changes to source');
    expect(refused).toContain('You may change now: tests, documents, all other files');
    expect(refused).toContain('the person changes `edits.withoutPhase`');
    const folder = asked(it, 'rm -rf src') ?? '';
    expect(folder).toContain('`src` contains source (src/app.ts, src/util/format.ts)');
    // What it offers is what passes.
    expect(edit(it, repo, 'test/app.test.ts')).toBeNull();
  });
});

const BREAKS_RED = [
  'protoc --go_out=src api/login.proto',
  'echo x > src/app.ts',
  'cat src/app.ts >> src/util/format.ts',
  'ls > pkg/list',
  "sed -i 's/1/2/' src/app.ts",
  "perl -pi -e 's/1/2/' src/app.ts",
  "python3 -c \"open('src/app.ts', 'w').write('x')\"",
  "node -e \"require('fs').writeFileSync('src/app.ts', '')\"",
  'cd src && echo x > app.ts',
  'tee src/app.ts < /dev/null',
  'cp docs/guide.md src/guide.ts',
  'cp -r docs src/docs',
  'mv src x',
  'mv docs src/docs',
  'rm -rf src',
  'rm src/app.ts',
  'git rm -q src/app.ts',
  'git mv src/app.ts src/b.ts',
  'go fmt ./...',
  'gofmt -w pkg',
  'npx prettier --write .',
  'npm run format',
  'npm run fix',
  "find src -name '*.ts' -exec sed -i s/1/2/ {} +",
  "find src -name '*.ts' -delete",
  'dd if=/dev/zero of=src/app.ts count=1',
  'truncate -s 0 src/app.ts',
  'touch src/app.ts',
  'ln -sf ../docs/guide.md src/app.ts',
  'unzip -q x.zip -d src',
  'tar xf x.tar -C src',
  'git checkout HEAD~0 -- src/app.ts',
];

const FREE_IN_RED = [
  'protoc --go_out=. api/login.proto',
  'cat src/app.ts',
  'grep -rn one src',
  'wc -l src/*.ts',
  "sed 's/1/2/' src/app.ts | diff - src/app.ts || true",
  "sed -n '1,5p' src/app.ts",
  'git diff src/app.ts',
  'git add -A && git commit -qm wip',
  'git add src/app.ts',
  'git log --oneline -- src',
  'git show HEAD:src/app.ts > /tmp/app.ts',
  'git restore --staged .',
  'git fetch origin',
  'git switch -c other',
  'git switch main',
  'git worktree add -q /tmp/edits-wt HEAD',
  'git worktree add -q .worktrees/one HEAD',
  'npx vitest run',
  'npx vitest run -u',
  'npx jest --ci',
  'go test ./...',
  'go build ./...',
  'go vet ./...',
  'gofmt -l .',
  'npx eslint .',
  'npx eslint . --fix-dry-run',
  'npx prettier --check .',
  'npx tsc --noEmit',
  'npm run build',
  'npm install',
  'npm run docs',
  'node scripts/build.mjs',
  'mkdir -p src/new dist',
  'rm -rf dist node_modules coverage',
  'cp src/app.ts /tmp/app.ts',
  'cp -r src /tmp/src-copy',
  'cp -r src dist/src',
  "cat > test/new.test.ts <<'E'\nimport '../src/app.ts';\nE",
  'rm test/app.test.ts',
  'mv test/app.test.ts test/b.test.ts',
  'echo "# more" >> README.md',
  "sed -i 's/Guide/Guide 2/' docs/guide.md",
  'echo done > notes.txt',
  'find . -name "*.ts" | xargs grep -l one',
  'find src -type f -name "*.orig"',
  'diff -u src/app.ts src/util/format.ts > /tmp/a.patch',
  'tar czf /tmp/src.tgz src',
  'tar xf x.tar',
  'curl -fsS -o /tmp/x.json https://example.org/x.json',
  "git commit -qm 'rm -rf src; echo x > src/app.ts' --allow-empty",
  'echo "npm run format > src/app.ts"',
];

const BREAKS_QA = [
  'rm -rf test',
  'echo x > test/app.test.ts',
  'sed -i s/a/b/ test/app.test.ts src/app.ts',
  'git checkout -- .',
  'git restore .',
  'git reset --hard',
  'git stash -q',
  'git stash push -u',
  'git clean -fdq',
  'npx prettier --write test',
  'npx vitest run -u',
];

test('C44 tests that stand beside the code, as in Rust, may change in red, and nothing of the code', () => {
  const code = 'pub fn total(prices: &[i64]) -> i64 {\n    prices.iter().sum()\n}\n';
  const tests =
    '\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {\n        assert_eq!(super::total(&[1]), 1);\n    }\n}\n';
  const files = { 'Cargo.toml': '[package]\nname = "cart"\n', 'src/cart.rs': code + tests, 'src/lib.rs': code };
  const inRust = (phase: keyof typeof RULES) => {
    const repo = repository({ files: { ...files, 'flow.config.json': config({ withoutPhase: RULES[phase] }) } });
    return { repo, it: start(repo) };
  };
  const { repo, it } = inRust('red');
  const change = (name: string, old: string, put: string) =>
    it.tool('Edit', { file_path: repo.path(name), old_string: old, new_string: put }).refused;
  expect(change('src/cart.rs', '&[1]), 1)', '&[1, 2]), 3)')).toBeNull();
  expect(it.tool('Write', { file_path: repo.path('src/lib.rs'), content: code + tests }).refused).toBeNull();
  const refused = change('src/cart.rs', '.sum()', '.product()');
  expect(refused).toContain('EDIT_FORBIDDEN');
  expect(refused).toContain('you may change what is below #[cfg(test)] or #[test], with the edit tool');
  expect(change('src/cart.rs', 'nowhere', '#[test]')).toContain('EDIT_FORBIDDEN');
  expect(it.tool('Write', { file_path: repo.path('src/lib.rs'), content: `pub mod a;\n${tests}` }).refused).toContain(
    'EDIT_FORBIDDEN',
  );
  const patches = (phase: keyof typeof RULES) => {
    const codex = codexAgent({ hook: HOOK, repo: inRust(phase).repo });
    return (old: string, put: string) =>
      codex.patch(`*** Begin Patch\n*** Update File: src/cart.rs\n@@\n-${old}\n+${put}\n*** End Patch\n`).refused;
  };
  const assertion = '        assert_eq!(super::total(&[1]), 1);';
  const patch = patches('red');
  expect(patch(assertion, '        assert_eq!(super::total(&[1, 2]), 3);')).toBeNull();
  expect(patch('    prices.iter().sum()', '    prices.iter().product()')).toContain('EDIT_FORBIDDEN');
  // Where tests are closed and source is open, those in a file of source are closed as well.
  const weakens = patches('testsClosed');
  expect(weakens(assertion, '')).toContain('EDIT_FORBIDDEN');
  expect(weakens('    prices.iter().sum()', '    prices.iter().copied().sum()')).toBeNull();
  const { repo: closed, it: reviewer } = inRust('qa');
  const shut = reviewer.tool('Edit', {
    file_path: closed.path('src/cart.rs'),
    old_string: '&[1]), 1)',
    new_string: '2)',
  }).refused;
  expect(shut).toContain('EDIT_FORBIDDEN');
  expect(shut).not.toContain('#[cfg(test)]');
});

test.skipIf(!has('gofmt', '-h') && !has('go', 'version'))(
  'C29 C46 a formatter over a folder is refused for what it would change there, and for nothing else',
  () => {
    const files = { 'go.mod': 'module example.com/cart\n\ngo 1.19\n', 'cart.go': 'package cart\n', 'web/a.ts': '1' };
    const repo = repository({ files: { ...files, 'flow.config.json': config({ withoutPhase: RULES.qa }) } });
    const it = start(repo);
    for (const command of ['gofmt -w .', 'gofmt -s -w cart.go', 'go fmt ./...', 'gofmt -w web'])
      expect(asked(it, command), command).toBeNull();
    // A rule that rewrites, and what may be another program.
    for (const command of ["gofmt -r 'a -> b' -w .", 'PATH=.:$PATH gofmt -w .'])
      expect(asked(it, command) ?? '', command).toContain('EDIT_FORBIDDEN');
    repo.write('cart_test.go', 'package cart\nfunc  a() {}\n');
    const { refused } = it.tool('Bash', { command: 'gofmt -w .', description: 'a command' });
    expect(refused).toContain('`.` contains tests (cart_test.go)');
    expect(refused).toContain('Name the files that may change');
    expect(asked(it, 'gofmt -w cart.go')).toBeNull();
  },
);

describe('commands', () => {
  test('C29 C44 red refuses what changes source, however it is spelled', () => {
    const { it } = inPhase('red');
    for (const command of BREAKS_RED) expect(asked(it, command) ?? '', command).toContain('EDIT_FORBIDDEN');
  });

  test('C38 C42 C44 red lets honest work pass', () => {
    const { it } = inPhase('red');
    for (const command of FREE_IN_RED) expect(asked(it, command), command).toBeNull();
  });

  test('C46 qa closes source and tests, also against git putting them back', () => {
    const { repo, it } = inPhase('qa');
    repo.write('src/app.ts', 'export const one = 3;\n');
    repo.write('test/app.test.ts', '// changed\n');
    repo.write('test/new.test.ts', '// new\n');
    for (const command of BREAKS_QA) expect(asked(it, command) ?? '', command).toContain('EDIT_FORBIDDEN');
    for (const command of FREE_IN_RED.filter((one) => !/>\s*test|^(?:rm|mv) test|vitest run -u/.test(one)))
      expect(asked(it, command), command).toBeNull();
  });

  test('C46 what another commit has is judged by its paths, and a stash by what it took', () => {
    const { repo, it } = inPhase('red');
    repo.write('src/app.ts', 'export const one = 4;\n');
    repo.write('src/later.ts', '1');
    repo.write('test/app.test.ts', '// later\n');
    repo.commit('later');
    const brings = [
      "git checkout HEAD~1 -- '*.ts'",
      'git checkout HEAD~1 .',
      "cd src && git checkout HEAD~1 -- '*.ts'",
    ];
    for (const command of brings) expect(asked(it, command) ?? '', command).toContain('EDIT_FORBIDDEN');
    const free = [
      "git checkout HEAD~1 -- 'test/*.ts'",
      'git checkout HEAD~1 -- test',
      'git checkout HEAD~1 test',
      "git checkout HEAD -- '*.ts'",
      "git checkout HEAD~1 -- '*.md'",
      'git stash pop -q || true',
      'git stash push -q -- test; git stash pop -q',
    ];
    for (const command of free) expect(asked(it, command), command).toBeNull();
    repo.write('test/app.test.ts', '// changed\n');
    for (const command of free) expect(asked(it, command), command).toBeNull();
    repo.write('src/app.ts', 'export const one = 5;\n');
    expect(asked(it, 'git stash -q; git stash pop')).toContain('EDIT_FORBIDDEN');
  });

  test('C46 git puts back what differs, and nothing else: where only documents differ it is free', () => {
    const { repo, it } = inPhase('qa');
    repo.write('docs/guide.md', '# Changed\n');
    repo.write('notes.txt', 'new\n');
    const puttingBack = ['stash -q', 'stash -u', 'checkout -- .', 'restore .', 'reset --hard', 'clean -fd'];
    for (const words of puttingBack) expect(asked(it, `git ${words}`) ?? '', words).not.toContain('EDIT_FORBIDDEN');
    repo.git('stash', '-q');
    expect(asked(it, 'git stash pop')).toBeNull();
    repo.write('src/app.ts', 'export const one = 4;\n');
    repo.git('stash', '-q');
    expect(asked(it, 'git stash pop')).toContain('EDIT_FORBIDDEN');
    repo.write('src/b.ts', '1');
    repo.commit('more source');
    expect(asked(it, 'git reset --hard HEAD~1')).toContain('EDIT_FORBIDDEN');
    expect(asked(it, 'git reset --soft HEAD~1')).toBeNull();
    const others = [
      'git read-tree -u -m HEAD HEAD~1',
      'git read-tree HEAD~1 && git checkout-index -f -a',
      'git grep -lz one -- src | xargs -0 sed -i s/1/2/',
    ];
    for (const command of others) expect(asked(it, command) ?? '', command).toContain('EDIT_FORBIDDEN');
    const same = ['git read-tree -u -m HEAD~1 HEAD', 'git read-tree HEAD && git checkout-index -f -a'];
    for (const command of [...same, 'git grep -lz one -- docs | xargs -0 sed -i s/1/2/'])
      expect(asked(it, command), command).toBeNull();
    expect(asked(it, 'git revert --no-edit HEAD')).toContain('EDIT_FORBIDDEN');
    repo.write('docs/more.md', '# More\n');
    repo.commit('documents');
    expect(asked(it, 'git revert --no-edit HEAD')).toBeNull();
    expect(asked(it, 'git cherry-pick HEAD~1 HEAD')).toContain('EDIT_FORBIDDEN');
  });

  test('C40 C47 rules that allow everything, and no rules, let everything pass', () => {
    for (const phase of ['audit', null] as const) {
      const { repo, it } = inPhase(phase);
      expect(edit(it, repo, 'src/app.ts')).toBeNull();
      expect(asked(it, 'echo x > src/app.ts && go fmt ./... && rm -rf test')).toBeNull();
    }
  });

  test('C39 without a phase source and tests are closed where the project says so', () => {
    const { repo, it } = inPhase(null, { withoutPhase: 'deny' });
    expect(edit(it, repo, 'src/app.ts')).toContain('This project, without a phase, does not allow changes to source');
    expect(asked(it, 'echo x > test/app.test.ts')).toContain('EDIT_FORBIDDEN');
    expect(edit(it, repo, 'docs/guide.md')).toBeNull();
    expect(asked(it, 'npx vitest run')).toBeNull();
  });
});

describe('answers other than a refusal', () => {
  test('C45 green: source and tests are allowed, edits of tests are kept in the journal', () => {
    const { repo, it } = inPhase('green');
    expect(edit(it, repo, 'src/app.ts')).toBeNull();
    expect(edit(it, repo, 'test/app.test.ts')).toBeNull();
    expect(asked(it, 'echo x >> test/app.test.ts')).toBeNull();
    const kept = editsIn(repo);
    expect(kept).toMatchObject([
      { what: 'logged', phase: null, paths: ['test/app.test.ts'], tool: 'Edit' },
      { what: 'logged', phase: null, paths: ['test/app.test.ts'], tool: 'Bash' },
    ]);
  });

  const ASK = { withoutPhase: { source: 'allow', test: 'ask' } };

  test("C29 ask becomes the host's own question", () => {
    const { repo, it } = inPhase(null, ASK);
    const input = { file_path: repo.path('test/app.test.ts'), content: '' };
    const run = it.send(it.events.preToolUse('Write', input, 'toolu_ask'));
    expect(run.status).toBe(0);
    expect(run.json).toMatchObject({ hookSpecificOutput: { permissionDecision: 'ask' } });
    expect(run.stdout).toContain('leaves changes to tests to the person');
    const worse = it.send(
      it.events.preToolUse('Bash', { command: 'echo > test/a.ts; echo {} > .claude/settings.json' }, 't'),
    );
    expect(worse.json).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
  });

  test('C29 a role has rules of its own', () => {
    const withoutPhase = { test: { answer: 'deny', roles: { 'test-writer': 'allow' } } };
    const { repo, it } = inPhase(null, { withoutPhase });
    const writer = start(repo, { agent: { id: 'a1', type: 'test-writer' } });
    expect(edit(it, repo, 'test/app.test.ts')).toContain('EDIT_FORBIDDEN');
    expect(edit(writer, repo, 'test/app.test.ts')).toBeNull();
    expect(edit(writer, repo, 'src/app.ts')).toBeNull();
  });

  test('a guard that is off or only monitored refuses nothing, and an exception names what is free', () => {
    for (const [key, value] of [
      ['guards', { edits: 'monitor' }],
      ['guards', { edits: 'off' }],
      ['rules', { EDIT_FORBIDDEN: 'warn' }],
    ] as const) {
      const files = {
        ...FILES,
        'flow.config.json': JSON.stringify({ edits: { withoutPhase: RULES.red, classes: CLASSES }, [key]: value }),
      };
      expect(edit(start(repository({ files })), repository({ files }), 'src/app.ts')).toBeNull();
    }
    const exceptions = [
      { guard: 'edits', path: 'src/util/**', reason: 'the generator lives there', owner: 'a@example.org' },
    ];
    const files = {
      ...FILES,
      'flow.config.json': JSON.stringify({ edits: { withoutPhase: RULES.red, classes: CLASSES }, exceptions }),
    };
    const repo = repository({ files });
    const it = start(repo);
    expect(edit(it, repo, 'src/util/format.ts')).toBeNull();
    expect(edit(it, repo, 'src/app.ts')).toContain('EDIT_FORBIDDEN');
  });
});

/** The events of the journal that are about edits. */
function editsIn(repo: TempRepo): unknown[] {
  const file = repo.path('.git/flow/journal.jsonl');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines
    .map((line) => JSON.parse(line))
    .filter(({ type }) => type === 'edit')
    .map(({ data }) => data);
}

describe('C71 a file belongs to the work tree that it lies in', () => {
  test('another repository has its own rules, from whatever folder it is written', () => {
    const { repo, it } = inPhase('red');
    const free = repository({ files: FILES });
    start(free);
    expect(edit(it, free, 'src/app.ts')).toBeNull();
    expect(asked(it, `echo x > ${free.path('src/app.ts')}`)).toBeNull();
    const outside = start(free, { environment: repo.environment as Record<string, string> });
    expect(edit(outside, repo, 'src/app.ts')).toContain('EDIT_FORBIDDEN');
    expect(asked(outside, `echo x > ${repo.path('src/app.ts')}`)).toContain('EDIT_FORBIDDEN');
    expect(asked(outside, `cd ${repo.root} && echo x > src/app.ts`)).toContain('EDIT_FORBIDDEN');
  });

  test('a worktree of the same repository follows its phase, beside it and inside of it', () => {
    const { repo, it } = inPhase('red');
    for (const folder of [`${repo.area}/beside`, repo.path('.worktrees/inside')]) {
      repo.git('worktree', 'add', '-q', '-b', folder.split('/').at(-1)!, folder);
      expect(edit(it, repo, `${folder}/src/app.ts`)).toContain('EDIT_FORBIDDEN');
      expect(edit(it, repo, `${folder}/test/app.test.ts`)).toBeNull();
    }
  });
});

describe('after the call', () => {
  const TOLD = /EDIT_BREACH|changed files that this project, without a phase, closes/;
  /** Runs a command for real and sends its end as the client does, with or without its list of changed files. */
  const run = (repo: TempRepo, it: Agent, command: string) => ({ ...it.bash(command), kept: editsIn(repo) });

  test('C29 what a script has written is told and kept, and nothing is put back', () => {
    const { repo, it } = inPhase('red');
    const done = run(repo, it, 'node scripts/codemod.mjs');
    expect(done.refused).toBeNull();
    expect(done.told.join('\n')).toMatch(TOLD);
    expect(done.told.join('\n')).toContain('src/app.ts');
    expect(done.kept).toMatchObject([{ what: 'forbidden', phase: null, paths: ['src/app.ts'], tool: 'Bash' }]);
    expect(readFileSync(repo.path('src/app.ts'), 'utf8')).toContain('2');
  });

  test('the list of the client is enough, whatever the times say', () => {
    const { repo, it } = inPhase('red');
    repo.write('src/app.ts', 'export const one = 2;\n');
    const changedFiles = [repo.path('src/app.ts'), repo.path('docs/guide.md'), '/tmp/elsewhere.ts'];
    const response = { stdout: '', bashEditDiff: { files: [], moreFiles: 0, changedFiles } };
    const ended = it.send(it.events.postToolUse('Bash', { command: 'make all' }, response, 't1', 0));
    expect(ended.stdout).toContain('src/app.ts');
    expect(ended.json).toMatchObject({ systemMessage: expect.stringContaining('closes') });
    const quiet = { ...response, bashEditDiff: { changedFiles: [repo.path('docs/guide.md')] } };
    expect(it.send(it.events.postToolUse('Bash', { command: 'make all' }, quiet, 't2', 60_000)).stdout).toBe('');
  });

  test('without the list of the client, git and the times of the files tell', () => {
    const { repo, it } = inPhase('red');
    repo.write('pkg/score.go', 'package pkg // edited before the phase\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 800);
    const input = { command: 'node scripts/codemod.mjs; false' };
    expect(it.send(it.events.preToolUse('Bash', input, 't1')).status).toBe(0);
    repo.write('src/app.ts', 'export const one = 2;\n');
    const ended = it.send(it.events.postToolUseFailure('Bash', input, 'Exit code 1\n', 't1', 50));
    expect(ended.stdout).toContain('src/app.ts');
    expect(editsIn(repo)).toMatchObject([{ what: 'forbidden', paths: ['src/app.ts'] }]);
  });

  test('C29 what a merge or a rebase brings into a closed phase is told, and refused to nobody', () => {
    for (const command of [
      'git merge -q --no-edit news',
      'git rebase -q news',
      'sh bring.sh',
      'git pull -q --no-rebase --no-edit . news',
    ]) {
      const { repo, it } = inPhase('red');
      repo.write('bring.sh', 'git merge -q --no-edit news\n');
      repo.commit('Bring');
      repo.git('checkout', '-q', '-b', 'news');
      repo.write('src/news.ts', 'export const news = 1;\n');
      repo.commit('News');
      repo.git('checkout', '-q', '-');
      repo.write('test/own.test.ts', '1\n');
      repo.commit('Own');
      const done = run(repo, it, command);
      expect(done, command).toMatchObject({ refused: null, exit: 0 });
      expect(done.told.join('\n'), command).toMatch(/changed files that .* closes: src\/news\.ts/);
    }
  });

  test('C29 a conflict is mended in any phase, until git goes on; nothing beside it', () => {
    const { repo, it } = inPhase('red');
    repo.git('checkout', '-q', '-b', 'news');
    repo.write('src/app.ts', 'export const one = "theirs";\n');
    repo.commit('Theirs');
    repo.git('checkout', '-q', '-');
    repo.write('src/app.ts', 'export const one = "ours";\n');
    repo.commit('Ours');
    expect(it.write('src/app.ts', '1\n').refused).toContain('without a phase');
    expect(() => repo.git('merge', '-q', 'news')).toThrow();
    expect(it.write('src/app.ts', 'export const one = 3;\n').refused).toBeNull();
    expect(it.write('src/other.ts', '1\n').refused).toContain('without a phase');
    repo.git('add', 'src/app.ts');
    expect(it.write('src/app.ts', 'export const one = 4;\n').refused).toBeNull();
    repo.git('commit', '-q', '-a', '--no-verify', '--no-edit');
    expect(it.write('src/app.ts', '1\n').refused).toContain('without a phase');
  });

  test('honest commands are told nothing', () => {
    const { repo, it } = inPhase('red');
    repo.git('checkout', '-q', '-b', 'tests');
    repo.write('test/news.test.ts', '1\n');
    repo.commit('A test');
    repo.git('checkout', '-q', '-');
    repo.write('src/generated/old.ts', '');
    const written = (file: string, text = '1\n') => repo.write('config/target.json', JSON.stringify([file, text]));
    const cases: [command: string, arrange?: () => void][] = [
      ['node scripts/build.mjs'],
      ['git switch -q -c side && git commit -q --allow-empty -m one && git switch -q feature/login'],
      ['git merge -q --no-edit tests && git rebase -q HEAD~1'],
      ['git add -A && git commit -q -m all', () => repo.write('src/stub.ts', '// STUB:TDD\n')],
      ['node scripts/codemod.mjs', () => written('src/generated/client.ts')],
      ['node scripts/codemod.mjs', () => written('test/new.ts')],
      ['node scripts/codemod.mjs', () => written('src/stub.ts', '// STUB:TDD\n')],
    ];
    for (const [command, arrange] of cases) {
      arrange?.();
      const done = run(repo, it, command);
      expect(done, command).toMatchObject({ refused: null, exit: 0, kept: [] });
      expect(done.told.join('\n'), command).not.toMatch(TOLD);
    }
  });
});

test('P3 the fast path asks one small question more, and only where a phase restricts edits', () => {
  const { repo, it } = inPhase('audit');
  const build = events('44444444-4444-4444-8444-444444444444', repo.root);
  const input = { file_path: repo.path('src/app.ts'), old_string: 'a', new_string: 'b' };
  expect(it.send(build.preToolUse('Edit', input, 't')).stdout).toBe('');
});
