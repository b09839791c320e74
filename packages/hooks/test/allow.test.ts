import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { appendEvent, findRepository, overridesOf, readJournal, recordOverride, repositoryState } from '@flow/evidence';
import { runHook, type TempRepo } from '@flow/test-kit';
import { test as anyTest, describe, expect } from 'vitest';
import { CLI, cli, HOOK, has, project, QUICK, repository, start } from './kit.js';
import { atTerminal, HAS_SCRIPT } from './terminal-kit.js';

const test = anyTest.skipIf(!HAS_SCRIPT);

const PUSH = 'git push -q origin HEAD';
const SETTINGS = "echo '{}' > .claude/settings.json";
const PASSES = { refused: null, exit: 0 };

/** The code that a refusal names. */
function codeOf(text: string | null): string {
  const code = /A person can allow exactly this once: npx flow-hooks allow ([0-9A-Z]{4})(?:\n|$)/.exec(text ?? '')?.[1];
  if (code === undefined) throw new Error(`no code in: ${text}`);
  return code;
}

/** A person lets it through, and says why. */
const allow = (repo: TempRepo, code: string, reason = 'the runner is down') =>
  atTerminal(repo, ['allow', code], { replies: [['kept in the journal): ', reason]] });

/** A repository with a change that nobody has tested. */
function untested(): { repo: TempRepo; it: ReturnType<typeof start> } {
  const repo = project(QUICK);
  const it = start(repo);
  repo.write(...QUICK.fixed);
  repo.commit('change');
  return { repo, it };
}

const tip = (repo: TempRepo) => repo.git('ls-remote', 'origin', 'refs/heads/feature/login').split('\t')[0];

function stateOf(repo: TempRepo) {
  const found = findRepository(repo.root)!;
  return { repository: found, folder: repositoryState(found, repo.environment) };
}

describe('C27 D68 what a person lets through passes once', () => {
  test('a push: shown, asked for with a reason, told, and over with that', async () => {
    const { repo, it } = untested();
    const code = codeOf(it.bash(PUSH).refused);
    const given = await allow(repo, code);
    expect(given).toMatchObject({ status: 0 });
    expect(given.text).toContain(`    ${PUSH}`);
    expect(given.text).toContain('- PUSH_UNTESTED: No test run of ');
    expect(given.text).toMatch(/this content \(([0-9a-f]{10})\)[\s\S]*only for the content \1\./);
    expect(cli(repo, ['status']).stdout).toMatch(
      new RegExp(`Allowed by a person:\n +${code} .*open for .*the runner is down`),
    );
    const passed = it.bash(PUSH);
    expect(passed).toMatchObject(PASSES);
    expect(passed.told.join()).toMatch(/OVERRIDE_USED|allowed this call once .*Test Person.*the runner is down/);
    expect(tip(repo)).toBe(repo.git('rev-parse', 'HEAD'));
    expect(it.bash(PUSH).refused).toContain('PUSH_UNTESTED');
    expect(cli(repo, ['status']).stdout).toMatch(/, used: git push/);
    // Scope 5: what was refused and lifted becomes a row of a set, so that sets grow from real sessions.
    const exported = cli(repo, ['replay', '--export']);
    expect(exported).toMatchObject({ status: 0, stderr: '' });
    expect(
      exported.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      {
        ...{ tool: 'Bash', input: { command: PUSH }, setup: expect.stringMatching(/^tests-missing: /), policy: 'push' },
        ...{ expect: 'allow', why: 'PUSH_UNTESTED, lifted by a person: the runner is down' },
      },
    ]);
  });

  test("git's own hook lets the same content pass behind it, once", async () => {
    const { repo, it } = untested();
    expect(cli(repo, ['install']).status).toBe(0);
    const code = codeOf(it.bash(PUSH).refused);
    // Known to git's hook only by the call that was let through.
    const early = spawnSync('git', ['push', '-q', 'origin', 'HEAD'], {
      cwd: repo.root,
      env: repo.environment,
      encoding: 'utf8',
    });
    expect(early.stderr).toContain('PUSH_UNTESTED');
    expect((await allow(repo, code)).status).toBe(0);
    const passed = it.bash(PUSH);
    expect(passed, passed.output).toMatchObject(PASSES);
    expect(tip(repo)).toBe(repo.git('rev-parse', 'HEAD'));
    const again = spawnSync('git', ['push', '-q', 'origin', 'HEAD:other'], {
      cwd: repo.root,
      env: repo.environment,
      encoding: 'utf8',
    });
    expect(again.stderr).toContain('PUSH_UNTESTED');
  });

  test("what git's own hook refuses has a code, too, for that tip", async () => {
    const { repo } = untested();
    expect(cli(repo, ['install']).status).toBe(0);
    const push = () =>
      spawnSync('git', ['push', '-q', 'origin', 'HEAD'], { cwd: repo.root, env: repo.environment, encoding: 'utf8' });
    const first = push();
    expect(first.status).not.toBe(0);
    const given = await allow(repo, codeOf(first.stderr));
    expect(given.text).toContain('passes the git hook, once');
    expect(given.text).toContain(repo.git('rev-parse', 'HEAD'));
    expect(cli(repo, ['replay', '--export']).stderr).toMatch(
      /^ROWS_LEFT: 1 allowed call .*git's own hook[\s\S]*by hand/,
    );
    const second = push();
    expect(second.stderr).toContain('A person allowed this call');
    expect(second.status).toBe(0);
    repo.write(...QUICK.broken);
    repo.commit('another');
    expect(push().stderr).toContain('PUSH_UNTESTED');
  });

  test('C27 a protected file, and secrets, by a command or a tool', async () => {
    const repo = repository({ files: { '.claude/settings.json': '{}\n' } });
    const it = start(repo);
    const code = codeOf(it.bash(SETTINGS).refused);
    expect((await allow(repo, code)).status).toBe(0);
    const passed = it.bash(SETTINGS);
    expect(passed).toMatchObject(PASSES);
    expect(passed.told.join('\n')).not.toContain('Protected files changed');
    expect(it.bash(SETTINGS).refused).toContain('PROTECTED_WRITE');
    const secret = "echo 'KEY=1' > .env";
    expect((await allow(repo, codeOf(it.bash(secret).refused))).text).toContain(
      'SENSITIVE_WRITE: `.env` contains secrets',
    );
    const written = it.bash(secret);
    expect(written).toMatchObject(PASSES);
    expect(written.told.join('\n')).not.toContain('Secrets changed');
    expect(it.bash(secret).refused).toContain('SENSITIVE_WRITE');
    const file = repo.path('flow.config.yaml');
    const other = codeOf(it.write(file, 'mode: enforce\n').refused);
    const given = await allow(repo, other);
    expect(given.text).toContain('mode: enforce');
    expect(it.write(file, 'mode: monitor\n').refused).toContain('PROTECTED_WRITE');
    expect(it.write(file, 'mode: enforce\n').refused).toBeNull();
  });

  test('a change of settings', async () => {
    const repo = repository();
    expect(cli(repo, ['install']).status).toBe(0);
    const it = start(repo);
    repo.write('.claude/settings.json', '{ "disableAllHooks": true }\n');
    const event = it.events.configChange('project_settings', repo.path('.claude/settings.json'));
    const refused = it.send(event);
    expect(refused.status).toBe(2);
    expect((await allow(repo, codeOf(refused.stderr))).status).toBe(0);
    expect(it.send(event)).toMatchObject({ status: 0 });
    expect(it.send(event)).toMatchObject({ status: 2 });
  });
});

describe('C27 what was not shown does not pass', () => {
  test('another content of the same push: void, and said so', async () => {
    const { repo, it } = untested();
    const code = codeOf(it.bash(PUSH).refused);
    await allow(repo, code);
    repo.write(QUICK.fixed[0], `${QUICK.fixed[1]}\n`);
    repo.commit('more');
    const refused = it.bash(PUSH).refused;
    expect(refused).toContain('PUSH_UNTESTED');
    expect(refused).toContain(`OVERRIDE_VOID: A person allowed ${code}`);
    expect(codeOf(refused)).not.toBe(code);
    repo.git('reset', '-q', '--hard', 'HEAD~1');
    expect(it.bash(PUSH)).toMatchObject(PASSES);
  });

  test('another command, folder, repository; one that was taken back, has ended, or was refused for more', async () => {
    const repo = repository({ files: { '.claude/settings.json': '{}\n', 'part/a.txt': '' } });
    const it = start(repo);
    const code = codeOf(it.bash(SETTINGS).refused);
    await allow(repo, code);
    expect(it.bash(`${SETTINGS} `).refused).toContain('PROTECTED_WRITE');
    expect(start(repo, { cwd: repo.path('part') }).bash(`cd .. && ${SETTINGS}`).refused).toContain('PROTECTED_WRITE');
    const other = repository({ files: { '.claude/settings.json': '{}\n' } });
    expect(cli(other, ['allow', '--list']).stdout).not.toContain(code);
    expect(start(other).bash(SETTINGS).refused).toContain('PROTECTED_WRITE');
    const back = cli(repo, ['allow', '--revoke', code]);
    expect(back).toMatchObject({ status: 0 });
    expect(it.bash(SETTINGS).refused).toContain('PROTECTED_WRITE');
    expect(cli(repo, ['allow', '--list']).stdout).toMatch(new RegExp(`${code} .*taken back`));
    expect(cli(repo, ['allow', '--revoke', code])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('CODE_UNKNOWN'),
    });
  });

  test('one that has ended', () => {
    const repo = repository({ files: { '.claude/settings.json': '{}\n' } });
    const it = start(repo);
    it.bash(SETTINGS);
    const { repository: found, folder } = stateOf(repo);
    const kept = JSON.parse(
      readFileSync(path.join(folder, 'refusals', readdirSync(path.join(folder, 'refusals'))[0]!), 'utf8'),
    );
    const { digest, tool, findings } = kept.refusal;
    const keys = findings.map(({ key }: { key: string }) => key);
    const data = { code: kept.code, digest, tool, findings: keys, what: 'x', reason: 'x', person: 'x' };
    recordOverride(found, { ...data, id: 'over', expires: Date.now() - 1 }, repo.environment);
    recordOverride(
      found,
      { ...data, id: 'other', digest: 'a'.repeat(64), expires: Date.now() + 60_000 },
      repo.environment,
    );
    expect(it.bash(SETTINGS).refused).toContain('PROTECTED_WRITE');
    recordOverride(found, { ...data, id: 'less', findings: [], expires: Date.now() + 60_000 }, repo.environment);
    expect(it.bash(SETTINGS).refused).toContain('OVERRIDE_VOID');
    // Its end has come, as something is on record since then, and the clock was set back.
    recordOverride(found, { ...data, id: 'outlived', expires: Date.now() + 60_000 }, repo.environment);
    const later = { type: 'mark' as const, data: { name: 'later' }, time: Date.now() + 120_000 };
    appendEvent(found, later, repo.environment);
    expect(it.bash(SETTINGS).refused).toContain('PROTECTED_WRITE');
    recordOverride(found, { ...data, id: 'holds', expires: Date.now() + 60_000 }, repo.environment);
    expect(it.bash(SETTINGS)).toMatchObject(PASSES);
    // Without the line that says that it was used, nobody can tell whether it was; nor behind the breach that tells of it.
    const journal = path.join(found.evidence, 'journal.jsonl');
    const lines = readFileSync(journal, 'utf8').split('\n');
    const use = lines.findLastIndex((line) => line.includes('"override-use"'));
    writeFileSync(
      journal,
      lines
        .slice(0, use)
        .map((line) => `${line}\n`)
        .join(''),
    );
    expect(it.bash(SETTINGS).refused).toContain('PROTECTED_WRITE');
    expect(it.bash('mkdir made && ls').told.join()).toContain('evidence is void');
    expect(it.bash(SETTINGS).refused).toContain('PROTECTED_WRITE');
  });

  anyTest(
    "lines that break a convention pass as they are, in git's own hook too, and others of the same file do not",
    () => {
      const rule = '{ name: no-log, files: ["*.ts"], text: console.log, message: Use the logger., severity: block }';
      const repo = repository({ files: { 'flow.config.yaml': `conventions: { rules: [${rule}] }\n`, 'a.ts': '' } });
      const it = start(repo);
      expect(cli(repo, ['install']).status).toBe(0);
      repo.write('a.ts', 'console.log(1);\n');
      repo.commit('one');
      expect(it.bash(PUSH).refused).toContain('CONVENTION_BROKEN');
      const { repository: found, folder } = stateOf(repo);
      const name = readdirSync(path.join(folder, 'refusals'))[0]!;
      const { code, refusal } = JSON.parse(readFileSync(path.join(folder, 'refusals', name), 'utf8'));
      const { digest, tool, findings } = refusal;
      const keys = findings.map(({ key }: { key: string }) => key);
      const data = { code, digest, tool, findings: keys, what: 'x', reason: 'x', person: 'x', id: 'lines' };
      recordOverride(found, { ...data, expires: Date.now() + 60_000 }, repo.environment);
      repo.write('a.ts', 'console.log(1);\nconsole.log(2);\n');
      repo.commit('more');
      expect(it.bash(PUSH).refused).toContain('OVERRIDE_VOID');
      repo.git('reset', '-q', '--hard', 'HEAD~1');
      expect(it.bash(PUSH)).toMatchObject(PASSES);
      expect(tip(repo)).toBe(repo.git('rev-parse', 'HEAD'));
    },
  );

  test('two calls at once use it up once', async () => {
    const repo = repository({ files: { '.claude/settings.json': '{}\n' } });
    const it = start(repo);
    const code = codeOf(it.bash(SETTINGS).refused);
    await allow(repo, code);
    const { spawn } = await import('node:child_process');
    const calls = Array.from({ length: 8 }, (_, at) => {
      const child = spawn(process.execPath, [HOOK], {
        cwd: repo.root,
        env: repo.environment,
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      child.stdin.end(
        JSON.stringify(it.events.preToolUse('Bash', { command: SETTINGS, description: `try ${at}` }, `call_${at}`)),
      );
      return new Promise<number | null>((resolve) => child.on('close', resolve));
    });
    const ends = await Promise.all(calls);
    expect(ends.filter((status) => status === 0)).toHaveLength(1);
    expect(ends.filter((status) => status === 2)).toHaveLength(7);
  });
});

describe('D97 D98 a code is worth nothing to an agent', () => {
  anyTest.skipIf(!has('setsid', '--version'))('without a terminal of a person nothing is let through', () => {
    const { repo, it } = untested();
    const code = codeOf(it.bash(PUSH).refused);
    for (const environment of [{}, { CLAUDECODE: '1' }]) {
      const tried = spawnSync('setsid', [process.execPath, CLI, 'allow', code], {
        cwd: repo.root,
        env: { ...repo.environment, ...environment },
        encoding: 'utf8',
        input: 'y\n',
      });
      expect(tried.status).toBe(1);
      expect(tried.stderr).toMatch(/^(NO_TERMINAL|AGENT_)/);
    }
    expect(overridesOf(readJournal(stateOf(repo).repository, repo.environment).events)).toEqual([]);
    expect(it.bash(PUSH).refused).toContain('PUSH_UNTESTED');
  });

  anyTest('the command is refused from a tool, and that refusal has no code; to see the list is free', () => {
    const { repo, it } = untested();
    const code = codeOf(it.bash(PUSH).refused);
    const refused = it.bash(`npx flow-hooks allow ${code}`).refused;
    expect(refused).toContain('PERSON_ONLY');
    expect(refused).not.toContain('A person can allow');
    expect(it.bash(`npx flow-hooks allow --revoke ${code}`).refused).toContain('PERSON_ONLY');
    expect(it.bash(`node ${CLI} allow --list`).output).toContain(code);
    expect(repo.root).toBeTruthy();
  });

  test('below an agent, who does not say why, who types something else', async () => {
    const { repo, it } = untested();
    const code = codeOf(it.bash(PUSH).refused);
    const nested = await atTerminal(repo, ['allow', code], { environment: { CLAUDECODE: '1' } });
    expect(nested).toMatchObject({ status: 1, text: expect.stringContaining('AGENT_ENVIRONMENT') });
    expect(await allow(repo, code, '')).toMatchObject({ status: 1, text: expect.stringContaining('NO_REASON') });
    const declined = await atTerminal(repo, ['allow', code], {
      replies: [['kept in the journal): ', 'because']],
      answer: () => 'yes',
    });
    expect(declined).toMatchObject({ status: 1, text: expect.stringContaining('Nothing was allowed') });
    const quick = await atTerminal(repo, ['allow', code], {
      replies: [['kept in the journal): ', 'because']],
      after: 0,
    });
    expect(quick).toMatchObject({ status: 1, text: expect.stringContaining('TOO_FAST') });
    expect(it.bash(PUSH).refused).toContain('PUSH_UNTESTED');
  });

  test('what is shown is all of it, and as it is', async () => {
    const repo = repository({ files: { '.claude/settings.json': '{}\n' } });
    const it = start(repo);
    const hidden = `${SETTINGS} # \u001b[2J\u202e ${' '.repeat(500)}far\necho second line`;
    const code = codeOf(it.bash(hidden).refused);
    // A reason as long as people write them does not answer the question behind it.
    const { status, text } = await allow(repo, code, 'because of this, and '.repeat(30));
    expect(status, text).toBe(0);
    expect(text).not.toMatch(/\u001b\[2J|\u202e/);
    expect(text).toContain('far');
    expect(text).toContain('    echo second line');
    const long = codeOf(it.bash(`${SETTINGS} # ${'y'.repeat(20_000)}`).refused);
    expect((await allow(repo, long, 'x')).text).toMatch(/… \d+ more characters, not shown but also allowed/);
  });

  anyTest('a refusal that somebody else wrote down, or of another repository, is unknown', () => {
    const { repo, it } = untested();
    const code = codeOf(it.bash(PUSH).refused);
    const { folder } = stateOf(repo);
    const file = path.join(folder, 'refusals', `${code}.json`);
    const kept = readFileSync(file, 'utf8');
    writeFileSync(file, kept.replace('git push', 'git  push'));
    expect(cli(repo, ['allow', code])).toMatchObject({ status: 1, stderr: expect.stringContaining('CODE_UNKNOWN') });
    const other = untested();
    const theirs = path.join(stateOf(other.repo).folder, 'refusals');
    mkdirSync(theirs, { recursive: true });
    writeFileSync(path.join(theirs, `${code}.json`), kept);
    expect(cli(other.repo, ['allow', code]).stderr).toContain('CODE_UNKNOWN');
    expect(cli(other.repo, ['allow', code.toLowerCase(), 'x']).status).toBe(2);
    expect(cli(other.repo, ['allow']).status).toBe(2);
  });
});

describe('D40 a refusal stays a refusal', () => {
  anyTest('where nothing can be kept no code is offered', () => {
    const { repo, it } = untested();
    const { folder } = stateOf(repo);
    codeOf(it.bash(PUSH).refused);
    rmSync(path.join(folder, 'refusals'), { recursive: true });
    writeFileSync(path.join(folder, 'refusals'), 'in the way');
    const refused = it.bash(PUSH).refused;
    expect(refused).toContain('PUSH_UNTESTED');
    expect(refused).not.toContain('A person can allow');
  });

  anyTest('malformed input and monitor mode offer none', () => {
    const { repo } = untested();
    const run = runHook(HOOK, start(repo).events.preToolUse('Bash', { command: 7 }, 'call'), {
      environment: repo.environment,
      cwd: repo.root,
    });
    expect(run.status).toBe(2);
    expect(run.stderr).not.toContain('flow-hooks allow');
    const other = project(QUICK, { files: { 'flow.config.yaml': 'mode: monitor\n' } });
    const it = start(other);
    other.write(...QUICK.fixed);
    other.commit('change');
    const push = it.bash(PUSH);
    expect(push.refused).toBeNull();
    expect(push.told.join()).not.toContain('flow-hooks allow');
    expect(existsSync(path.join(stateOf(other).folder, 'refusals'))).toBe(false);
  });

  anyTest('the same refusal has the same code; many of them do not pile up', () => {
    const repo = repository({ files: { '.claude/settings.json': '{}\n' } });
    const it = start(repo);
    const code = codeOf(it.bash(SETTINGS).refused);
    expect(codeOf(it.bash(SETTINGS).refused)).toBe(code);
    const { folder } = stateOf(repo);
    const refusals = path.join(folder, 'refusals');
    const [name = ''] = readdirSync(refusals);
    for (let at = 0; at < 150; at++) {
      const letters = at.toString().padStart(4, '0');
      writeFileSync(path.join(refusals, `${letters}.json`), readFileSync(path.join(refusals, name)));
    }
    it.bash(`${SETTINGS} # more`);
    expect(readdirSync(refusals).length).toBeLessThanOrEqual(102);
  });
});
