import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as anyTest, describe, expect, onTestFinished } from 'vitest';
import { CAN_SIGN, HAS_GPG } from '../../test/programs.js';
import { type TempRepository, tempRepository } from '../../test/temp-repository.js';
import { findSigningKey, type Signature, type SigningKey, signText, verifyText } from '../index.js';

const test = anyTest.skipIf(!CAN_SIGN);

const TEXT = '{"gate":"shape","person":"Anne ✓"}';

/** A throw-away key that git is told to sign with; gives the line that allows it. */
function sshSigner(temp: TempRepository, name: string, type = 'ed25519'): string {
  const file = join(temp.area, name);
  execFileSync('ssh-keygen', ['-q', '-t', type, '-N', '', '-C', name, '-f', file]);
  temp.git('config', '--global', 'gpg.format', 'ssh');
  temp.git('config', '--global', 'user.signingkey', `${file}.pub`);
  return `${name}@example.test ${readFileSync(`${file}.pub`, 'utf8').trim()}`;
}

function key(temp: TempRepository): SigningKey {
  const found = findSigningKey(temp.repository);
  if ('failed' in found) throw new Error(found.failed);
  return found;
}

function sign(temp: TempRepository, text = TEXT): Signature {
  const made = signText(text, 'flow-approval', key(temp));
  if ('failed' in made) throw new Error(made.failed);
  return made;
}

describe('a signature with an SSH key', () => {
  test.each(['ed25519', 'ecdsa', 'rsa'])('D69 D102 of type %s names its signer', (type) => {
    const temp = tempRepository({});
    const anne = sshSigner(temp, 'anne', type);
    expect(verifyText(TEXT, sign(temp), 'flow-approval', [anne])).toEqual({ signer: 'anne@example.test' });
  });

  test('is none for another text, another purpose, other signers, or when a letter of it changes', () => {
    const temp = tempRepository({});
    const anne = sshSigner(temp, 'anne');
    const signature = sign(temp);
    const bert = sshSigner(temp, 'bert');
    const broken = {
      ...signature,
      text: signature.text.replace(/[a-z](?=[^\n]*\n-----END)/, (one) => (one === 'a' ? 'b' : 'a')),
    };
    const tries: [string, ReturnType<typeof verifyText>][] = [
      ['text', verifyText(`${TEXT} `, signature, 'flow-approval', [anne])],
      ['purpose', verifyText(TEXT, signature, 'flow-attestation', [anne])],
      ['signers', verifyText(TEXT, signature, 'flow-approval', [bert])],
      ['no signers', verifyText(TEXT, signature, 'flow-approval', [])],
      ['broken', verifyText(TEXT, broken, 'flow-approval', [anne])],
      ['no signature', verifyText(TEXT, { format: 'ssh', text: 'yes' }, 'flow-approval', [anne])],
      ['endless', verifyText(TEXT, { format: 'ssh', text: signature.text.repeat(100) }, 'flow-approval', [anne])],
      ['other format', verifyText(TEXT, { ...signature, format: 'gpg' }, 'flow-approval', [anne])],
    ];
    for (const [what, result] of tries) expect(result, what).toHaveProperty('failed');
  });

  test('a line may bind a key to other namespaces, or to a time that is over', () => {
    const temp = tempRepository({});
    const [name, ...rest] = sshSigner(temp, 'anne').split(' ');
    const signature = sign(temp);
    const bound = (option: string) => verifyText(TEXT, signature, 'flow-approval', [[name, option, ...rest].join(' ')]);
    expect(bound('namespaces="flow-approval"')).toHaveProperty('signer');
    expect(bound('namespaces="git"')).toHaveProperty('failed');
    expect(bound('valid-before="20200101"')).toHaveProperty('failed');
  });

  test('of an agent that holds the private half, with the public key given literally', () => {
    const temp = tempRepository({});
    const anne = sshSigner(temp, 'anne');
    const agent = spawnSync('ssh-agent', ['-s'], { encoding: 'utf8' });
    const socket = /SSH_AUTH_SOCK=([^;]+)/.exec(agent.stdout)?.[1];
    const pid = Number(/SSH_AGENT_PID=(\d+)/.exec(agent.stdout)?.[1]);
    onTestFinished(() => {
      process.kill(pid);
      delete process.env.SSH_AUTH_SOCK;
    });
    process.env.SSH_AUTH_SOCK = socket;
    execFileSync('ssh-add', ['-q', join(temp.area, 'anne')], { stdio: 'ignore' });
    rmSync(join(temp.area, 'anne'));
    temp.git('config', '--global', 'user.signingkey', anne.slice(anne.indexOf(' ') + 1));
    expect(verifyText(TEXT, sign(temp), 'flow-approval', [anne])).toEqual({ signer: 'anne@example.test' });
  });

  test('the repository does not choose the program that signs', () => {
    const temp = tempRepository({});
    sshSigner(temp, 'anne');
    const program = temp.write('bin/ssh-keygen', '#!/bin/sh\ntouch "$0.ran"\n');
    chmodSync(program, 0o755);
    temp.git('config', 'gpg.ssh.program', program);
    expect(key(temp).program).not.toBe(program);
    temp.git('config', '--global', 'gpg.ssh.program', program);
    expect(key(temp).program).toBe(program);
  });

  test('without a key it is said how to name one', () => {
    const temp = tempRepository({});
    expect(findSigningKey(temp.repository)).toEqual({ failed: expect.stringContaining('user.signingkey') });
    temp.git('config', '--global', 'gpg.format', 'x509');
    expect(findSigningKey(temp.repository)).toEqual({ failed: expect.stringContaining('x509') });
    temp.git('config', '--global', 'gpg.format', 'ssh');
    temp.git('config', '--global', 'user.signingkey', join(temp.area, 'nowhere'));
    expect(signText(TEXT, 'flow-approval', key(temp))).toEqual({ failed: expect.stringContaining('did not sign') });
  });
});

describe.skipIf(!HAS_GPG)('a signature with an OpenPGP key', () => {
  test('D69 D102 names its signer by the fingerprint, and is none for anything else', () => {
    const temp = tempRepository({});
    // The socket of its agent must have a short path.
    const home = mkdtempSync(join(tmpdir(), 'flow-gpg-'));
    mkdirSync(home, { recursive: true, mode: 0o700 });
    chmodSync(home, 0o700);
    process.env.GNUPGHOME = home;
    onTestFinished(() => {
      spawnSync('gpgconf', ['--kill', 'all'], { env: { ...process.env, GNUPGHOME: home } });
      delete process.env.GNUPGHOME;
      rmSync(home, { recursive: true, force: true });
    });
    const make = (name: string) => {
      execFileSync(
        'gpg',
        ['--batch', '--quiet', '--passphrase', '', '--quick-gen-key', `${name}@example.test`, 'ed25519', 'sign'],
        { stdio: 'ignore' },
      );
      const list = execFileSync('gpg', ['--batch', '--with-colons', '--fingerprint', `${name}@example.test`], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      return /^fpr:+([0-9A-F]+):/m.exec(list)![1]!;
    };
    const anne = make('anne');
    const bert = make('bert');
    temp.git('config', '--global', 'user.signingkey', anne);
    const signature = sign(temp);
    expect(signature.format).toBe('gpg');
    const of = (text: string, signers: string[], purpose: 'flow-approval' | 'flow-attestation' = 'flow-approval') =>
      verifyText(text, signature, purpose, signers);
    expect(of(TEXT, [`bert gpg:${bert}`, `anne gpg:${anne.toLowerCase()}`])).toEqual({ signer: 'anne' });
    expect(of(TEXT, [`bert gpg:${bert}`])).toHaveProperty('failed');
    expect(of(`${TEXT} `, [`anne gpg:${anne}`])).toHaveProperty('failed');
    expect(of(TEXT, [`anne gpg:${anne}`], 'flow-attestation')).toHaveProperty('failed');
    expect(of(TEXT, [])).toHaveProperty('failed');
  });
});
