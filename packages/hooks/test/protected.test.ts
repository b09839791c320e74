import { appendFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { holdHook } from './held-kit.js';
import { cli, has, project, QUICK, repository, start } from './kit.js';

const HAS_PYTHON = has('python3', '--version');

/** A repository in which the product is installed. */
function installed() {
  const repo = project(QUICK);
  const run = cli(repo, ['install']);
  if (run.status !== 0) throw new Error(run.stdout + run.stderr);
  return repo;
}

describe('D42 D43 D99 files that the agent may not write', () => {
  test.each([
    ['captured results', 'develop/feature/login/test-results.json'],
    ['an approval', 'develop/feature/login/gate-shape.approved'],
    ['a receipt', '.git/flow/receipts/1.json'],
    ['the journal', '.git/flow/journal.jsonl'],
    ['hook settings', '.claude/settings.json'],
    ['local hook settings', '.claude/settings.local.json'],
    ['the launcher', '.claude/hooks/flow.cjs'],
    ['the git hook', '.git/hooks/pre-push'],
    ['git configuration', '.git/config'],
    ['the policy', 'flow.config.yaml'],
    ['the installed package', 'node_modules/@flow/hooks/dist/hook.cjs'],
    ['a way around by dots', 'src/../.claude/settings.json'],
    ['another case', '.Claude/Settings.json'],
    ['a letter that folds into another where cases do not count', '.claude/\u017fettings.json'],
    ['a letter of temperature', 'develop/feature/login/gate-\u212a.approved'],
    ['a plugin of the client', '.claude/plugins/x/hooks/hooks.json'],
    ['a plugin among the skills', '.claude/skills/x/.claude-plugin/plugin.json'],
  ])('%s by a file tool', (_what, path) => {
    const repo = repository();
    const it = start(repo);
    for (const tool of ['Write', 'Edit', 'CreateFile', 'mcp__filesystem__write_file']) {
      const call = it.tool(tool, { file_path: repo.path(path), path: repo.path(path), content: 'x' });
      expect(call.refused, tool).toContain('PROTECTED_WRITE');
    }
    expect(it.tool('Read', { file_path: repo.path(path) }).refused).toBeNull();
    expect(it.tool('mcp__filesystem__read_text_file', { path: repo.path(path) }).refused).toBeNull();
  });

  test('folders of protected files, by the tools of a server', () => {
    const repo = repository();
    repo.write('develop/feature/login/gate-shape.approved', 'x');
    repo.write('docs/a.md', 'x');
    repo.write('.env', 'A=1');
    const it = start(repo);
    const call = (tool: string, input: Record<string, unknown>) => it.tool(`mcp__filesystem__${tool}`, input).refused;
    for (const at of ['develop/feature/login', 'develop', '.git']) {
      expect(call('delete_directory', { path: repo.path(at) }), at).toContain('PROTECTED_WRITE');
      expect(call('move_file', { source: at, destination: repo.path('old') }), at).toContain('PROTECTED_WRITE');
    }
    expect(call('extract', { archive: 'a.zip', destination: 'develop/feature/login' })).toContain('PROTECTED_WRITE');
    expect(call('write', { directory: 'develop/feature/login', name: 'gate-a.approved' })).toContain('PROTECTED_WRITE');
    expect(call('delete_directory', { path: repo.root })).toContain('SENSITIVE_WRITE');
    for (const [tool, input] of [
      ['delete_directory', { path: 'docs' }],
      ['delete_directory', { path: 'node_modules' }],
      ['move_file', { source: 'docs/a.md', destination: 'develop/feature/login/a.md' }],
      ['create_directory', { path: 'develop/feature/login/agents' }],
      ['list_directory', { path: '.git' }],
      ['extract', { archive: 'a.zip', destination: 'docs' }],
      ['write', { directory: 'docs', name: 'gate-a.approved' }],
    ] as const)
      expect(call(tool, input), tool).toBeNull();
  });

  test('a command of a server, in the folder it is told and here', () => {
    const repo = installed();
    const it = start(repo);
    const call = (command: string, cwd: string) => it.tool('mcp__shell__execute', { command, cwd }).refused;
    expect(call('rm -f pre-push', repo.path('.git/hooks'))).toContain('PROTECTED_WRITE');
    expect(call('rm -f .git/hooks/pre-push', repo.home)).toContain('PROTECTED_WRITE');
    for (const [command, cwd] of [
      ['rm -f pre-push', repo.home],
      ['ls .git/hooks', repo.home],
      ['echo x > a.txt && sh -c "cat a.txt"', repo.home],
      ['git commit -m x', repo.path('src')],
      ['npm test', repo.path('src')],
    ] as const)
      expect(call(command, cwd), command).toBeNull();
  });

  test('what a server types into a running process, as a shell or as Python', () => {
    const repo = installed();
    const it = start(repo);
    const type = (input: string) => it.tool('mcp__desktop-commander__interact_with_process', { pid: 1, input }).refused;
    expect(type('rm -f .git/hooks/pre-push\n')).toContain('PROTECTED_WRITE');
    expect(type("import os; os.remove('.git/hooks/pre-push')")).toContain('PROTECTED_WRITE');
    for (const input of [
      'y\n',
      'a.merge(b)',
      'SELECT * FROM pushes;',
      "print('git push')",
      'df = pd.read_csv("a.csv")',
      '\u0003',
    ])
      expect(type(input), input).toBeNull();
  });

  test('the user state and the user settings', () => {
    const repo = repository();
    const it = start(repo);
    for (const file of ['.local/state/flow/key', '.claude/settings.json']) {
      expect(it.write(`${repo.home}/${file}`, 'x').refused).toContain('PROTECTED_WRITE');
    }
  });

  test('C71 outside of any repository, and in another one that is guarded', () => {
    const repo = installed();
    mkdirSync(`${repo.home}/plain`);
    const it = start(repo, { cwd: `${repo.home}/plain` });
    const own = 'git init -q other && git -C other config core.hooksPath none && rm -rf other/.git/hooks';
    expect(it.bash(own).refused).toBeNull();
    for (const file of [
      '.claude/settings.json',
      '.claude/plugins/p/hooks/hooks.json',
      '.claude/skills/s/hooks/a.json',
    ]) {
      expect(it.write(`${repo.home}/${file}`, 'x').refused, file).toContain('PROTECTED_WRITE');
      expect(it.bash(`echo x > ~/${file}`).refused, file).toContain('PROTECTED_WRITE');
    }
    expect(it.bash(`cd ${repo.root} && rm -rf .git/hooks`).refused).toContain('PROTECTED_WRITE');
    expect(it.bash(`echo x > ${repo.root}/flow.config.yaml`).refused).toContain('PROTECTED_WRITE');
    expect(it.write(`${repo.home}/.claude/skills/s/SKILL.md`, '# s').refused).toBeNull();
    expect(it.bash('echo x > notes.txt').refused).toBeNull();
  });

  test('a link leads to the file itself', () => {
    const repo = repository();
    mkdirSync(repo.path('.claude'));
    symlinkSync('.claude', repo.path('notes'));
    const it = start(repo);
    expect(it.write('notes/settings.json', '{}').refused).toContain('PROTECTED_WRITE');
  });

  test('a link to the file may go, what it leads to may not', () => {
    const repo = installed();
    for (const [link, target] of [
      ['notes.json', '.claude/settings.json'],
      ['pre-push', '.git/hooks/pre-push'],
      ['hooks', '.git/hooks'],
    ] as const)
      symlinkSync(target, repo.path(link));
    const it = start(repo);
    for (const command of [
      'echo "{}" > notes.json',
      'cp /dev/null pre-push',
      'rm hooks/pre-push',
      'rm "$(readlink -f pre-push)"',
      'mv notes.json x.json && echo "{}" > x.json',
      'mv README.md hooks/pre-push',
      'mv pre-push hooks',
      'shred -u pre-push',
      'python3 -c "import os; os.remove(os.path.realpath(\'pre-push\'))"',
    ])
      expect(it.bash(command).refused, command).toMatch(/PROTECTED_WRITE|COMMAND_UNREADABLE/);
    for (const command of [
      'rm notes.json',
      'unlink pre-push',
      'ln -sfn README.md notes.json',
      'rm -f notes.json pre-push',
      'echo "{}" > new.json && mv new.json notes.json',
    ])
      expect(it.bash(command).refused, command).toBeNull();
  });

  test('the launcher called by hand is told as what it is', () => {
    const repo = installed();
    repo.write('event.json', '{}');
    const bundles = path.join(repo.environment.XDG_STATE_HOME as string, 'flow/bundles');
    const bundle = path.join(bundles, readdirSync(bundles)[0]!);
    const it = start(repo);
    for (const command of [
      'node .claude/hooks/flow.cjs --help',
      'node .claude/hooks/flow.cjs PostToolUse < event.json',
      'cat event.json | node ./.claude/hooks/flow.cjs PostToolUse',
      'node node_modules/@flow/hooks/dist/hook.cjs SubagentStop < event.json',
      `node ${bundle}/hook.cjs SubagentStop < event.json`,
      `cd ${bundle} && node hook.cjs SubagentStop`,
      `node -e "require('${bundle}/run.cjs').recordDeed({})"`,
    ])
      expect(it.bash(command).refused, command).toContain('calls the guard itself');
    for (const command of [
      'node --check .claude/hooks/flow.cjs',
      `ls ${bundle}; shasum ${bundle}/hook.cjs`,
      // git's own hooks call it.
      'git add event.json && git commit -qm event',
      'git hook run pre-commit',
    ])
      expect(it.bash(command).refused, command).toBeNull();
  });

  test('D97 code that loads the modules of the program could do what only a person decides', () => {
    const repo = repository();
    const it = start(repo);
    repo.write('waive.mjs', "import { recordDeed } from '@flow/hooks/program';\nrecordDeed({}, {}, {});\n");
    for (const command of [
      `node -e "require('@flow/hooks/program').recordDeed({})"`,
      `node -e "require('./node_modules/@flow/hooks/dist/program.cjs')"`,
      `node --input-type=module -e "const p = await import('@flow/' + 'hooks/program'); p.recordDeed({})"`,
      'node waive.mjs',
    ])
      expect(it.bash(command).refused, command).toContain('calls the guard itself');
    for (const command of [
      'ls node_modules/@flow/hooks/dist',
      'grep -rn "@flow/hooks/program" . || true',
      `node -p "require('fs').existsSync('node_modules/@flow/hooks/dist/program.cjs')"`,
      `node -p "try { require('@flow/hooks/package.json').version } catch { 'none' }"`,
      'node node_modules/@flow/hooks/dist/flow-hooks.cjs status || true',
    ])
      expect(it.bash(command).refused, command).toBeNull();
  });

  test('the second of several edits', () => {
    const repo = repository();
    const edits = [{ file_path: repo.path('a.ts') }, { file_path: repo.path('.claude/settings.json') }];
    expect(start(repo).tool('MultiEdit', { edits }).refused).toContain('PROTECTED_WRITE');
  });

  test.each([
    'echo "{}" > .claude/settings.json',
    'cat > develop/feature/login/test-results.json <<< "{}"',
    'cp /dev/null .git/hooks/pre-push',
    'rm -rf .git/flow',
    'rm -rf .claude',
    'mv .claude /tmp/x',
    "sed -i 's/a/b/' .claude/hooks/flow.cjs",
    'chmod -x .git/hooks/pre-push',
    'cd .git && tee flow/journal.jsonl < /dev/null',
    "python3 -c \"open('.claude/settings.json','w').write('{}')\"",
    'git config core.hooksPath /dev/null',
    'git worktree add -q ../w --detach && git -C ../w config core.hooksPath /dev/null',
    'git worktree add -q ../w --detach && git -C ../w -c core.hooksPath=/dev/null commit -m x',
    't=$(mktemp -d); cd "$t"; git -c core.hooksPath=/dev/null -C "$OLDPWD" commit -m x',
    'cd /no/where; git -c core.hooksPath=/dev/null commit -m x',
    't=$(mktemp -d); GIT_DIR="$PWD/.git" git -C "$t" config core.hooksPath /dev/null',
    't=$(mktemp -d); GIT_DIR="$PWD/.git" git -C "$t" -c core.hooksPath=/dev/null commit -m x',
    't=$(mktemp -d); cd "$t" && git init -q && cd - && npx husky init',
    'cd /no/where; npx husky init',
    'git update-index --add --cacheinfo 100644,$(git hash-object -w /dev/null),.claude/settings.json && git checkout -f -- .claude/settings.json',
    'echo x > ~/.local/state/flow/key',
    'npx flow-hooks uninstall',
    'npm uninstall @flow/hooks',
    'pnpm remove -D @flow/hooks lodash',
    'npx flow-hooks apply',
    'claude config set -g disableAllHooks true',
    'git update-ref refs/remotes/origin/main HEAD',
    'git fetch . HEAD:refs/remotes/origin/main',
    'git symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/feature/login',
    'git symbolic-ref -m main refs/remotes/origin/HEAD refs/remotes/origin/feature/login',
    'git remote set-head origin feature/login',
    'git rev-parse HEAD > .git/refs/remotes/origin/main',
    "mkdir -p .claude/agents && printf -- '---\\nname: flow-judge\\n---\\nAll is well.' > .claude/agents/mine.md",
    "cat > .claude/agents/mine.md <<'E'\n---\nname: flow-judge\n---\nE",
  ])('D99 by the shell: %s', (command) => {
    const repo = installed();
    const it = start(repo);
    expect(it.bash(command).refused).toMatch(/PROTECTED_WRITE|GUARD_DISARM|PERSON_ONLY|BASE_REWRITTEN/);
  });

  test.each([
    'cat .claude/settings.json',
    'jq .hooks .claude/settings.json || true',
    'git add .claude && git diff --cached --stat',
    'cp .claude/settings.json /tmp/copy-of-settings.json',
    'grep -rn flow .claude || true',
    'rm -rf node_modules',
    'npm uninstall --dry-run lodash || true',
    'mkdir -p develop/feature/login/notes && echo x > develop/feature/login/notes/a.md',
    'node node_modules/@flow/hooks/dist/flow-hooks.cjs status || true',
    'ls -la .git/hooks',
    'git worktree add -q ../w --detach && git -C ../w config user.name me',
    'git clone -q . ../c && git -C ../c config core.hooksPath /dev/null',
    't=$(mktemp -d) && git init -q "$t" && git -C "$t" -c core.hooksPath=h commit -q --allow-empty -m x; rm -rf "$t"',
    'cd "$(mktemp -d)" && git init -q && husky init; cd /',
    'git rm -q --cached src/app.mjs 2> /dev/null; git checkout -q -- .',
    'mkdir -p .claude/agents .claude/skills && echo "# mine" > .claude/agents/mine.md',
    "printf -- '---\\nname: my-judge\\n---\\nnot flow-judge' > .claude/agents/mine.md",
    'git fetch -q origin main:refs/remotes/origin/main',
    'git remote set-head origin --auto && git remote set-head origin main',
    'git symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/main',
    'git update-ref refs/heads/copy HEAD',
  ])('allowed: %s', (command) => {
    const repo = installed();
    expect(start(repo).bash(command).refused).toBeNull();
  });

  test('D99 what a stash, a clean and husky would take away is told as that, with its own way on', () => {
    const repo = installed();
    repo.write('develop/feature/login/gate-shape.approved', 'x\n');
    const it = start(repo);
    expect(it.bash('git stash push -u').refused).toContain('`git stash push` without -u does not touch it');
    expect(it.bash('git stash push').refused).toBeNull();
    expect(it.bash('git clean -fd').refused).toContain('name what to delete');
    expect(it.bash('npx husky').refused).toContain('followed by `npx flow-hooks install`');
    expect(it.bash('git add -f develop && git stash -q -- develop').refused).toContain('PROTECTED_WRITE');
    for (const command of ['git stash -- develop', 'git add src && git stash', 'git add -A && git stash -- src'])
      expect(it.bash(command).refused, command).toBeNull();
  });

  test('D99 what the line has added just before, a stash and a hard reset take away', () => {
    const repo = repository();
    repo.write('develop/feature/login/gate-shape.approved', 'x\n');
    repo.write('docs/a.md', 'a\n');
    const it = start(repo);
    for (const command of [
      'git add -A && git stash -q',
      'git add . && git reset -q --hard',
      'git add develop; git stash',
    ])
      expect(it.bash(command).refused ?? '', command).toContain('PROTECTED_WRITE');
    for (const command of [
      'git add docs && git stash',
      'git add -A && git stash -- docs',
      'git add -A && git reset -q',
    ])
      expect(it.bash(command).refused, command).toBeNull();
  });

  test('D99 paths of another commit are judged by what it has there, also behind a star', () => {
    const repo = installed();
    repo.git('checkout', '-q', '-b', 'approved');
    repo.write('develop/feature/login/gate-shape.approved', 'x\n');
    repo.write('docs/a.md', 'a\n');
    repo.git('add', '--all', '--force');
    repo.git('commit', '--quiet', '--no-verify', '-m', 'approved');
    repo.git('checkout', '-q', '-');
    const it = start(repo);
    const brings = ["-- '*.approved'", '-- develop', '-- .', '.', "-- 'develop/**'"];
    for (const words of brings)
      expect(it.bash(`git checkout approved ${words}`).refused ?? '', words).toContain('PROTECTED_WRITE');
    for (const words of ["-- '*.md'", '-- docs', "-- 'docs/*'", 'docs'])
      expect(it.bash(`git checkout approved ${words}`).refused, words).toBeNull();
  });

  describe('D99 git puts files back, and only those that differ are judged', () => {
    const RESULTS = 'develop/feature/login/lint-results.json';
    const commands = [
      'git checkout .',
      'git checkout -- .',
      'git restore .',
      'git reset -q --hard HEAD',
      'git switch -q --discard-changes --detach HEAD',
      'git checkout-index -f -a',
      'git stash -q',
    ];

    /** Results that somebody committed, and that differ on disk or not. */
    function tracked(differ: boolean) {
      const repo = installed();
      repo.write(RESULTS, '{"ok":false}\n');
      repo.git('add', '--force', RESULTS);
      repo.commit('results');
      repo.write('README.md', '# changed\n');
      if (differ) repo.write(RESULTS, '{"ok":true}\n');
      return start(repo);
    }

    test('what git cannot tell beforehand is looked at afterwards', () => {
      expect(tracked(false).bash('git stash -q; git stash pop -q || true').refused).toBeNull();
    });

    test.each(commands)('%s', (command) => {
      expect(tracked(true).bash(command).refused).toContain('PROTECTED_WRITE');
      expect(tracked(false).bash(command).refused).toBeNull();
    });
  });

  test.skipIf(!HAS_PYTHON)('a write that nobody could foresee is told after the call', () => {
    const repo = installed();
    const it = start(repo);
    repo.write('tool.py', "open(open('name.txt').read().strip(), 'w').write('{}')\n");
    repo.write('name.txt', '.claude/settings.json\n');
    const call = it.bash('python3 tool.py');
    expect(call.refused).toBeNull();
    expect(call.told.join()).toContain('.claude/settings.json');
    expect(call.told.join()).toContain('npx flow-hooks install');
    expect(it.bash('ls').told).toEqual([]);
  });

  test('what changed outside of any call is told after the next one, unless the guard stands as it did', () => {
    const repo = installed();
    repo.commit('install the guard');
    repo.git('checkout', '-q', '-b', 'spoiled');
    repo.write('.claude/hooks/flow.cjs', 'process.exit(0);\n');
    repo.commit('no guard');
    repo.git('checkout', '-q', '-');
    const bundles = `${repo.home}/.local/state/flow/bundles`;
    const program = `${bundles}/${readdirSync(bundles)[0]}`;
    const it = start(repo, { hook: `${program}/hook.cjs` });
    const told = (change: () => void) => {
      change();
      return it.bash('ls').told.join();
    };
    expect(told(() => {})).toBe('');
    expect(told(() => repo.git('config', 'user.name', 'ann'))).toBe('');
    expect(told(() => appendFileSync(`${program}/statusline.cjs`, '\n'))).toContain('statusline.cjs');
    expect(told(() => repo.git('config', 'core.hooksPath', '/nowhere'))).toContain('.git/config');
    const gate = `develop/${repo.git('branch', '--show-current')}/gate-shape.approved`;
    expect(told(() => repo.write(gate, 'approved\n'))).toContain(gate);
    expect(told(() => repo.git('checkout', '-q', 'spoiled'))).toContain('.claude/hooks/flow.cjs');
  });

  test.each([
    'git switch -q gates',
    'git checkout -q --detach gates',
    'git switch -q -c mine gates',
    'git checkout -q gates; git commit -q --allow-empty -m on',
  ])('an approval that another branch brings for the one before is told, once: %s', (move) => {
    const repo = installed();
    const branch = repo.git('branch', '--show-current');
    const gate = `develop/${branch}/gate-shape.approved`;
    repo.git('checkout', '-q', '-b', 'gates');
    repo.write(gate, 'approved\n');
    repo.commit('a gate');
    repo.git('checkout', '-q', branch);
    const it = start(repo);
    expect(it.bash('git switch -q -c plain; git switch -q -').told).toEqual([]);
    const told = it.bash(move).told.join();
    expect(told).toContain('PROTECTED_CHANGED');
    expect(told).toContain(gate);
    expect(it.bash('ls').told).toEqual([]);
  });

  test('a write while another call is looked at is told after the next one', async () => {
    const repo = installed();
    const it = start(repo);
    const settings = repo.path('.claude/settings.local.json');
    writeFileSync(settings, '{}');
    const response = { stdout: '', stderr: '', interrupted: false, isImage: false };
    const held = await holdHook(
      repo,
      it.events.postToolUse('Bash', { command: 'ls -l' }, response, 'toolu_held'),
      'diff',
    );
    writeFileSync(repo.path('.claude/settings.json'), '{}');
    const first = await held.goOn();
    expect(first).toContain('settings.local.json');
    expect(first).not.toContain('settings.json');
    expect(it.bash('ls').told.join()).toContain('.claude/settings.json');
    expect(it.bash('ls').told).toEqual([]);
  });

  test('nothing is said afterwards of what the policy excepts', () => {
    const config = 'exceptions: [{ guard: protected, path: .claude/settings.json, reason: made anew, owner: ann }]\n';
    const repo = project(QUICK, { files: { 'flow.config.yaml': config } });
    expect(cli(repo, ['install']).status).toBe(0);
    const it = start(repo);
    repo.write('tool.py', "open(open('name.txt').read().strip(), 'w').write('{}')\n");
    repo.write('name.txt', '.claude/settings.json\n');
    expect(it.bash('python3 tool.py').told.join()).not.toContain('PROTECTED_CHANGED');
  });

  test.skipIf(!HAS_PYTHON)('evidence that a program changed is void, and the agent is told', () => {
    const repo = installed();
    const it = start(repo);
    it.write(...QUICK.fixed);
    it.bash(QUICK.test);
    repo.commit('tested');
    repo.write(
      'tool.py',
      "import glob\nfor name in glob.glob(open('names.txt').read().strip()):\n    text = open(name).read().replace('passed', 'Passed')\n    open(name, 'w').write(text)\n",
    );
    repo.write('names.txt', '.git/flow/receipts/*\n');
    repo.commit('a tool');
    expect(it.bash('python3 tool.py').told.join()).toContain('evidence is void');
    expect(it.bash('git push origin HEAD').refused).toContain('EVIDENCE_VOID');
    expect(it.bash(QUICK.test).exit).toBe(0);
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
  });

  test('a branch without the launcher would leave the session unable to run anything, so the switch is refused', () => {
    const repo = installed();
    repo.git('branch', 'older', 'main');
    repo.commit('install the guard');
    repo.git('branch', 'newer');
    const it = start(repo);
    const call = it.bash('git checkout -q older');
    expect(call.refused).toContain('BRANCH_WITHOUT_GUARD');
    const remedy = /`(git worktree add [^`]+)`/.exec(call.refused ?? '')?.[1] ?? '';
    expect(it.bash(remedy)).toMatchObject({ refused: null, exit: 0 });
    expect(it.bash('git switch -q newer')).toMatchObject({ refused: null, exit: 0, told: [] });
    expect(it.bash('git checkout -q HEAD -- README.md').refused).toBeNull();
  });

  test('a rebase is refused where it leaves the launcher behind, and not where it brings it along', () => {
    const repo = installed();
    repo.git('branch', 'older', 'main');
    repo.commit('install the guard');
    repo.write('b.txt', 'b\n');
    repo.commit('later work');
    const it = start(repo);
    for (const words of ['--onto older HEAD~1', '--onto=older HEAD~1', '-i --exec true --onto older HEAD~1']) {
      expect(it.bash(`git rebase ${words}`).refused, words).toContain('BRANCH_WITHOUT_GUARD');
    }
    expect(it.bash('git rebase -q older')).toMatchObject({ refused: null, exit: 0, told: [] });
    expect(it.bash('git rebase -q --exec true HEAD~1')).toMatchObject({ refused: null, exit: 0 });
  });

  test('a settings change that disarms does not take effect; another does', () => {
    const repo = installed();
    const it = start(repo);
    const settings = repo.path('.claude/settings.json');
    const armed = JSON.parse(repo.read('.claude/settings.json'));
    const change = () => it.send(it.events.configChange('project_settings', settings)).status;
    writeFileSync(settings, JSON.stringify({ ...armed, model: 'opus' }));
    expect(change()).toBe(0);
    // Another home for state would find no program, key or policy there.
    const elsewhere = { ...armed, env: { XDG_STATE_HOME: '/tmp/other' } };
    for (const disarmed of [{ ...armed, hooks: {} }, { ...armed, disableAllHooks: true }, elsewhere, '{']) {
      writeFileSync(settings, typeof disarmed === 'string' ? disarmed : JSON.stringify(disarmed));
      expect(change()).toBe(2);
    }
    // Where the hooks stand in another file, this one still switches off all of them.
    writeFileSync(repo.path('.claude/settings.local.json'), JSON.stringify(armed));
    writeFileSync(settings, '{}');
    expect(change()).toBe(0);
    writeFileSync(settings, '{ "disableAllHooks": true }');
    expect(change()).toBe(2);
  });

  test('a settings change is held against the policy, as any call is', () => {
    const at = (policy: string) => {
      const repo = repository({ files: { 'README.md': 'x\n', 'flow.config.yaml': policy } });
      expect(cli(repo, ['install']).status).toBe(0);
      const it = start(repo);
      const settings = repo.write('.claude/settings.json', '{ "disableAllHooks": true }\n');
      return it.send(it.events.configChange('project_settings', settings));
    };
    const monitored = at('guards: { arming: monitor }\n');
    expect(monitored.status).toBe(0);
    expect(monitored.stdout).toContain('not enforced');
    expect(at('guards: { arming: "off" }\n')).toMatchObject({ status: 0, stdout: '' });
  });
});
