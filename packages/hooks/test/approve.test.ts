import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { agentMarks } from '@flow/clients/coding-agents';
import { type ApprovalStatement, PLAIN_GATE } from '@flow/core';
import { filesOnDisk, presentContent } from '@flow/engine/facts/approvals/content';
import { surroundingsOf } from '@flow/engine/places/surroundings';
import { renderShown } from '@flow/engine/run/approvals/show';
import {
  appendEvent,
  approvalsOf,
  findRepository,
  type Repository,
  readJournal,
  rootCommits,
  writeApproval,
} from '@flow/evidence';
import type { TempRepo } from '@flow/test-kit';
import { test as anyTest, describe, expect } from 'vitest';
import { CAN_SIGN } from '../../evidence/test/programs.js';
import { CLI, cli, has, newKey, project, QUICK, repository, start } from './kit.js';
import { room } from './room.js';
import { atTerminal, HAS_SCRIPT } from './terminal-kit.js';

const test = anyTest.skipIf(!CAN_SIGN);

const SPEC = 'develop/feature/login/spec.md';
const SHAPE = 'develop/feature/login/test-shape.yaml';
const FILES = { [SPEC]: '# Login\n\nMust let people in.\n', [SHAPE]: 'claims: []\n' };

/** A repository whose person has a throw-away signing key, and whose policy knows it. */
function signing(config = '', more: Record<string, string> = {}): { repo: TempRepo; line: string } {
  const repo = repository();
  const line = newKey(repo, 'anne').line;
  const text = `approvals:\n  signers:\n    - ${line}\n${config}`;
  for (const [name, content] of Object.entries({ 'flow.config.yaml': text, ...more })) repo.write(name, content);
  repo.commit('configured');
  repo.git('push', '-q', 'origin', 'HEAD:main');
  for (const [name, content] of Object.entries(FILES)) repo.write(name, content);
  return { repo, line };
}

interface Listed {
  gates: { gate: string; state: string; changed: string[]; asked?: boolean; by?: string; method?: string }[];
}

function gate(repo: TempRepo, name = 'shape') {
  const listed = JSON.parse(cli(repo, ['approve', '--list', '--json']).stdout) as Listed;
  return listed.gates.find((one) => one.gate === name);
}

describe('D68 D69 D102 a signed approval', () => {
  test('shows what is approved, is kept, and ends with every change of it', () => {
    const { repo } = signing();
    expect(gate(repo)).toMatchObject({ state: 'missing' });
    const made = cli(repo, ['approve', 'shape', '--sign']);
    expect(made).toMatchObject({ status: 0 });
    expect(made.stdout).toContain('Must let people in.');
    expect(made.stdout).toContain('Approved: gate shape');
    expect(gate(repo)).toMatchObject({ state: 'valid', by: 'anne@example.test', method: 'signed' });
    repo.commit('the same content, committed');
    expect(gate(repo)).toMatchObject({ state: 'valid' });
    repo.write(SPEC, `${FILES[SPEC]}Must keep others out.\n`);
    expect(gate(repo)).toMatchObject({ state: 'changed', changed: [SPEC] });
    repo.write(SPEC, FILES[SPEC]!);
    expect(gate(repo)).toMatchObject({ state: 'valid' });
    rmSync(repo.path(SHAPE));
    expect(gate(repo)).toMatchObject({ state: 'changed', changed: [SHAPE] });
  });

  test('D14 leaves a file that names gate, person, time, commit and signature, which decides nothing', () => {
    const { repo } = signing();
    cli(repo, ['approve', 'shape', '--sign']);
    const file = repo.path('develop/feature/login/gate-shape.approved');
    const view = JSON.parse(readFileSync(file, 'utf8'));
    expect(view).toMatchObject({
      statement: { gate: 'shape', head: repo.git('rev-parse', 'HEAD'), person: 'Test Person <person@example.test>' },
      signature: { format: 'ssh', text: expect.stringContaining('BEGIN SSH SIGNATURE') },
    });
    expect(view.statement.issued).toBeGreaterThan(1e12);
    rmSync(file);
    expect(gate(repo)).toMatchObject({ state: 'valid' });
    repo.write('develop/feature/login/gate-report.approved', readFileSync(repo.path('flow.config.yaml')));
    expect(gate(repo, 'report')).toMatchObject({ state: 'missing' });
  });

  test('D97 of a key that the policy does not name counts for nothing, and says what to add', () => {
    const { repo } = signing();
    newKey(repo, 'mallory');
    const made = cli(repo, ['approve', 'shape', '--sign']);
    expect(made).toMatchObject({ status: 1 });
    expect(made.stderr).toContain('SIGNER_UNKNOWN');
    expect(gate(repo)).toMatchObject({ state: 'missing' });
  });

  test('D97 a signer added on the branch does not count before a person applies it', () => {
    const { repo, line } = signing();
    const other = newKey(repo, 'mallory').line;
    const config = repo.read('flow.config.yaml');
    writeFileSync(repo.path('flow.config.yaml'), config.replace(line, other));
    expect(cli(repo, ['approve', 'shape', '--sign']).stderr).toContain('SIGNER_UNKNOWN');
  });

  test('D102 where the gate asks for a signature, a key is asked for and nothing else counts', () => {
    const { repo } = signing('  strength: signed\n');
    expect(cli(repo, ['approve', 'shape'])).toMatchObject({ status: 0 });
    expect(gate(repo)).toMatchObject({ state: 'valid', method: 'signed' });
    repo.git('config', '--global', '--unset', 'user.signingkey');
    expect(cli(repo, ['approve', 'report']).stderr).toContain('NOTHING_TO_APPROVE');
    repo.write('develop/feature/login/report.html', '<p>done</p>');
    const made = cli(repo, ['approve', 'report']);
    expect(made).toMatchObject({ status: 1 });
    expect(made.stderr).toContain('NO_SIGNING_KEY');
  });
});

describe('D68 what can be approved', () => {
  test('an unknown gate, nothing to see, and no branch are told', () => {
    const repo = repository();
    expect(cli(repo, ['approve', 'shp'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('shape, review, report'),
    });
    expect(cli(repo, ['approve', 'shape']).stderr).toContain('NOTHING_TO_APPROVE');
    repo.git('checkout', '-q', '--detach');
    expect(cli(repo, ['approve', 'shape']).stderr).toContain('git switch');
  });

  test('a link, a huge file and a file that is no text are not passed over', () => {
    const { repo } = signing();
    repo.write(SHAPE, Buffer.from([0, 255, 1]));
    const made = cli(repo, ['approve', 'shape', '--sign']);
    expect(made.stdout).toContain('3 bytes, not text');
    repo.write(SPEC, `${'x'.repeat(100)}\u001b[2J\n`.repeat(5000));
    const cut = cli(repo, ['approve', 'shape', '--sign']);
    expect(cut.stdout).toMatch(/more lines: read the file/);
    expect(cut.stdout).not.toContain('\u001b[2J');
    repo.write(SPEC, Buffer.alloc(17 * 1024 * 1024, 65));
    expect(cli(repo, ['approve', 'shape', '--sign']).stderr).toContain('cannot be read');
  });

  anyTest('more files than anybody looks at are never what was approved', () => {
    const repo = repository();
    for (let at = 0; at <= 500; at++) repo.write(`docs/${at}.md`, '');
    const rules = { ...PLAIN_GATE, subjects: ['docs/**'] };
    const place = { branch: 'feature/login', commit: null, disk: true };
    const present = () => presentContent(home(repo), rules, place, null, [], Date.now() + 60_000).subjects;
    expect(present()).toEqual([{ path: '(unreadable)', sha256: '' }]);
    rmSync(repo.path('docs/500.md'));
    expect(present()).toHaveLength(500);
  });

  anyTest('what git has under the name of what was approved, and is something else, is nothing to compare with', () => {
    const repo = repository({ files: { [SPEC]: 'sneaked in\n' } });
    repo.write(SPEC, 'sneaked in\nand more\n');
    const [file] = filesOnDisk(home(repo), [SPEC])!;
    const subjects = [{ path: SPEC, sha256: 'of what a person saw' }];
    const before = statement({ subjects, tree: repo.git('rev-parse', 'HEAD^{tree}') }, repo);
    const shown = { gate: 'shape', rules: PLAIN_GATE, statement: before, files: [file!], before, base: null };
    const text = renderShown(home(repo), shown, Date.now() + 60_000);
    expect(text).toContain('    sneaked in\n    and more\n');
    expect(text).not.toContain('changed since');
  });

  test('a second approval shows what has changed since the first', () => {
    const { repo } = signing();
    cli(repo, ['approve', 'shape', '--sign']);
    repo.write(SPEC, `${FILES[SPEC]}Must keep others out.\n`);
    const made = cli(repo, ['approve', 'shape', '--sign']);
    expect(made.stdout).toContain('+Must keep others out.');
    expect(made.stdout).toContain(`${SHAPE}  sha256`);
    expect(made.stdout).toContain('unchanged since it was approved');
    expect(made.stdout).not.toContain('claims: []');
  });

  test('the whole content: any change of it ends the approval, a view does not', () => {
    const { repo } = signing();
    expect(cli(repo, ['approve', 'handoff', '--sign']).status).toBe(0);
    expect(gate(repo, 'handoff')).toMatchObject({ state: 'valid' });
    repo.write('develop/feature/login/test-results-go.json', '{}');
    expect(gate(repo, 'handoff')).toMatchObject({ state: 'valid' });
    repo.write('other.txt', 'x');
    expect(gate(repo, 'handoff')).toMatchObject({ state: 'changed', changed: ['(tree)'] });
  });

  test('the whole content: a second approval names what has changed since the first, of this branch alone', () => {
    const { repo } = signing();
    const first = cli(repo, ['approve', 'handoff', '--sign']).stdout;
    expect(first).not.toContain('since it was last approved');
    repo.write('other.txt', 'x\n');
    const [, rest = ''] = cli(repo, ['approve', 'handoff', '--sign']).stdout.split(/^Of that, changed since .*: 1$/m);
    expect(rest).toMatch(/^\s*other\.txt +\| 1 \+\n/);
    expect(rest).toContain('1 file changed');
    const [, diff = ''] = rest.match(/^Every line of it: git (diff \w+ \w+)$/m) ?? [];
    expect(repo.git(...diff.split(' '))).toMatch(/^\+x$/m);
    repo.git('checkout', '-q', '-b', 'feature/other');
    repo.write('more.txt', 'x\n');
    expect(cli(repo, ['approve', 'handoff', '--sign']).stdout).not.toContain('since it was last approved');
  });

  test('an approval ends after the hours of its gate, and is for its branch and repository alone', () => {
    const { repo } = signing('  gates:\n    shape: { hours: 0.00001 }\n');
    cli(repo, ['approve', 'shape', '--sign']);
    expect(gate(repo)).toMatchObject({ state: 'expired' });
    // Whoever approved did so for these hours: no later rule makes it last.
    repo.write('flow.config.yaml', repo.read('flow.config.yaml').replace('hours: 0.00001', 'hours: 24'));
    repo.commit('longer');
    repo.git('push', '-q', 'origin', 'HEAD:main');
    expect(gate(repo)).toMatchObject({ state: 'expired' });
    cli(repo, ['approve', 'handoff', '--sign']);
    repo.git('checkout', '-q', '-b', 'feature/other');
    expect(gate(repo, 'handoff')).toMatchObject({ state: 'missing' });
  });

  test('an approval ends at its time, also where the clock is set back', () => {
    const { repo } = signing('  gates:\n    shape: { hours: 1 }\n');
    cli(repo, ['approve', 'shape', '--sign']);
    expect(gate(repo)).toMatchObject({ state: 'valid' });
    // Something is recorded while it is later than that; then the clock says the same as before.
    const later = { type: 'mark' as const, data: { name: 'later' }, time: Date.now() + 2 * 3_600_000 };
    appendEvent(home(repo), later, repo.environment);
    expect(gate(repo)).toMatchObject({ state: 'expired' });
  });
});

describe('D68 D97 what is shown is what is approved', () => {
  test('a long line is shown to its end, and nothing in it is invisible', () => {
    const { repo } = signing();
    const hidden = String.fromCodePoint(0xe0061, 0x200b, 0x2063);
    repo.write(SPEC, `short${' '.repeat(3000)}no tests needed${hidden}\n`);
    const { stdout } = cli(repo, ['approve', 'shape', '--sign']);
    expect(stdout).toContain('no tests needed\ufffd\ufffd\ufffd');
  });

  test('what was approved in a weaker way is shown again', () => {
    const { repo } = signing();
    const files = filesOnDisk(home(repo), ['develop/feature/login/*.{md,yaml}'])!;
    const subjects = files.map(({ path: file, sha256 }) => ({ path: file, sha256 }));
    writeApproval(home(repo), statement({ gate: 'shape', method: 'terminal', subjects }, repo), null, repo.environment);
    expect(gate(repo)).toMatchObject({ state: 'valid' });
    const made = cli(repo, ['approve', 'shape', '--sign']);
    expect(made.stdout).toContain('Must let people in.');
    expect(made.stdout).not.toContain('unchanged since it was approved');
  });

  test('the whole content holds what other people’s clients run, once it is tracked', () => {
    const { repo } = signing();
    repo.write('.claude/settings.json', '{}');
    expect(cli(repo, ['approve', 'handoff', '--sign']).status).toBe(0);
    repo.write('.claude/settings.json', '{ "hooks": {} }');
    expect(gate(repo, 'handoff')).toMatchObject({ state: 'valid' });
    repo.commit('tracked from here on');
    expect(gate(repo, 'handoff')).toMatchObject({ state: 'changed' });
    expect(cli(repo, ['approve', 'handoff', '--sign']).status).toBe(0);
    expect(gate(repo, 'handoff')).toMatchObject({ state: 'valid' });
    repo.write('.claude/settings.json', '{ "hooks": { "Stop": [] } }');
    expect(gate(repo, 'handoff')).toMatchObject({ state: 'changed', changed: ['(tree)'] });
  });

  test('git’s line ends on disk change nothing', () => {
    const { repo } = signing();
    expect(cli(repo, ['approve', 'shape', '--sign']).status).toBe(0);
    repo.write(SPEC, FILES[SPEC]!.replaceAll('\n', '\r\n'));
    expect(gate(repo)).toMatchObject({ state: 'valid' });
    repo.write(SPEC, FILES[SPEC]!.replaceAll('\n', '\r'));
    expect(gate(repo)).toMatchObject({ state: 'changed' });
  });

  test('a branch may be called anything that git allows', () => {
    const { repo } = signing();
    for (const name of ["a$&b$'c", 'feat(x)+{y,z}', '@home!', 'mit leer'.replace(' ', '\u00a0')]) {
      repo.git('checkout', '-q', '-b', name);
      expect(cli(repo, ['approve', 'report', '--sign']).stderr).toContain('NOTHING_TO_APPROVE');
      repo.write(`develop/${name}/report.md`, 'x\n');
      expect(cli(repo, ['approve', 'report', '--sign']), name).toMatchObject({ status: 0 });
      expect(gate(repo, 'report')).toMatchObject({ state: 'valid' });
    }
  });

  test('a name that would steer the terminal is shown as what it is, and a link leads nowhere', () => {
    const { repo } = signing('  gates:\n    all: { subjects: ["docs/**"] }\n');
    repo.write('docs/a\u001b]0;x\u0007b.md', 'x\n');
    expect(cli(repo, ['approve', 'all', '--sign']).stdout).toContain('docs/a\ufffd]0;x\ufffdb.md  sha256');
    renameSync(repo.path('docs'), path.join(repo.area, 'elsewhere'));
    symlinkSync(path.join(repo.area, 'elsewhere'), repo.path('docs'));
    expect(cli(repo, ['approve', 'all', '--sign']).stderr).toContain('links');
    expect(gate(repo, 'all')).toMatchObject({ state: 'changed' });
  });

  test('a submodule is approved by its commit, on disk as in what is pushed', () => {
    const { repo } = signing('  gates:\n    all: { subjects: ["docs/**"], push: block }\n');
    expect(cli(repo, ['install']).status).toBe(0);
    const other = repository();
    repo.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', other.root, 'docs/sub');
    repo.commit('submodule');
    const made = cli(repo, ['approve', 'all', '--sign']);
    expect(made.stdout).toContain(`Subproject commit ${other.git('rev-parse', 'HEAD')}`);
    const push = (name: string) =>
      spawnSync('git', ['push', '-q', 'origin', `HEAD:${name}`], { cwd: repo.root, env: repo.environment }).status;
    expect(push('refs/heads/one')).toBe(0);
    execFileSync('git', ['commit', '-q', '--allow-empty', '-m', 'x'], {
      cwd: repo.path('docs/sub'),
      env: repo.environment,
    });
    expect(gate(repo, 'all')).toMatchObject({ state: 'changed', changed: ['docs/sub'] });
    repo.commit('moved');
    expect(push('refs/heads/two')).toBe(1);
  });

  test('without a branch, and with what does not sign, it is told what to do', () => {
    const { repo } = signing();
    const failing = (...words: string[]) => {
      if (words.length > 0) repo.git('config', '--global', ...words);
      return cli(repo, ['approve', 'handoff', '--sign']).stderr;
    };
    expect(failing('gpg.ssh.program', '~/nowhere')).toContain('/nowhere did not sign');
    expect(failing('--unset', 'gpg.format')).toContain('git config --global gpg.format ssh');
    repo.git('checkout', '-q', '--detach');
    expect(failing()).toContain('git switch');
  });

  test('one gate at a time, and a person without a name in git', () => {
    const { repo } = signing();
    expect(cli(repo, ['approve', 'shape', 'handoff'])).toMatchObject({ status: 2 });
    repo.git('config', '--global', '--unset', 'user.name');
    repo.git('config', '--global', '--unset', 'user.email');
    const made = cli(repo, ['approve', 'shape', '--sign']);
    expect(made.stdout).toContain(`signed by ${userInfo().username}.`);
  });
});

/** Whether this machine can give a program a `/dev` of its own, as containers do. */
const OWN_DEV = has('bwrap', '--dev-bind', '/', '/', '--dev', '/dev', 'true');

describe.skipIf(!HAS_SCRIPT)('D68 D97 an approval in a terminal', () => {
  test('asks for a word that only the terminal shows', async () => {
    const { repo } = signing();
    const wrong = await atTerminal(repo, ['approve', 'shape'], { answer: () => 'yes' });
    expect(wrong).toMatchObject({ status: 1, text: expect.stringContaining('Nothing was approved') });
    const right = await atTerminal(repo, ['approve', 'shape']);
    expect(right.text).toContain('Must let people in.');
    expect(right).toMatchObject({ status: 0, text: expect.stringContaining('Approved: gate shape') });
    expect(gate(repo)).toMatchObject({ state: 'valid', method: 'terminal' });
  });

  test('given faster than anybody reads it is none', async () => {
    const { repo } = signing();
    const fast = await atTerminal(repo, ['approve', 'shape'], { after: 0 });
    expect(fast).toMatchObject({ status: 1, text: expect.stringContaining('TOO_FAST') });
    expect(gate(repo)).toMatchObject({ state: 'missing' });
  });

  const NODE = process.execPath;
  /** What is written by somebody whose end nobody sees, once it has a line. */
  const shown = (file: string) =>
    `at=0; until grep -qs . '${file}' || [ $at -gt 300 ]; do sleep 0.1; at=$((at + 1)); done; sleep 0.2; cat '${file}'`;
  /** A program of Python that makes a terminal of the same number as its own, and starts a command with it for input. */
  const SAME_NUMBER = (isClosed: boolean, command: readonly string[]) => `import os, pty, subprocess
number = int(open('/proc/self/stat').read().rsplit(')', 1)[1].split()[4]) & 0xff
slave = -1
while slave < 0 or os.ttyname(slave) != '/dev/pts/%d' % number:
    master, slave = pty.openpty()
${isClosed ? 'os.close(master)' : ''}
print(subprocess.run(${JSON.stringify(command)}, stdin=slave, capture_output=True, text=True).stderr)
`;
  const forgeries: [string, string, (repo: TempRepo) => string][] = [
    ['no terminal', 'NO_TERMINAL', () => `'${NODE}' '${CLI}' approve shape`],
    ['script', 'DRIVEN_TERMINAL', () => `script -qec "'${NODE}' '${CLI}' approve shape" /dev/null`],
    [
      'a pseudo terminal of Python',
      'DRIVEN_TERMINAL',
      () => `python3 -c "import pty; pty.spawn(['${NODE}', '${CLI}', 'approve', 'shape'])"`,
    ],
    ['an agent’s environment', 'AGENT_ENVIRONMENT', () => `CLAUDECODE=1 '${NODE}' '${CLI}' approve shape`],
    [
      'an agent’s environment, taken off the command alone',
      'AGENT_ENVIRONMENT',
      () => `CLAUDECODE=1 sh -c "env -u CLAUDECODE '${NODE}' '${CLI}' approve shape; true"`,
    ],
    [
      'a program called claude above it',
      'AGENT_ANCESTOR',
      (repo) =>
        `cp "$(command -v bash)" '${repo.area}/claude' && '${repo.area}/claude' -c "'${NODE}' '${CLI}' approve shape; true"`,
    ],
    [
      'a terminal away from the caller',
      'DRIVEN_TERMINAL',
      (repo) =>
        `setsid -f script -qec "'${NODE}' '${CLI}' approve shape > '${repo.area}/away' 2>&1" /dev/null; ${shown(`${repo.area}/away`)}`,
    ],
    [
      'tmux with nobody attached',
      'UNATTENDED',
      (repo) =>
        `tmux -S '${repo.area}/tmux' new-session -d "'${NODE}' '${CLI}' approve shape > '${repo.area}/pane' 2>&1"; ${shown(`${repo.area}/pane`)}`,
    ],
    [
      'sandbox with a /dev of its own, within script',
      'DRIVEN_TERMINAL',
      () => `script -qec "bwrap --dev-bind / / --dev /dev '${NODE}' '${CLI}' approve shape" /dev/null`,
    ],
    ...['held by a runtime', 'held by nobody'].map((held): (typeof forgeries)[number] => [
      `sandbox with a /dev of its own, and for input a terminal of the same number made there, ${held}`,
      'DRIVEN_TERMINAL',
      (repo) => {
        repo.write('../inside.py', SAME_NUMBER(held === 'held by nobody', [NODE, CLI, 'approve', 'shape']));
        return `script -qec "bwrap --dev-bind / / --dev /dev python3 '${repo.area}/inside.py'" /dev/null`;
      },
    ]),
    ['yes in a pipe', 'NO_TERMINAL', () => `yes | '${NODE}' '${CLI}' approve shape`],
    ['an option that skips the question', 'Unknown option', () => `'${NODE}' '${CLI}' approve shape --yes`],
    [
      'a signature from below an agent',
      'AGENT_ENVIRONMENT',
      () => `AI_AGENT=x '${NODE}' '${CLI}' approve shape --sign`,
    ],
  ];
  anyTest('what any coding agent sets for its commands is known', () => {
    const marks = [
      'CLAUDECODE',
      'CLAUDE_CODE_ENTRYPOINT',
      'AI_AGENT',
      'CODEX_THREAD_ID',
      'CODEX_SANDBOX',
      'CODEX_SANDBOX_NETWORK_DISABLED',
    ];
    marks.push(
      'GEMINI_CLI',
      'CURSOR_AGENT',
      'OPENCODE',
      'CRUSH',
      'AUGMENT_AGENT',
      'GOOSE_TERMINAL',
      'CLINE_ACTIVE',
      'QWEN_CODE',
    );
    marks.push('REPLIT_AGENT', 'COPILOT_CLI', 'AMP_THREAD_ID');
    expect(marks.filter((name) => agentMarks({ [name]: '1' }).length === 0)).toEqual([]);
    expect(agentMarks({ TERM: 'xterm', CLAUDE_CODE_SSE_PORT: '1', CLAUDECODE: '' })).toEqual([]);
  });

  anyTest.skipIf(!CAN_SIGN || !has('tmux', '-V'))(
    'a tmux of its own, while the person is attached to another one',
    async () => {
      const { repo } = signing();
      const tmux = (name: string, ...words: string[]) =>
        spawnSync('tmux', ['-S', path.join(repo.area, name), ...words], {
          cwd: repo.root,
          env: repo.environment,
          encoding: 'utf8',
        });
      const typed = (name: string) => [
        'new-session',
        '-d',
        '-s',
        name,
        `'${NODE}' '${CLI}' approve shape 2>&1; sleep 60`,
      ];
      tmux('theirs', ...typed('theirs'));
      copyFileSync(execFileSync('sh', ['-c', 'command -v script']).toString().trim(), path.join(repo.area, 'kitty'));
      const attach = `tmux -S '${path.join(repo.area, 'theirs')}' attach`;
      const person = spawn(path.join(repo.area, 'kitty'), ['-qec', attach, '/dev/null'], {
        env: { ...repo.environment, TERM: 'xterm' },
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      try {
        await expect.poll(() => tmux('theirs', 'list-clients').stdout, { timeout: 15_000 }).not.toBe('');
        tmux('own', ...typed('own'));
        tmux('theirs', ...typed('second'));
        const screen = (server: string, pane: string) => tmux(server, 'capture-pane', '-p', '-t', pane).stdout;
        await expect.poll(() => screen('own', 'own'), { timeout: 15_000 }).toContain('UNATTENDED');
        await expect.poll(() => screen('theirs', 'second'), { timeout: 15_000 }).toContain('anything else declines');
      } finally {
        tmux('own', 'kill-server');
        tmux('theirs', 'kill-server');
        person.kill();
      }
    },
  );

  anyTest.skipIf(!CAN_SIGN || !OWN_DEV)('in a container an agent has a terminal of the same number', async () => {
    const { repo } = signing();
    const numbers = readdirSync('/dev/pts').map(Number).filter(Number.isInteger);
    // Others take terminals meanwhile; each is `pts/N` in the sandboxes as well.
    const terminals = `n=0; while [ $n -lt ${Math.max(-1, ...numbers) + 6} ]; do script -qec 'echo; sleep 60' /dev/null < /dev/null & n=$((n + 1)); done; wait`;
    const agents = [[], ['--unshare-pid']].map((more) =>
      spawn('bwrap', ['--dev-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', ...more, 'sh', '-c', terminals], {
        env: { ...repo.environment, CLAUDECODE: '1' },
        stdio: ['ignore', 'pipe', 'ignore'],
        detached: true,
      }),
    );
    try {
      await Promise.all(agents.map(({ stdout }) => new Promise((seen) => stdout!.once('data', seen))));
      expect(await atTerminal(repo, ['approve', 'shape'])).toMatchObject({
        status: 0,
        text: expect.stringContaining('Approved: gate shape'),
      });
    } finally {
      for (const { pid } of agents) process.kill(-pid!, 'SIGKILL');
    }
  });

  const BY_PROGRAM: Record<string, boolean> = { tmux: has('tmux', '-V'), sandbox: OWN_DEV };
  const possible = forgeries.filter(([what]) => BY_PROGRAM[what.split(' ')[0]!] ?? true);
  test.each(possible)('%s: %s', (_what, code, command) => {
    const { repo } = signing();
    const run = spawnSync('bash', ['-c', command(repo)], { cwd: repo.root, env: repo.environment, encoding: 'utf8' });
    expect(run.stdout + run.stderr).toContain(code);
    expect(gate(repo)).toMatchObject({ state: 'missing' });
    expect(existsSync(repo.path('develop/feature/login/gate-shape.approved'))).toBe(false);
  });
});

describe('D97 the agent does not approve', () => {
  test.each([
    'npx flow-hooks approve shape',
    'npx flow-hooks approve shape --sign',
    'npx @flow/hooks approve shape',
    'pnpm dlx @flow/hooks@latest approve shape',
    'node --no-warnings ./node_modules/@flow/hooks/dist/flow-hooks.cjs approve shape',
    'tmux send-keys -t 0 "npx flow-hooks approve shape" Enter',
    'tmux send-keys -t 0 /approve-shape Enter',
    'kitty @ send-text "npx flow-hooks approve shape\\n"',
    'wezterm cli send-text --pane-id 0 "/approve-shape"',
    'zellij action write-chars "npx flow-hooks approve shape"',
    'xdotool type "npx flow-hooks approve shape"',
    `osascript -e 'tell application "Terminal" to do script "npx flow-hooks approve shape"'`,
    'script -qec "npx flow-hooks approve shape" /dev/null',
    'env -u CLAUDECODE npx flow-hooks approve shape',
    `echo '{}' > develop/feature/login/gate-shape.approved`,
  ])('%s is refused', (command) => {
    const { repo } = signing();
    expect(start(repo).tool('Bash', { command }).refused).toMatch(/PERSON_ONLY|PROTECTED_WRITE/);
  });

  test.each([
    'npx flow-hooks approve --list',
    'tmux send-keys -t 0 "npm test" Enter',
    'git grep "flow-hooks approve shape"',
  ])('%s is free', (command) => {
    const { repo } = signing();
    expect(start(repo).tool('Bash', { command }).refused).toBeNull();
  });
});

anyTest('D68 a command of the project that is named like that of a gate stays its own', () => {
  const own = '.claude/commands/approve-shape.md';
  const files = { 'flow.config.yaml': 'approvals: { strength: typed }\n', [own]: 'Look at it together.\n' };
  const repo = repository({ files });
  expect(cli(repo, ['install']).status).toBe(0);
  expect(repo.read(own)).toBe('Look at it together.\n');
  expect(repo.read('.claude/commands/approve-spec.md')).toContain('The person typed an approval for gate spec');
});

describe('D55 a gate before a push', () => {
  test('refuses until it is approved, holds for what was shown, and says how', () => {
    const repo = project(QUICK, { files: FILES });
    const line = newKey(repo, 'anne').line;
    const gates = '  gates:\n    shape: { push: block, once: true }\n';
    repo.write('flow.config.yaml', `approvals:\n  signers: ['${line}']\n${gates}`);
    repo.commit('gate');
    repo.git('push', '-q', '--no-verify', 'origin', 'HEAD:main');
    repo.write(QUICK.fixed[0], `${QUICK.fixed[1]}\n`);
    repo.commit('work');
    const it = start(repo);
    it.bash(QUICK.test);
    const refused = it.bash('git push -q origin HEAD').refused;
    expect(refused).toContain('PUSH_UNAPPROVED');
    expect(refused).toContain('npx flow-hooks approve shape');
    expect(cli(repo, ['approve', 'shape', '--sign']).status).toBe(0);
    repo.write(SPEC, 'less');
    repo.commit('spec edited after approval');
    expect(it.bash('git push -q origin HEAD').refused).toContain(SPEC);
    repo.write(SPEC, FILES[SPEC]!);
    repo.commit('spec as it was');
    expect(cli(repo, ['install']).status).toBe(0);
    // What is pushed is what is committed, whatever somebody writes there meanwhile.
    repo.write(SPEC, 'not committed');
    expect(it.bash('git push -q origin HEAD')).toMatchObject({ refused: null, exit: 0 });
    repo.write(SPEC, FILES[SPEC]!);
    expect(gate(repo)).toMatchObject({ state: 'used' });
    expect(it.bash('git push -q -f origin HEAD:refs/heads/again').refused).toContain('used up');
    // That it was used does not get lost with the line that says so.
    const lines = repo.read('.git/flow/journal.jsonl').trimEnd().split('\n');
    const use = lines.findIndex((line) => line.includes('"type":"approval-use"'));
    expect(use).toBeGreaterThan(0);
    repo.write('.git/flow/journal.jsonl', `${lines.slice(0, use).join('\n')}\n`);
    expect(gate(repo)).toMatchObject({ state: 'used' });
  });

  test('lets one push through where it holds once, also of several at the same moment', async () => {
    const { repo } = signing('  gates:\n    shape: { push: block, once: true }\n');
    expect(cli(repo, ['install']).status).toBe(0);
    repo.commit('documents');
    expect(cli(repo, ['approve', 'shape', '--sign']).status).toBe(0);
    const push = (name: string) =>
      new Promise<number | null>((resolve) => {
        const words = ['push', '-q', 'origin', `HEAD:refs/heads/${name}`];
        spawn('git', words, { cwd: repo.root, env: repo.environment, stdio: 'ignore' }).on('close', resolve);
      });
    const ends = await Promise.all(['one', 'two', 'three'].map(push));
    expect(ends.filter((end) => end === 0)).toHaveLength(1);
  });

  test('a journal that was changed takes what only it vouches for, and leaves what is signed', async () => {
    const { repo } = signing('  gates:\n    shape: { push: block }\n');
    cli(repo, ['approve', 'shape', '--sign']);
    if (HAS_SCRIPT) await atTerminal(repo, ['approve', 'handoff']);
    const journal = repo.path('.git/flow/journal.jsonl');
    const lines = readFileSync(journal, 'utf8').split('\n');
    writeFileSync(journal, [lines[0]!.replace('shape', 'shapE'), ...lines.slice(1)].join('\n'));
    expect(gate(repo, 'handoff')?.state).toBe('missing');
    writeFileSync(journal, lines.join('\n'));
    repo.write('.git/flow/receipts/forged.json', '{}');
    expect(gate(repo, 'handoff')?.state).toBe('missing');
    expect(gate(repo)?.state).toBe('valid');
  });
});

describe('D14 D68 a gate of a run whose evidence was damaged', () => {
  test('asks again, and the list says so; what is approved then counts in both', () => {
    const { repo } = signing();
    // The built program accepts the remote at a session's start, and keeps the configuration that it has from then on.
    start(repo);
    cli(repo, ['status']);
    const around = surroundingsOf(repo.root, { environment: repo.environment, deadline: Date.now() + 60_000 })!;
    room.recordStart(around, 'ceremony', 'feature/login', {});
    repo.write('develop/feature/login/plan.md', '# Plan\n\n## User Concerns\n\n- Rounding\n');
    repo.write(SPEC, '# Spec\n\n## Must Do\n\n- do-1: Adds.\n\n## Must NOT\n\n- not-1: Rounds.\n');
    repo.write(SHAPE, 'claims:\n  do-1:\n    tests:\n      - name: a\n  not-1:\n    tests:\n      - name: b\n');
    expect(cli(repo, ['approve', 'shape', '--sign']).stderr).not.toContain('EVIDENCE_VOID');
    expect(gate(repo)).toMatchObject({ state: 'valid' });
    expect(gate(repo)).not.toHaveProperty('asked');
    appendFileSync(repo.path('.git/flow/journal.jsonl'), '{"forged":1}\n');
    expect(gate(repo)).toMatchObject({ state: 'valid', asked: true });
    const listed = cli(repo, ['approve', '--list']);
    expect(listed).toMatchObject({ status: 1 });
    expect(listed.stdout).toMatch(/^shape +BLOCKED .*its evidence was damaged: `.*approve shape`$/m);
    const again = cli(repo, ['approve', 'shape', '--sign']);
    expect(again).toMatchObject({ status: 0, stderr: expect.stringContaining('EVIDENCE_VOID: journal.jsonl, line') });
    expect(gate(repo)).not.toHaveProperty('asked');
    expect(cli(repo, ['approve', '--list']).stdout).toMatch(/^shape +approved /m);
  });
});

describe('D97 D102 what the agent could write itself', () => {
  test('a line in the journal, without the key', () => {
    const { repo } = signing();
    cli(repo, ['approve', 'handoff', '--sign']);
    const journal = repo.path('.git/flow/journal.jsonl');
    const line = readFileSync(journal, 'utf8').trim().split('\n').at(-1)!;
    writeFileSync(journal, `${line}\n${line.replaceAll('handoff', 'shape')}\n`);
    expect(gate(repo)).toMatchObject({ state: 'missing' });
  });

  test('a signed approval, copied from another gate, branch or repository', () => {
    const { repo, line } = signing();
    cli(repo, ['approve', 'handoff', '--sign']);
    const [signed] = approvalsOf(readJournal(home(repo), repo.environment).events, [line], 'handoff', home(repo));
    const other = signing();
    for (const change of [{ gate: 'shape' }, { branch: 'main' }, { id: 'again' }]) {
      const statement = { ...signed!.statement, ...change };
      const text = JSON.parse(repo.read('develop/feature/login/gate-handoff.approved'));
      writeApproval(home(repo), statement, text.signature, repo.environment);
      writeApproval(home(other.repo), statement, text.signature, other.repo.environment);
    }
    // Without a signature of its very words it is a statement like any other.
    expect(gate(repo)).toMatchObject({ state: 'weak' });
    expect(gate(other.repo, 'handoff')?.state).not.toBe('valid');
  });

  test('with the key, which it can read: that passes for a terminal here, and never for a signature', () => {
    const { repo } = signing('  gates:\n    report: { strength: signed }\n');
    repo.write('develop/feature/login/report.md', 'done');
    for (const name of ['shape', 'report']) {
      const files = filesOnDisk(home(repo), [
        `develop/feature/login/${name === 'shape' ? '*.{md,yaml}' : 'report.*'}`,
      ])!;
      const subjects = files
        .filter((file) => name === 'report' || !file.path.includes('report'))
        .map(({ path: file, sha256 }) => ({ path: file, sha256 }));
      const forged = statement({ gate: name, method: 'terminal', subjects }, repo);
      writeApproval(home(repo), forged, null, repo.environment);
    }
    // The limit that the threat model states: a MAC held by the same user is evidence of tampering, not proof against it.
    expect(gate(repo)).toMatchObject({ state: 'valid', method: 'terminal' });
    expect(gate(repo, 'report')).toMatchObject({ state: 'weak' });
  });
});

/** A statement as the program makes it, for what a holder of the journal's key could write. */
function statement(change: Partial<ApprovalStatement>, repo: TempRepo): ApprovalStatement {
  return {
    v: 1,
    id: `forged-${change.gate}`,
    gate: 'shape',
    repo: rootCommits(home(repo)),
    branch: 'feature/login',
    head: null,
    tree: null,
    subjects: [],
    person: 'Test Person',
    method: 'terminal',
    session: null,
    issued: Date.now(),
    expires: null,
    prev: null,
    ...change,
  };
}

function home(repo: TempRepo): Repository {
  return findRepository(repo.root)!;
}
