import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { test as anyTest, expect } from 'vitest';
import { CAN_SIGN } from '../../test/programs.js';
import { tempRepository } from '../../test/temp-repository.js';
import { type Signature, signText, verifyText } from './signature.js';
import { holdsFor, signingKeyOf } from './ssh-signature.js';

const test = anyTest.skipIf(!CAN_SIGN);

const TEXT = 'DSSEv1 ✓';
const PURPOSE = 'flow-attestation';

const field = (content: string | Buffer) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(Buffer.byteLength(content));
  return Buffer.concat([length, Buffer.from(content)]);
};

const KEYS = [
  ['ed25519', '256'],
  ['ecdsa', '256'],
  ['ecdsa', '384'],
  ['ecdsa', '521'],
  ['rsa', '2048'],
] as const;

test.each(KEYS)('a signature of type %s %s is told without a process as ssh-keygen tells it', (type, bits) => {
  const temp = tempRepository({});
  const file = join(temp.area, 'key');
  execFileSync('ssh-keygen', ['-q', '-t', type, '-b', bits, '-N', '', '-C', 'anne', '-f', file]);
  const publicKey = readFileSync(`${file}.pub`, 'utf8').split(' ')[1];
  const made = signText(TEXT, PURPOSE, { format: 'ssh', key: file, program: 'ssh-keygen' }) as Signature;
  expect(signingKeyOf(made.text)).toBe(publicKey);
  const answers = [
    holdsFor(TEXT, made.text, PURPOSE),
    holdsFor(`${TEXT} `, made.text, PURPOSE),
    holdsFor(TEXT, made.text, 'flow-approval'),
  ];
  expect(answers).toEqual([true, false, false]);
  const blob = Buffer.from(made.text.replace(/-----[^-]+-----|\s/g, ''), 'base64');
  fc.assert(
    fc.property(fc.nat(blob.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
      const changed = Buffer.from(blob);
      changed[at]! ^= flip;
      expect(holdsFor(TEXT, armoured(changed), PURPOSE)).not.toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('a signature of a security key is told without a process as ssh-keygen tells it', () => {
  const pair = generateKeyPairSync('ed25519');
  const x = Buffer.from(pair.publicKey.export({ format: 'jwk' }).x!, 'base64url');
  const type = 'sk-ssh-ed25519@openssh.com';
  const key = Buffer.concat([field(type), field(x), field('ssh:')]);
  const digest = (data: string | Buffer, hash = 'sha256') => createHash(hash).update(data).digest();
  const head = [field(PURPOSE), field(''), field('sha512')];
  const signed = Buffer.concat([Buffer.from('SSHSIG'), ...head, field(digest(TEXT, 'sha512'))]);
  const flags = Buffer.from([1, 0, 0, 0, 7]);
  const bytes = signBytes(null, Buffer.concat([digest('ssh:'), flags, digest(signed)]), pair.privateKey);
  const signature = Buffer.concat([field(type), field(bytes), flags]);
  const blob = Buffer.concat([Buffer.from('SSHSIG\0\0\0\u0001', 'latin1'), field(key), ...head, field(signature)]);
  const text = armoured(blob);
  expect([holdsFor(TEXT, text, PURPOSE), holdsFor(`${TEXT}!`, text, PURPOSE)]).toEqual([true, false]);
  const signer = `anne@example.test ${type} ${key.toString('base64')}`;
  expect(verifyText(TEXT, { format: 'ssh', text }, PURPOSE, [signer])).toEqual({ signer: 'anne@example.test' });
});

anyTest('what is no signature holds for nothing, and what only a program can tell is left open', () => {
  fc.assert(
    fc.property(fc.string(), fc.uint8Array({ maxLength: 200 }), (text, bytes) => {
      expect([holdsFor('x', text, PURPOSE), holdsFor('x', armoured(Buffer.from(bytes)), PURPOSE)]).toEqual([
        false,
        false,
      ]);
    }),
  );
  const certificate = field(field('ssh-ed25519-cert-v01@openssh.com'));
  const rest = [field(PURPOSE), field(''), field('sha512'), field(Buffer.concat([field('ssh-ed25519'), field('x')]))];
  const blob = Buffer.concat([Buffer.from('SSHSIG\0\0\0\u0001', 'latin1'), certificate, ...rest]);
  expect(holdsFor('x', armoured(blob), PURPOSE)).toBeUndefined();
});

/** The armour of PROTOCOL.sshsig: lines of 70 characters of base64. */
function armoured(blob: Buffer): string {
  const lines = blob.toString('base64').match(/.{1,70}/g) ?? [];
  return ['-----BEGIN SSH SIGNATURE-----', ...lines, '-----END SSH SIGNATURE-----', ''].join('\n');
}
