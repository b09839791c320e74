import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ApprovalStatement } from '@flow/core';
import { attestedRuns } from '@flow/engine/verify/attestations';
import type { Report } from '@flow/engine/verify/report';
import {
  type Attestation,
  type AttestedSuite,
  findRepository,
  rootCommits,
  type Signature,
  sealEnvelope,
  signText,
  statementText,
  writeApproval,
} from '@flow/evidence';
import { test as anyTest, describe, expect } from 'vitest';
import { CAN_SIGN } from '../../evidence/test/programs.js';
import { CLI, cli, HOOK, needs, project, QUICK, STACKS, start } from './kit.js';
import { change, person, signsWith, world } from './verify-kit.js';

const test = anyTest.skipIf(!CAN_SIGN);

const NOTES = 'refs/notes/flow';

/** The lines of a commit's note. */
const linesOf = (git: (...words: string[]) => string, commit = 'HEAD') =>
  git('notes', `--ref=${NOTES}`, 'show', commit).split('\n').filter(Boolean);

describe('what this machine saw', () => {
  test('D30 a green run verifies, and says where the proof is from', () => {
    const { repo, run, verify } = world();
    run();
    const { status, report } = verify();
    expect(status).toBe(0);
    const count = expect.any(Number);
    expect(report).toEqual({
      version: 1,
      ok: true,
      commit: repo.git('rev-parse', 'HEAD'),
      tree: repo.git('rev-parse', 'HEAD^{tree}'),
      base: { branch: 'main', commit: repo.git('rev-parse', 'origin/main') },
      policy: {
        from: 'origin/main',
        commit: repo.git('rev-parse', 'origin/main'),
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      suites: [
        {
          suite: 'command:.:sh check.sh',
          question: 'test',
          state: 'tested',
          command: 'sh check.sh',
          proof: {
            from: 'journal',
            signer: null,
            seen: 'exec',
            command: 'sh check.sh',
            time: count,
            outcome: 'passed',
            counts: { passed: count, failed: count, skipped: count, errors: count },
          },
          failing: [],
          missing: [],
        },
      ],
      attestations: [],
      approvals: [],
      findings: [],
    });
    const text = cli(repo, ['verify']);
    expect(text.stdout).toContain("command:.:sh check.sh: this machine's journal (exec)");
    expect(text.stdout.trimEnd()).toMatch(/\nverified$/);
  });

  test('D30 what is missing, stale or red does not verify', () => {
    const { repo, run, verify } = world();
    expect(verify()).toMatchObject({ status: 1, report: { ok: false }, codes: ['PUSH_UNTESTED'] });
    run();
    change(repo, 'it works as never before');
    expect(verify()).toMatchObject({ status: 1, codes: ['PUSH_STALE'] });
    expect(verify('HEAD~1')).toMatchObject({ status: 0, report: { suites: [{ state: 'tested' }] } });
    change(repo, 'broken');
    run();
    expect(verify()).toMatchObject({ status: 1, codes: ['PUSH_RED'], report: { suites: [{ state: 'red' }] } });
    expect(cli(repo, ['verify']).stdout).toMatch(/^block PUSH_RED: [\s\S]*\nNOT VERIFIED$/m);
  });

  test('in CI the journal counts only where the caller says so: all that runs in the job could have written it', () => {
    const { repo, run } = world();
    run();
    const ci = (...words: string[]) => cli(repo, ['verify', ...words], { environment: { CI: 'true' } }).status;
    expect(ci()).toBe(1);
    expect(ci('--allow-unsigned-local')).toBe(0);
  });

  test('a range judges its end by what changed since its start', () => {
    const { repo, run, verify } = world();
    run();
    repo.write('notes.md', 'words\n');
    repo.commit('Words');
    expect(verify('HEAD~1..HEAD')).toMatchObject({ status: 0, report: { suites: [] } });
    change(repo, 'it works, again');
    expect(verify('HEAD~1..HEAD')).toMatchObject({ status: 1, codes: ['PUSH_STALE'] });
    repo.git('push', '-q', '--no-verify', 'origin', 'HEAD:main');
    expect(verify()).toMatchObject({ status: 0, codes: ['VERIFY_ON_BASE'] });
    expect(verify('HEAD~1..HEAD')).toMatchObject({ status: 1, codes: ['PUSH_STALE'] });
    expect(verify('--base', 'HEAD~1')).toMatchObject({ status: 1, codes: ['PUSH_STALE'] });
  });

  test('wrong calls are told', () => {
    const { repo } = world();
    expect(cli(repo, ['verify', 'a', 'b']).status).toBe(2);
    expect(cli(repo, ['verify', '--timeout', 'soon']).status).toBe(2);
    expect(cli(repo, ['verify', '--setup', 'true']).status).toBe(2);
    expect(cli(repo, ['verify', '--sign']).status).toBe(2);
    expect(cli(repo, ['verify', 'nowhere'])).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('COMMIT_UNKNOWN'),
    });
    expect(cli(repo, ['verify', '--upload-pack=x..HEAD']).status).toBe(2);
    expect(cli(repo, ['verify', '--base', 'nowhere']).status).toBe(3);
    expect(cli(repo, ['verify', '--directory', repo.area]).status).toBe(3);
  });
});

describe('an attestation', () => {
  test('is an in-toto statement in a DSSE envelope, signed with the key that git signs with', () => {
    const { repo, anne, run } = world();
    run();
    signsWith(repo.git, anne);
    const made = cli(repo, ['attest']);
    expect(made.status).toBe(0);
    expect(made.stderr).not.toContain('ATTEST_');
    expect(made.stdout).toContain('git push origin refs/notes/flow');
    const [line = ''] = linesOf(repo.git);
    const envelope = JSON.parse(line) as {
      payloadType: string;
      payload: string;
      signatures: { keyid: string; sig: string }[];
    };
    expect(envelope.payloadType).toBe('application/vnd.in-toto+json');
    const payload = Buffer.from(envelope.payload, 'base64').toString();
    const digest = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(JSON.parse(payload)).toEqual({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [
        { name: 'commit', digest: { gitCommit: repo.git('rev-parse', 'HEAD') } },
        { name: 'tree', digest: { gitTree: repo.git('rev-parse', 'HEAD^{tree}') } },
      ],
      predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
      predicate: {
        result: 'PASSED',
        configuration: [
          { name: 'flow.config.yaml', digest: { gitBlob: repo.git('rev-parse', 'HEAD:flow.config.yaml') } },
        ],
        passedTests: [],
        warnedTests: [],
        failedTests: [],
        flow_evidence: {
          version: 1,
          base: repo.git('rev-parse', 'origin/main'),
          policy: digest,
          suites: [
            expect.objectContaining({ suite: 'command:.:sh check.sh', outcome: 'passed', seen: 'exec', digest }),
          ],
          approvals: [],
          journal: { n: 1, hash: digest },
          issued: expect.any(Number),
        },
      },
    });
    // Anybody can verify it without this program.
    const [{ keyid = '', sig = '' } = {}] = envelope.signatures;
    writeFileSync(path.join(repo.area, 'sig'), Buffer.from(sig, 'base64'));
    writeFileSync(path.join(repo.area, 'allowed'), `${anne.line}\n`);
    const type = envelope.payloadType;
    const pae = `DSSEv1 ${type.length} ${type} ${Buffer.byteLength(payload)} ${payload}`;
    const words = ['-Y', 'verify', '-n', 'flow-attestation', '-I', anne.name, '-f', 'allowed', '-s', 'sig'];
    expect(cliOf('ssh-keygen', words, repo.area, pae)).toContain('Good "flow-attestation" signature');
    expect(cliOf('ssh-keygen', ['-l', '-f', `${anne.key}.pub`], repo.area)).toContain(keyid);
  });

  test('is made once: the same again writes nothing, a signed one beside an unsigned one does', () => {
    const { repo, anne, run } = world();
    run();
    const first = cli(repo, ['attest']);
    expect(first).toMatchObject({ status: 0, stderr: expect.stringContaining('ATTEST_UNSIGNED') });
    expect(cli(repo, ['attest']).stdout).toContain('already attested');
    expect(linesOf(repo.git)).toHaveLength(1);
    signsWith(repo.git, anne);
    expect(cli(repo, ['attest', '--no-sign']).stdout).toContain('already attested');
    expect(cli(repo, ['attest']).stdout).toMatch(/^attested: [\s\S]*signed with SHA256:/);
    expect(cli(repo, ['attest']).stdout).toMatch(/^already attested: [\s\S]*signed with SHA256:/);
    expect(linesOf(repo.git)).toHaveLength(2);
    // A line that somebody took away is written anew.
    repo.git('notes', `--ref=${NOTES}`, 'remove', 'HEAD');
    expect(cli(repo, ['attest']).stdout).toMatch(/^attested:/);
  });

  test('states nothing that the journal does not prove', () => {
    const { repo, run } = world();
    expect(cli(repo, ['attest'])).toMatchObject({ status: 1, stderr: expect.stringContaining('ATTEST_UNPROVEN') });
    run();
    change(repo, 'it works, unseen');
    expect(cli(repo, ['attest']).stderr).toContain('ATTEST_UNPROVEN');
    change(repo, 'broken');
    run();
    expect(cli(repo, ['attest']).stdout).toMatch(/FAILED\n {2}command:.:sh check.sh: failed/);
    expect(cli(repo, ['attest', 'nowhere']).status).toBe(3);
    expect(cli(repo, ['attest', 'a', 'b']).status).toBe(2);
    repo.git('push', '-q', '--no-verify', 'origin', 'HEAD:main');
    expect(cli(repo, ['attest']).stderr).toContain('--base');
  });

  test('of two clones at once, both reach the remote', async () => {
    const { repo, anne, run, clone } = world();
    run();
    const other = clone();
    other.cli('exec', '--', 'sh', 'check.sh');
    signsWith(repo.git, anne);
    signsWith(other.git, person(repo, 'bert'));
    const attest = (cwd: string, env: Record<string, string>) =>
      new Promise((resolve) => {
        const words = ['attest', '--push', '--directory', cwd];
        spawn(process.execPath, [CLI, ...words], { env, stdio: 'ignore' }).on('close', resolve);
      });
    const ended = await Promise.all([attest(repo.root, repo.environment), attest(other.root, other.environment)]);
    expect(ended).toEqual([0, 0]);
    const third = clone('third');
    expect(third.verify('--fetch-notes')).toMatchObject({
      status: 0,
      codes: ['VERIFY_SIGNATURE'],
      report: { suites: [{ proof: { from: 'attestation', signer: anne.name } }] },
    });
    expect(linesOf(third.git)).toHaveLength(2);
    // Once more, with what the others pushed meanwhile on both sides.
    expect(cli(repo, ['attest', '--push']).status).toBe(0);
    expect(linesOf(repo.git)).toHaveLength(2);
  });

  test('is made of many commits at once', async () => {
    const { repo, run } = world();
    run();
    const commits = [1, 2, 3, 4].map((n) => {
      repo.write('notes.md', `${n}\n`);
      return repo.commit(`Words ${n}`);
    });
    const all = commits.map(
      (commit) =>
        new Promise((resolve) => {
          const child = spawn(process.execPath, [CLI, 'attest', commit], { cwd: repo.root, env: repo.environment });
          child.on('close', resolve);
        }),
    );
    expect(await Promise.all(all)).toEqual([0, 0, 0, 0]);
    for (const commit of commits) expect(linesOf(repo.git, commit)).toHaveLength(1);
  });
});

function cliOf(program: string, words: string[], cwd: string, input = ''): string {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  return spawnSync(program, words, { cwd, input, encoding: 'utf8' }).stdout;
}

describe('on a machine that saw no run', () => {
  /** A world whose commit is attested and pushed by somebody. */
  function attested(by: 'anne' | 'stranger' | 'nobody', options: Parameters<typeof world>[0] = {}) {
    const it = world(options);
    it.run();
    if (by !== 'nobody') signsWith(it.repo.git, by === 'anne' ? it.anne : person(it.repo, 'mallory'));
    expect(cli(it.repo, ['attest', '--push']).status).toBe(0);
    const other = it.clone();
    other.git('fetch', '-q', 'origin', `${NOTES}:${NOTES}`);
    /** Puts other lines into the note. */
    const rewrite = (lines: string[], commit = 'HEAD') => {
      const file = path.join(it.repo.area, 'note');
      writeFileSync(file, `${lines.join('\n')}\n`);
      const blob = other.git('hash-object', '-w', file);
      other.git('notes', `--ref=${NOTES}`, 'add', '-f', '-C', blob, commit);
    };
    return { ...it, other, rewrite };
  }

  test('the attestation of an allowed signer counts', () => {
    const { other, anne } = attested('anne');
    const { status, report, codes } = other.verify();
    expect({ status, codes }).toEqual({ status: 0, codes: [] });
    expect(report.suites).toMatchObject([
      { state: 'tested', proof: { from: 'attestation', signer: anne.name, seen: 'exec' } },
    ]);
    expect(report.attestations).toMatchObject([{ counts: true, signer: anne.name, result: 'PASSED' }]);
  });

  test('one that rests on what the hook saw does not pass where exact runs are asked for', () => {
    const it = world({ config: 'push: { exact: block }\n' });
    start(it.repo).bash('sh check.sh');
    signsWith(it.repo.git, it.anne);
    expect(cli(it.repo, ['attest', '--push']).stdout).toContain('FAILED');
    expect(it.clone().verify('--fetch-notes')).toMatchObject({ status: 1, codes: ['PUSH_INEXACT'] });
    it.run();
    expect(cli(it.repo, ['attest', '--push']).stdout).toContain('PASSED');
    expect(it.clone('again').verify('--fetch-notes')).toMatchObject({ status: 0, codes: [] });
  });

  test('an unsigned one is information', () => {
    const { other } = attested('nobody');
    expect(other.verify()).toMatchObject({
      status: 1,
      codes: ['PUSH_UNTESTED', 'VERIFY_UNSIGNED'],
      report: { attestations: [{ counts: false, signer: null, result: 'PASSED' }] },
    });
  });

  test('one of a stranger is none', () => {
    const { other } = attested('stranger');
    const { status, report } = other.verify();
    const said = report.findings.map(({ code, level }) => [code, level]);
    expect({ status, said }).toEqual({
      status: 1,
      said: [
        ['PUSH_UNTESTED', 'block'],
        ['VERIFY_SIGNATURE', 'note'],
      ],
    });
  });

  test('one of another commit is none here, even where the content is the same', () => {
    const { other, rewrite } = attested('anne');
    const lines = linesOf(other.git);
    other.git('commit', '-q', '--allow-empty', '-m', 'The same again');
    rewrite(lines);
    const { status, codes, report } = other.verify();
    expect({ status, codes }).toEqual({ status: 1, codes: ['PUSH_UNTESTED', 'VERIFY_SIGNATURE'] });
    // Unlike a colleague's who may not sign, one that was moved here is a reason to look.
    expect(report.findings.at(-1)).toMatchObject({ level: 'warn' });
    expect(other.verify('HEAD~1').status).toBe(0);
  });

  test.each([
    ['another outcome', (text: string) => text.replace('"result":"PASSED"', '"result":"WARNED"')],
    ['another suite', (text: string) => text.replace('sh check.sh', 'sh other.sh')],
    ['another time', (text: string) => text.replace(/"issued":\d/, '"issued":9')],
    ['a field more', (text: string) => text.replace('{', '{"more":1,')],
    ['white space', (text: string) => ` ${text}`],
  ])('one whose payload was edited is none: %s', (_what, edit) => {
    const { other, rewrite } = attested('anne');
    const [line = ''] = linesOf(other.git);
    const envelope = JSON.parse(line) as { payload: string };
    const before = Buffer.from(envelope.payload, 'base64').toString();
    expect(edit(before)).not.toBe(before);
    rewrite([JSON.stringify({ ...envelope, payload: Buffer.from(edit(before)).toString('base64') })]);
    expect(other.verify()).toMatchObject({ status: 1, codes: ['PUSH_UNTESTED', 'VERIFY_SIGNATURE'] });
  });

  test('a red one of an allowed signer keeps its suite red', () => {
    const it = world();
    change(it.repo, 'broken');
    it.run();
    signsWith(it.repo.git, it.anne);
    cli(it.repo, ['attest', '--push']);
    expect(it.clone().verify('--fetch-notes')).toMatchObject({ status: 1, codes: ['PUSH_RED'] });
  });

  test('a note of 10,000 lines of rubbish is looked through in bounds, and hides no attestation', () => {
    const { other, rewrite } = attested('anne');
    const [line = ''] = linesOf(other.git);
    const { payload, ...sealed } = JSON.parse(line) as { payload: string; signatures: unknown[] };
    const earlier = Buffer.from(payload, 'base64')
      .toString()
      .replace(/"issued":\d+/, '"issued":1');
    const bare = { ...sealed, payload: Buffer.from(earlier).toString('base64') };
    const rubbish = Array.from({ length: 10_000 }, (_, n) =>
      n % 3 === 0 ? `{"payload":"${n}"}` : n % 3 === 1 ? `\u001b]0;${n}\u0007::error::no` : '['.repeat(50) + n,
    );
    rewrite([...rubbish, line]);
    const started = Date.now();
    expect(other.verify()).toMatchObject({ status: 0, codes: ['VERIFY_NOTE'] });
    // Well formed, and of this commit: what cannot hold costs no process, and only so many are told one by one.
    const forged = Array.from({ length: 500 }, (_, n) =>
      JSON.stringify({ ...bare, signatures: [{ keyid: `${n}`, sig: 'eA==' }] }),
    );
    rewrite([...forged, line]);
    const { status, report } = other.verify();
    expect(status).toBe(0);
    expect(report.attestations.length).toBe(65);
    expect(report.findings.find(({ code }) => code === 'VERIFY_NOTE')?.text).toContain('436');
    expect(Date.now() - started).toBeLessThan(60_000);
    expect(sealed.signatures).toHaveLength(1);
    rewrite(['x'.repeat(9 * 1024 * 1024)]);
    expect(other.verify()).toMatchObject({ status: 1, codes: ['PUSH_UNTESTED', 'VERIFY_NOTE'] });
  });

  test('newer statements crowd out none that is needed: copies of one, forgeries, those about another commit', () => {
    const { other, rewrite, anne } = attested('anne');
    const [line = ''] = linesOf(other.git);
    const { payload, ...sealed } = JSON.parse(line) as { payload: string; signatures: unknown[] };
    const statement = JSON.parse(Buffer.from(payload, 'base64').toString());
    statement.predicate.flow_evidence.issued += 1000;
    const newer = (change: object) => JSON.stringify({ ...statement, ...change });
    const nothing = { ...statement.predicate, flow_evidence: { ...statement.predicate.flow_evidence, suites: [] } };
    const saysLess = sealEnvelope(newer({ predicate: nothing }), {
      format: 'ssh',
      key: anne.key,
      program: 'ssh-keygen',
    });
    if ('failed' in saysLess) throw new Error(saysLess.failed);
    const { signatures, ...envelope } = JSON.parse(saysLess.line) as { signatures: [{ sig: string }] };
    const many = <T>(make: (n: number) => T) => Array.from({ length: 100 }, (_, n) => JSON.stringify(make(n)));
    const copies = many((n) => ({ ...envelope, signatures: [{ sig: signatures[0].sig, keyid: `${n}` }] }));
    const forged = many((n) => ({ ...sealed, payload: Buffer.from(newer({ n })).toString('base64') }));
    const subject = [{ digest: { gitCommit: 'a'.repeat(40) } }, { digest: { gitTree: 'a'.repeat(40) } }];
    const elsewhere = many((n) => ({ ...sealed, payload: Buffer.from(newer({ subject, n })).toString('base64') }));
    rewrite([...copies, ...forged, ...elsewhere, line]);
    const { status, report } = other.verify();
    expect(status).toBe(0);
    expect(report.attestations.filter(({ counts }) => counts)).toHaveLength(2);
    expect(report.suites).toMatchObject([{ state: 'tested', proof: { from: 'attestation', signer: anne.name } }]);
  });

  anyTest('one of a clock that runs ahead is not newer than what is run now', () => {
    const timeOf = (time: number) => {
      const suite: AttestedSuite = {
        ...{ suite: 's', outcome: 'passed', command: 'x', selection: 'whole', seen: 'exec', time, failing: [] },
        ...{ counts: { passed: 1, failed: 0, skipped: 0, errors: 0 }, flaky: false, receipt: 'r', digest: 'd' },
      };
      const attestation: Attestation = {
        ...{ commit: 'c', tree: 't', result: 'PASSED', configuration: [], passedTests: [], failedTests: [] },
        ...{ base: null, policy: null, suites: [suite], approvals: [], journal: null, issued: time },
      };
      return attestedRuns({ attestation, digest: 'd', signer: 'anne', why: null }, 1000)[0]!.receipt.time;
    };
    expect([timeOf(900), timeOf(5000)]).toEqual([900, 1000]);
  });

  test('signers, suites and severities of the branch under test do not count', () => {
    const { repo, other, rewrite } = attested('anne');
    const mallory = person(repo, 'eve');
    const lines = linesOf(other.git);
    writeFileSync(
      path.join(other.root, 'flow.config.yaml'),
      `push: { untested: off, stale: off }\nsuites: []\napprovals: { signers: [${JSON.stringify(mallory.line)}] }\n`,
    );
    other.git('commit', '-qam', 'My own rules');
    other.cli('exec', '--', 'sh', 'check.sh');
    signsWith(other.git, mallory);
    expect(other.cli('attest').status).toBe(0);
    expect(linesOf(other.git)).not.toEqual(lines);
    const ci = other.cli('verify', '--json');
    expect(ci.status).toBe(0);
    // The same commit, where only notes count.
    const judge = () =>
      JSON.parse(
        cli(repo, ['verify', '--json'], { cwd: other.root, environment: { ...other.environment, CI: '1' } }).stdout,
      );
    expect(judge()).toMatchObject({ ok: false, policy: { from: 'origin/main' }, suites: [{ state: 'untested' }] });
    rewrite(lines);
    expect(judge()).toMatchObject({ ok: false });
    // They are those of the base that the caller names, whatever holds on this machine.
    const own = cli(repo, ['verify', '--json', '--base', 'HEAD'], { cwd: other.root, environment: other.environment });
    expect(JSON.parse(own.stdout).policy).toMatchObject({ commit: other.git('rev-parse', 'HEAD') });
    expect(JSON.parse(own.stdout).policy.digest).not.toBe(judge().policy.digest);
  });
});

describe('C73 tests that an exception names', () => {
  const begin = (tests: string[]) => {
    const exception = { guard: 'push', tests, reason: 'no network', owner: 'anne@example.test' };
    const files = { ...QUICK.files, 'test_net.py': 'def test_net():\n    assert False\n' };
    const it = world({ config: `exceptions: ${JSON.stringify([exception])}\n`, files });
    it.repo.write(...QUICK.fixed);
    it.repo.commit('work');
    signsWith(it.repo.git, it.anne);
    return it;
  };

  test('may be red here, in a clone by what is attested, and where the suite is run again', () => {
    const { repo, verify, clone } = begin(['test_net.py::test_net']);
    cli(repo, ['exec', '--', ...QUICK.test.split(' ')]);
    expect(verify()).toMatchObject({ status: 0, report: { suites: [{ state: 'red' }] } });
    expect(cli(repo, ['attest', '--push']).stdout).toMatch(/PASSED\n {2}pytest:\.: failed/);
    const other = clone();
    expect(other.verify()).toMatchObject({ status: 1, codes: ['PUSH_UNTESTED'] });
    other.git('fetch', '-q', 'origin', `${NOTES}:${NOTES}`);
    expect(other.verify()).toMatchObject({ status: 0, report: { suites: [{ proof: { from: 'attestation' } }] } });
    expect(other.verify('--rerun')).toMatchObject({ status: 0, report: { suites: [{ proof: { from: 'rerun' } }] } });
  });

  test('and no others', () => {
    const { repo, verify } = begin(['test_net.py::test_other']);
    cli(repo, ['exec', '--', ...QUICK.test.split(' ')]);
    expect(verify()).toMatchObject({ status: 1, codes: ['PUSH_RED'] });
    expect(cli(repo, ['attest']).stdout).toContain('FAILED');
  });
});

describe('--rerun', () => {
  test('what is run now needs no evidence; nothing of it stays', () => {
    const { repo, clone } = world();
    const other = clone();
    // A folder for what is temporary that is its own: other tests make theirs in the usual one.
    const temporary = path.join(repo.area, 'temporary');
    mkdirSync(temporary);
    other.environment.TMPDIR = temporary;
    expect(other.verify('--rerun')).toMatchObject({
      status: 0,
      codes: [],
      report: { suites: [{ state: 'tested', proof: { from: 'rerun', seen: 'ci', signer: null } }] },
    });
    expect(other.git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(readdirSync(temporary)).toEqual([]);
    expect(existsSync(path.join(other.root, '.git/flow/journal.jsonl'))).toBe(false);
    change(repo, 'broken');
    const worse = clone('worse').verify('--rerun');
    expect(worse).toMatchObject({ status: 1, codes: ['PUSH_RED'], report: { suites: [{ proof: { from: 'rerun' } }] } });
  });

  test('the checkout is the commit, not what lies about in the work tree', () => {
    const { repo, verify } = world();
    change(repo, 'broken');
    repo.write('code.txt', 'it works\n');
    expect(verify('--rerun')).toMatchObject({ status: 1, codes: ['PUSH_RED'] });
  });

  test('an attestation that is not true is contradicted', () => {
    // The suite depends on what the commit does not hold: where it was attested the file is there.
    const it = world({ check: 'test -e "$HOME/here"' });
    writeFileSync(path.join(it.repo.home, 'here'), '');
    it.run();
    signsWith(it.repo.git, it.anne);
    cli(it.repo, ['attest', '--push']);
    const other = it.clone();
    expect(other.verify('--fetch-notes').status).toBe(0);
    const { status, codes, report } = other.verify('--rerun');
    expect({ status, codes }).toEqual({ status: 1, codes: ['PUSH_RED', 'VERIFY_CONTRADICTS'] });
    expect(report.findings.at(-1)).toMatchObject({ level: 'block', text: expect.stringContaining(it.anne.name) });
    // The journal's own claim, too.
    writeFileSync(path.join(it.repo.home, 'gone'), '');
    expect(it.verify('--rerun', '--setup', 'rm "$HOME/here"').codes).toContain('VERIFY_CONTRADICTS');
  });

  test('what cannot be run is not verified, and says why', () => {
    const { repo, verify, clone } = world({ check: 'test -e made' });
    expect(verify('--rerun')).toMatchObject({ status: 1, codes: ['PUSH_RED'] });
    expect(verify('--rerun', '--setup', 'echo > made').status).toBe(0);
    // A tracked file that is another one is no longer the commit.
    expect(verify('--rerun', '--setup', 'echo > made; echo >> code.txt').codes).toEqual(['PUSH_STALE']);
    const failed = verify('--rerun', '--setup', 'echo no network; exit 3');
    expect(failed).toMatchObject({ status: 1, codes: ['PUSH_UNTESTED', 'VERIFY_RERUN'] });
    expect(failed.report.findings[1]?.text).toMatch(/exit code 3.*no network/);
    const other = clone();
    writeFileSync(path.join(other.root, 'check.sh'), 'sleep 60 & sleep 60\n');
    other.git('commit', '-qam', 'Slow');
    const started = Date.now();
    expect(other.verify('--rerun', '--timeout', '1')).toMatchObject({
      status: 1,
      codes: ['PUSH_UNTESTED', 'VERIFY_RERUN'],
    });
    expect(Date.now() - started).toBeLessThan(30_000);
    expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
  });

  test('who is told to end leaves no checkout and no process behind', async () => {
    const { repo, verify } = world({ check: 'echo $$ > "$HOME/pid"; sleep 300' });
    expect(verify().status).toBe(1);
    const child = spawn(process.execPath, [CLI, 'verify', '--rerun'], { cwd: repo.root, env: repo.environment });
    const ended = new Promise((resolve) => child.on('close', (_code, signal) => resolve(signal)));
    const pid = path.join(repo.home, 'pid');
    await expect.poll(() => existsSync(pid) && readFileSync(pid, 'utf8').trim(), { timeout: 45_000 }).toMatch(/^\d+$/);
    child.kill('SIGTERM');
    expect(await ended).toBe('SIGTERM');
    expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
    // Where nobody reaps orphans, what was killed stays as a zombie.
    const state = () => cliOf('ps', ['-o', 'stat=', '-p', readFileSync(pid, 'utf8').trim()], repo.area).trim();
    await expect.poll(state, { timeout: 10_000 }).toMatch(/^(?:Z.*)?$/);
  });

  test('the tests do not see what steers the job', () => {
    const { repo, clone } = world({ check: 'test -z "$GITHUB_ENV$GITHUB_OUTPUT$GITHUB_TOKEN$GIT_DIR"' });
    const environment = { GITHUB_ENV: '/x', GITHUB_OUTPUT: '/y', GITHUB_TOKEN: 'z', GIT_DIR: '/nowhere' };
    expect(cli(repo, ['verify', '--rerun'], { cwd: clone().root, environment })).toMatchObject({ status: 0 });
  });

  test.for(STACKS)('of $name, as a runner of a CI has it', (stack, context) => {
    needs(stack, context);
    const repo = project(stack);
    const [file, text] = stack.fixed;
    repo.write(file, text);
    repo.commit('Better');
    const setup = ['--setup', `ln -s ${JSON.stringify(repo.path('node_modules'))} node_modules`];
    const environment = { CI: 'true', GITHUB_ACTIONS: 'true', FORCE_COLOR: '1' };
    const rerun = () => {
      const words = ['verify', '--json', '--rerun', ...(stack.name === 'vitest' ? setup : [])];
      return JSON.parse(cli(repo, [...words, '--allow-unsigned-local'], { environment }).stdout) as Report;
    };
    cli(repo, ['exec', '--', ...stack.test.split(' ')]);
    // The journal's run and this one agree in outcome and numbers.
    expect(rerun()).toMatchObject({
      ok: true,
      findings: [],
      suites: [{ suite: stack.suite, proof: { from: 'rerun' } }],
    });
    const [broken, wrong] = stack.broken;
    repo.write(broken, wrong);
    repo.commit('Worse');
    const worse = rerun();
    expect(worse).toMatchObject({ ok: false, suites: [{ state: 'red', proof: { from: 'rerun', outcome: 'failed' } }] });
    expect(worse.suites[0]?.failing.join()).toContain(stack.failing);
  });

  anyTest.runIf(CAN_SIGN && QUICK.available)('names of tests are attested', () => {
    const repo = project(QUICK);
    repo.write(...QUICK.broken);
    repo.commit('Worse');
    cli(repo, ['exec', '--', ...QUICK.test.split(' ')]);
    cli(repo, ['attest']);
    const [line = ''] = linesOf(repo.git);
    const { predicate } = JSON.parse(Buffer.from(JSON.parse(line).payload, 'base64').toString());
    expect(predicate).toMatchObject({
      result: 'FAILED',
      passedTests: [],
      failedTests: [expect.stringContaining(QUICK.failing)],
    });
  });
});

describe('approvals', () => {
  const GATE = '  gates: { shape: { push: block, strength: signed, subjects: ["spec.txt"] } }\n';

  /** Anne's signed approval of what spec.txt says, in the journal of whoever works here. */
  function approve({ repo, anne }: ReturnType<typeof world>, text: string) {
    const here = findRepository(repo.root)!;
    const { createHash } = process.getBuiltinModule('node:crypto');
    const statement: ApprovalStatement = {
      v: 1,
      id: 'a1',
      gate: 'shape',
      repo: rootCommits(here),
      branch: 'feature/login',
      head: null,
      tree: null,
      subjects: [{ path: 'spec.txt', sha256: createHash('sha256').update(text).digest('hex') }],
      person: 'Anne',
      method: 'signed',
      session: null,
      issued: Date.now(),
      expires: null,
      prev: null,
    };
    const key = { format: 'ssh' as const, key: anne.key, program: 'ssh-keygen' };
    const signature = signText(statementText(statement), 'flow-approval', key) as Signature;
    writeApproval(here, statement, signature, repo.environment);
  }

  test('D69 D102 a signed approval travels with the attestation, and is void when what was approved changes', () => {
    const it = world({ config: GATE });
    it.repo.write('spec.txt', 'what is built\n');
    it.repo.commit('Spec');
    it.run();
    signsWith(it.repo.git, it.anne);
    expect(cli(it.repo, ['attest', '--push']).status).toBe(0);
    const unapproved = it.clone('before').verify('--fetch-notes');
    expect(unapproved).toMatchObject({
      status: 1,
      codes: ['PUSH_UNAPPROVED'],
      report: { approvals: [{ state: 'missing' }] },
    });
    approve(it, 'what is built\n');
    expect(it.verify()).toMatchObject({ status: 0, report: { approvals: [{ gate: 'shape', state: 'valid' }] } });
    expect(cli(it.repo, ['attest', '--push']).status).toBe(0);
    const other = it.clone();
    expect(other.verify('--fetch-notes')).toMatchObject({
      status: 0,
      report: { approvals: [{ state: 'valid', person: 'Anne', signer: it.anne.name }] },
    });
    expect(other.verify('--branch', 'feature/else')).toMatchObject({ status: 1, codes: ['PUSH_UNAPPROVED'] });
    it.repo.write('spec.txt', 'something else\n');
    it.repo.commit('Another spec');
    expect(it.verify().report.approvals).toMatchObject([{ state: 'changed' }]);
    // What is stated of each content names the approvals that hold for it.
    it.run();
    expect(cli(it.repo, ['attest']).status).toBe(0);
    const stated = ['HEAD~1', 'HEAD'].map((commit) => {
      const { payload } = JSON.parse(linesOf(it.repo.git, commit).at(-1)!) as { payload: string };
      return /"approvals":\[.*"id":"a1"/.test(Buffer.from(payload, 'base64').toString());
    });
    expect(stated).toEqual([true, false]);
  });
});

describe('what a CI reads', () => {
  const HOSTILE = 'sh check.sh # ##[error]x ##vso[task]y | <b> [a](http://b) `c` @you';
  const RULES =
    'conventions: { rules: [{ name: no-log, files: ["*.ts"], text: console.log, message: Use the logger., severity: block }] }\n';

  test('36.6 a summary, annotations and findings for code scanning at their lines, and a log that names cannot steer', () => {
    const { repo } = world({ command: HOSTILE, config: RULES });
    repo.write('src/a b,c.ts', 'const a = 1;\nconsole.log(a);\nconsole.log(a);\n');
    repo.commit('A line that breaks a convention');
    const summary = path.join(repo.area, 'summary.md');
    const environment = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
    const run = cli(repo, ['verify'], { environment });
    expect(run.status).toBe(1);
    expect(run.stderr).toMatch(/^::error title=PUSH_UNTESTED::No test run of command:/m);
    expect(run.stderr).toMatch(/^::error file=src\/a b%2Cc\.ts,line=2,title=CONVENTION_BROKEN::/m);
    expect(run.stdout + run.stderr).not.toMatch(/##\w*\[/);
    const written = readFileSync(summary, 'utf8');
    expect(written).toContain('❌ Not verified');
    expect(written).toContain('| untested |');
    expect(written).not.toMatch(/<b>|\]\(http|`|@you/);
    const json = cli(repo, ['verify', '--json'], { environment });
    expect(json.stdout).not.toMatch(/##/);
    expect(JSON.parse(json.stdout).suites[0].suite).toBe(`command:.:${HOSTILE}`);
    // Outside of GitHub's runner there is nobody to read them.
    const own = cli(repo, ['verify', '--summary', 'report.md', '--sarif', 'flow.sarif']);
    expect(own.stderr).toBe('');
    expect(repo.read('report.md')).toContain('❌ Not verified');
    const [{ results }] = JSON.parse(repo.read('flow.sarif')).runs;
    const at = (uri: string) => ({ artifactLocation: { uri, uriBaseId: '%SRCROOT%' } });
    expect(results).toMatchObject([
      // A suite's folder is no file that could be shown.
      { ruleId: 'PUSH_UNTESTED', level: 'error', locations: [{ physicalLocation: at('flow.config.yaml') }] },
      {
        ...{ ruleId: 'CONVENTION_BROKEN', level: 'error' },
        locations: [{ physicalLocation: { ...at('src/a%20b%2Cc.ts'), region: { startLine: 2 } } }],
      },
    ]);
  });
});

describe('the push guard', () => {
  test('leaves the notes to the program', () => {
    const { repo, run } = world();
    const it = start(repo);
    run();
    cli(repo, ['attest', '--no-sign']);
    change(repo, 'not tested');
    // An agent has the program publish them (R80); what git's own hook lets a person push is below.
    expect(it.bash(`git push -q origin ${NOTES}`).refused).toContain('REF_RESERVED');
    expect(it.bash(`git push -q origin ${NOTES}:${NOTES}`).refused).toContain('attest --push');
    const head = repo.git('rev-parse', 'HEAD');
    for (const refspec of [
      `HEAD:${NOTES}`,
      `${head}:${NOTES}`,
      `${NOTES} HEAD`,
      'refs/heads/feature/login:refs/notes/flow',
      // What git's hook would not see, or takes from others.
      `--no-verify ${NOTES}`,
      `+${NOTES}`,
      `--force ${NOTES}`,
      `--tags ${NOTES}`,
      `:${NOTES}`,
      'HEAD:refs/notes/other',
    ]) {
      expect(it.bash(`git push -q origin ${refspec}`).refused, refspec).toMatch(/REF_RESERVED|PUSH_STALE/);
    }
    expect(
      it.bash(`git notes --ref=flow add -f -m more && git push -q --no-verify origin ${NOTES}`).refused,
    ).toBeTruthy();
    // A ref of that name which holds code.
    repo.git('update-ref', NOTES, head);
    expect(it.bash(`git push -q --force origin ${NOTES}`).refused).toContain('PUSH_STALE');
    expect(it.bash(`git push -q origin ${NOTES}`).refused).toContain('PUSH_STALE');
  });

  test("git's own hook judges them in the same way", () => {
    const { repo, run } = world();
    run();
    cli(repo, ['attest', '--no-sign']);
    change(repo, 'not tested');
    const hook = (local: string, tip: string, remote: string) =>
      process
        .getBuiltinModule('node:child_process')
        .spawnSync(process.execPath, [HOOK, '--git', 'pre-push', 'origin', repo.remote], {
          cwd: repo.root,
          env: repo.environment,
          encoding: 'utf8',
          input: `${local} ${tip} ${remote} ${'0'.repeat(40)}\n`,
        }).status;
    const notes = repo.git('rev-parse', NOTES);
    const head = repo.git('rev-parse', 'HEAD');
    expect(hook(NOTES, notes, NOTES)).toBe(0);
    expect(hook(NOTES, head, NOTES)).toBe(1);
    expect(hook('HEAD', head, NOTES)).toBe(1);
    expect(hook(NOTES, head, 'refs/heads/x')).toBe(1);
    expect(hook(NOTES, notes, 'refs/heads/x')).toBe(1);
    expect(hook('refs/notes/other', notes, NOTES)).toBe(1);
    expect(hook(NOTES, notes, 'refs/notes/flow/x')).toBe(1);
  });
});
