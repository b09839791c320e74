import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { cli, has, project, QUICK, repository, start } from './kit.js';

const TOKEN = '//registry.example.com/:_authToken=abc';

/** A repository with secrets, and with a policy where one is given. */
function secretive(config?: string) {
  const files = { 'README.md': '# x\n', '.env.example': 'KEY=\n', '.gitignore': '.env\n*.key\n' };
  const repo = repository({ files: { ...files, ...(config ? { 'flow.config.yaml': config } : {}) } });
  repo.write('.env', 'KEY=1\n');
  repo.write('config/server.key', 'k\n');
  return repo;
}

describe('C27 the agent does not write secrets', () => {
  test.each([
    ['an environment file', '.env'],
    ['one of a stage', 'apps/web/.env.production'],
    ['in another case', '.ENV'],
    ['by dots', 'src/../.env'],
    ['a key', 'certs/server.key'],
    ['credentials', 'config/credentials.json'],
  ])('%s by a file tool', (_what, path) => {
    const repo = secretive();
    const it = start(repo);
    for (const tool of ['Write', 'Edit', 'CreateFile', 'mcp__filesystem__write_file']) {
      const call = it.tool(tool, { file_path: repo.path(path), path: repo.path(path), content: 'x' });
      expect(call.refused, tool).toContain('SENSITIVE_WRITE');
    }
  });

  test.each([
    'echo A=1 >> .env',
    'cp .env.example .env',
    'sed -i s/1/2/ .env',
    'tee .env.local < .env.example',
    'rm -f .env',
    'rm -rf config',
    'mv config old',
    'touch config/server.key',
    'cd config && printf x > server.key',
    'f=.en; echo x > "${f}v"',
    "python3 -c \"open('.env','a').write('A=1')\"",
    'echo key >> ~/.ssh/authorized_keys',
    `echo '${TOKEN}' >> .npmrc`,
    'git clean -fdx',
    'chmod 644 .env',
    'chmod 000 .env',
  ])('by the command %s', (command) => {
    expect(start(secretive()).bash(command).refused).toContain('SENSITIVE_WRITE');
  });

  test('by a link, made before or in the same command', () => {
    const repo = secretive();
    symlinkSync('.env', repo.path('notes'));
    const it = start(repo);
    expect(it.write('notes', 'x').refused).toContain('SENSITIVE_WRITE');
    expect(it.bash('echo x > notes').refused).toContain('SENSITIVE_WRITE');
    expect(it.bash('ln -s .env other && echo x > other').refused).toContain('SENSITIVE_WRITE');
  });

  test('a link to one may go or lead elsewhere; what it leads to may not', () => {
    const repo = secretive();
    symlinkSync('../.env', repo.path('config/env'));
    symlinkSync('..', repo.path('config/up'));
    const it = start(repo);
    for (const command of [
      'echo x > config/env',
      'cp README.md config/env',
      'rm config/up/.env',
      'ln -sf README.md config/up/.env',
      'truncate -s 0 config/env',
      'rm "$(realpath config/env)"',
      'mv config/env config/other && echo x > config/other',
      'mv README.md config/up/.env',
      'mv README.md .env',
      'python3 -c "import pathlib; pathlib.Path(\'config/env\').resolve().unlink()"',
    ])
      expect(it.bash(command).refused, command).toMatch(/SENSITIVE_WRITE|COMMAND_UNREADABLE/);
    for (const command of [
      'rm config/env',
      'unlink config/env',
      'ln -sfn ../.env.example config/env',
      'cd config && rm -f env',
      'printf "A=\\n" > config/new && mv config/new config/env',
    ])
      expect(it.bash(command).refused, command).toBeNull();
  });

  test('by a hard link, whoever made it', () => {
    const repo = secretive();
    linkSync(repo.path('.env'), repo.path('notes.txt'));
    const it = start(repo);
    expect(it.write('notes.txt', 'x').refused).toContain('SENSITIVE_WRITE');
    expect(it.bash('echo x > notes.txt').refused).toContain('SENSITIVE_WRITE');
  });

  test('in the home directory, from outside of any repository too', () => {
    const repo = secretive();
    mkdirSync(`${repo.home}/plain`);
    const it = start(repo, { cwd: `${repo.home}/plain` });
    for (const file of ['.ssh/authorized_keys', '.aws/credentials', '.netrc', '.kube/config']) {
      expect(it.write(`${repo.home}/${file}`, 'x').refused, file).toContain('SENSITIVE_WRITE');
    }
    expect(it.write(`${repo.home}/.npmrc`, TOKEN).refused).toContain('SENSITIVE_WRITE');
  });
});

describe('C27 C72 honest work beside secrets', () => {
  test.each([
    'cat .env',
    'grep KEY .env',
    'ls -la .env*',
    'cp .env /tmp/env-copy-$$ && rm /tmp/env-copy-$$',
    'set -a; . ./.env; set +a',
    'echo "Never commit .env or *.pem" >> README.md',
    'git add .env.example && git commit -qm "say what .env needs"',
    'echo registry=https://registry.example.com/ >> .npmrc',
    'echo KEY= >> .env.example',
    'openssl rand -hex 8 > nonce.txt',
    'rm -rf node_modules dist',
    'git clean -fd',
    'find . -name "*.key" | xargs -r ls -l',
    'chmod 600 .env && chmod go-rwx config/server.key',
  ])('%s', (command) => {
    expect(start(secretive()).bash(command).refused).toBeNull();
  });

  test.each(['.env.example', '.env.sample', 'src/env.ts', 'docs/secrets.md', '.npmrc'])('writing %s', (path) => {
    expect(start(secretive()).write(path, 'registry=https://registry.example.com/\n').refused).toBeNull();
  });

  test('C73 what the project frees, for its files and not for others', () => {
    const repo = secretive('sensitive: { allow: [test/fixtures/**] }\n');
    const it = start(repo);
    expect(it.write('test/fixtures/ca.pem', 'x').refused).toBeNull();
    expect(it.write('ca.pem', 'x').refused).toContain('SENSITIVE_WRITE');
  });

  test('C73 an exception holds until its day', () => {
    const exception = (expires: string) =>
      `exceptions: [{ guard: sensitive, path: .env.test, reason: fixture, owner: ann, expires: '${expires}' }]\n`;
    expect(start(secretive(exception('2999-01-01'))).write('.env.test', 'x').refused).toBeNull();
    const repo = secretive(exception('2020-01-01'));
    const { refused } = start(repo).write('.env.test', 'x');
    expect(refused).toContain('SENSITIVE_WRITE');
    expect(refused).toContain('An exception for it expired on 2020-01-01 (ann: fixture).');
    expect(cli(repo, ['doctor']).stdout).toContain(
      'exceptions have expired, and what they allowed is now refused: .env.test (ann',
    );
    expect(cli(repo, ['explain', 'echo x > .env.test']).stdout).toContain('expired on 2020-01-01');
  });
});

describe('C27 what the project adds', () => {
  test('further secrets', () => {
    const it = start(secretive('sensitive: { write: ["ops/**"] }\n'));
    expect(it.write('ops/prod.txt', 'x').refused).toContain('SENSITIVE_WRITE');
    expect(it.bash('echo x > ops/prod.txt').refused).toContain('SENSITIVE_WRITE');
    expect(it.write('src/prod.txt', 'x').refused).toBeNull();
  });

  test.each([
    ['block', 'cat .env', true],
    ['block', 'grep -r KEY config/server.key', true],
    ['block', 'cp .env /tmp/x', true],
    ['block', 'cat .env.example', false],
    ['block', 'ls -la', false],
  ])('reading: %s, %s', (level, command, refused) => {
    const call = start(secretive(`sensitive: { read: ${level} }\n`)).bash(command);
    if (refused) expect(call.refused).toContain('SENSITIVE_READ');
    else expect(call.refused).toBeNull();
  });

  test('reading by a tool', () => {
    const repo = secretive('sensitive: { read: block }\n');
    const it = start(repo);
    expect(it.tool('Read', { file_path: repo.path('.env') }).refused).toContain('SENSITIVE_READ');
    expect(it.tool('mcp__filesystem__read_text_file', { path: repo.path('.env') }).refused).toContain('SENSITIVE_READ');
    expect(it.tool('Grep', { pattern: 'KEY', path: repo.path('.env') }).refused).toContain('SENSITIVE_READ');
    const copy = { source: repo.path('.env'), destination: repo.path('copy.txt') };
    expect(it.tool('mcp__filesystem__copy_file', copy).refused).toContain('SENSITIVE_READ');
    expect(it.tool('Read', { file_path: repo.path('README.md') }).refused).toBeNull();
    for (const [glob, isRefused] of [
      ['.env*', true],
      ['**/*.{ts,pem}', true],
      ['*.ts', false],
      ['!.env', false],
      ['.env.example', false],
    ] as const) {
      const { refused } = it.tool('Grep', { pattern: 'KEY', path: repo.root, glob });
      expect([glob, refused?.includes('SENSITIVE_READ') ?? false]).toEqual([glob, isRefused]);
    }
  });

  test('the client asks about reading tools only where the project guards reading', () => {
    const matcher = (config?: string) => {
      const repo = secretive(config);
      expect(cli(repo, ['install']).status).toBe(0);
      const [group] = JSON.parse(repo.read('.claude/settings.json')).hooks.PreToolUse;
      return new RegExp(group.matcher);
    };
    expect(matcher().test('Read')).toBe(false);
    const guarded = matcher('sensitive: { read: block }\n');
    expect(['Read', 'Grep', 'Write', 'Glob'].map((tool) => guarded.test(tool))).toEqual([true, true, true, false]);
  });

  test('reading can also only be told', () => {
    const call = start(secretive('sensitive: { read: warn }\n')).bash('cat .env');
    expect(call).toMatchObject({ refused: null, told: [expect.stringContaining('contains secrets')] });
  });
});

test('C28 a secret is named before the phase and the push, and what helps is allowed', () => {
  const repo = project(QUICK, { files: { 'flow.config.yaml': 'edits: { withoutPhase: deny }\n' } });
  const it = start(repo);
  repo.write(...QUICK.fixed);
  repo.commit('not tested');
  const refused = it.bash(`echo x > .env; echo x > ${QUICK.fixed[0]}; git push origin HEAD`).refused!;
  const codes = [...refused.matchAll(/^- ([A-Z_]+):/gm)].map((match) => match[1]);
  expect(codes).toEqual(['SENSITIVE_WRITE', 'EDIT_FORBIDDEN', expect.stringMatching(/^PUSH_/)]);
  expect(it.write('.env.example', 'KEY=\n').refused).toBeNull();
});

test('a guard that is off says nothing, and explain says that it is off', () => {
  const repo = secretive('guards: { sensitive: off }\n');
  expect(start(repo).write('.env', 'x').refused).toBeNull();
  const explained = JSON.parse(cli(repo, ['explain', '--json', 'echo x > .env']).stdout);
  expect(explained.decision).toBe('allow');
  expect(explained.guards).toContainEqual({ guard: 'sensitive', mode: 'off', answer: 'off' });
});

describe.skipIf(!has('python3', '--version'))('C27 what a command did to secrets without showing it', () => {
  // Names that follow from what lies there are beyond reading.
  const program = (name: string) => `import os\nopen(${name}, "a").write("B=2")\n`;

  test('is told to the agent and the person, written down, and not put back', () => {
    const repo = secretive();
    repo.write('tool.py', program('[n for n in os.listdir(".") if len(n) == 4 and n < "A"][0]'));
    const call = start(repo).bash('python3 tool.py --generate');
    expect(call.refused).toBeNull();
    expect(call.told.join('\n')).toContain('Secrets changed while this ran: .env');
    expect(repo.read('.env')).toContain('B=2');
    expect(repo.read('.git/flow/journal.jsonl')).toMatch(/\.env.*"type":"breach"/);
  });

  test('closing a secret to others is no news, and opening it is', () => {
    const repo = secretive();
    const it = start(repo);
    it.bash('make --version');
    expect(it.bash('chmod 600 .env config/server.key').told.join('\n')).not.toContain('Secrets');
    repo.write('tool.py', 'import os\nos.chmod([n for n in os.listdir(".") if len(n) == 4 and n < "A"][0], 0o666)\n');
    expect(it.bash('python3 tool.py --generate').told.join('\n')).toContain('Secrets changed while this ran: .env');
  });

  test('a secret that appears is told, too', () => {
    const repo = secretive();
    repo.write('tool.py', program('"k" + os.listdir("config")[0][6:]'));
    expect(start(repo).bash('python3 tool.py --generate').told.join('\n')).toContain('k.key');
  });

  test('a secret in a folder below is told, too', () => {
    const repo = secretive();
    repo.write('tool.py', program('[os.path.join("config", n) for n in os.listdir("config")][0]'));
    expect(start(repo).bash('python3 tool.py --generate').told.join('\n')).toContain('config/server.key');
  });

  test.each([
    ['the guard is off', 'guards: { sensitive: off }\n'],
    ['the code is off', 'rules: { SENSITIVE_CHANGED: off }\n'],
    ['the file is excepted', 'exceptions: [{ guard: sensitive, path: .env, reason: made up, owner: ann }]\n'],
  ])('nothing is said where %s', (_what, config) => {
    const repo = secretive(config);
    repo.write('tool.py', program('[n for n in os.listdir(".") if len(n) == 4 and n < "A"][0]'));
    expect(start(repo).bash('python3 tool.py --generate').told.join('\n')).not.toContain('SENSITIVE_CHANGED');
    expect(repo.read('.env')).toContain('B=2');
  });

  test('what the person changes between two calls is nobody else’s business', () => {
    const repo = secretive();
    const it = start(repo);
    it.bash('make --version');
    repo.write('.env', 'KEY=2\n');
    expect(it.bash('make --version').told.join('\n')).not.toContain('Secrets');
  });

  test('33.3 a folder that the command went into holds no news but what came there meanwhile', () => {
    const repo = secretive();
    const it = start(repo);
    let calls = 0;
    const goInto = (folder: string, write: () => void, durationMs?: number) => {
      const input = { command: `make --version; cd ${folder}`, description: 'x' };
      const id = `toolu_into_${++calls}`;
      it.send(it.events.preToolUse('Bash', input, id));
      write();
      const end = it.events.postToolUse('Bash', input, { stdout: '', stderr: '' }, id, durationMs);
      return it.send({ ...end, cwd: repo.path(folder) }).stdout;
    };
    expect(goInto('a', () => mkdirSync(repo.path('a')))).not.toContain('Secrets');
    expect(goInto('b', () => repo.write('b/.env', 'A=1\n'))).toContain('Secrets changed while this ran: b/.env');
    // One that a person keeps outside, from before the call.
    mkdirSync(path.join(repo.area, 'beside'));
    writeFileSync(path.join(repo.area, 'beside/.env'), 'A=1\n');
    expect(goInto('../beside', () => {}, -20_000)).not.toContain('Secrets');
  });

  test('what git brings is no news', () => {
    const repo = repository({ files: { '.env.test': 'A=1\n' } });
    repo.git('switch', '-qc', 'other');
    repo.write('.env.test', 'A=2\n');
    repo.git('commit', '-qam', 'other');
    expect(start(repo).bash('git switch -q feature/login').told.join('\n')).not.toContain('Secrets');
  });
});
