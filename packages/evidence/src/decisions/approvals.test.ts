import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApprovalStatement } from '@flow/core';
import { test as anyTest, expect } from 'vitest';
import { CAN_SIGN } from '../../test/programs.js';
import { type TempRepository, tempRepository } from '../../test/temp-repository.js';
import {
  approvalsOf,
  findSigningKey,
  readCarriedApproval,
  readJournal,
  recordApprovalUse,
  renderApproval,
  rootCommits,
  type Signature,
  type SigningKey,
  signText,
  statementText,
  writeApproval,
} from '../index.js';

const test = anyTest.skipIf(!CAN_SIGN);

function statement(change: Partial<ApprovalStatement> = {}): ApprovalStatement {
  return {
    v: 1,
    id: 'one',
    gate: 'shape',
    repo: ['r'],
    branch: 'x',
    head: null,
    tree: null,
    subjects: [{ path: 'spec.md', sha256: 'a'.repeat(64) }],
    person: 'Anne',
    method: 'signed',
    session: null,
    issued: Date.now(),
    expires: null,
    prev: null,
    ...change,
  };
}

function signer(temp: TempRepository): { line: string; sign(text: string): Signature } {
  const file = join(temp.area, 'anne');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file]);
  temp.git('config', '--global', 'gpg.format', 'ssh');
  temp.git('config', '--global', 'user.signingkey', file);
  return {
    line: `anne ${readFileSync(`${file}.pub`, 'utf8').trim()}`,
    sign: (text) => signText(text, 'flow-approval', findSigningKey(temp.repository) as SigningKey) as Signature,
  };
}

test('D69 approvals come back from the journal with who signed them, and whether they were used', () => {
  const temp = tempRepository({});
  const anne = signer(temp);
  const one = statement();
  const stranger = { format: 'ssh' as const, text: 'no signature' };
  writeApproval(temp.repository, one, anne.sign(statementText(one)), temp.env);
  writeApproval(temp.repository, statement({ id: 'two', method: 'terminal' }), null, temp.env);
  writeApproval(temp.repository, statement({ id: 'three' }), stranger, temp.env);
  writeApproval(temp.repository, statement({ id: 'four', gate: 'report' }), null, temp.env);
  expect(recordApprovalUse(temp.repository, 'two', 'a push', temp.env)).toBe(true);
  expect(recordApprovalUse(temp.repository, 'two', 'a push at the same time', temp.env)).toBe(false);
  const { events } = readJournal(temp.repository, temp.env);
  const read = (signers: string[]) => approvalsOf(events, signers, 'shape', temp.repository);
  expect(read([anne.line]).map(({ statement, signer, used }) => [statement.id, signer, used])).toEqual([
    ['one', 'anne', false],
    ['two', null, true],
    ['three', null, false],
  ]);
  expect(read([]).map((one) => one.signer)).toEqual([null, null, null]);
});

test('D102 outside the journal an approval counts by the signature of an allowed signer alone', () => {
  const temp = tempRepository({});
  const anne = signer(temp);
  const one = statement();
  const signature = anne.sign(statementText(one));
  const carried = renderApproval({ statement: one, signature });
  const read = (text: string, signers = [anne.line]) => readCarriedApproval(text, signers);
  expect(read(carried)).toEqual({ statement: one, signer: 'anne', used: false });
  const forged: [string, string, string[]?][] = [
    ['nobody may sign', carried, []],
    ['unsigned', renderApproval({ statement: one, signature: null })],
    ['another gate', renderApproval({ statement: { ...one, gate: 'handoff' }, signature })],
    ['another content', carried.replace('aaaa', 'aaab')],
    ['a field more', renderApproval({ statement: { ...one, ships: true } as ApprovalStatement, signature })],
    ['a field less', carried.replace('"person":"Anne",', '')],
    ['no JSON', 'approved'],
    ['nothing', 'null'],
    ['a list', '[]'],
  ];
  for (const [what, text, signers] of forged) expect(read(text, signers), what).toHaveProperty('failed');
});

test('a repository is named by its first commits, a shallow clone of it is not', () => {
  const temp = tempRepository({ a: '1' });
  expect(rootCommits(temp.repository)).toEqual([temp.git('rev-parse', 'HEAD')]);
  temp.git('commit', '-q', '--allow-empty', '-m', 'second');
  expect(rootCommits(temp.repository)).toEqual([temp.git('rev-parse', 'HEAD~1')]);
  const other = tempRepository();
  other.git('fetch', '-q', '--depth=1', `file://${temp.root}`, 'HEAD');
  other.git('reset', '-q', '--hard', 'FETCH_HEAD');
  expect(rootCommits(other.repository)).toEqual([]);
  expect(rootCommits(tempRepository().repository)).toEqual([]);
});
