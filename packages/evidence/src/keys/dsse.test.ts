import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { test as anyTest, describe, expect } from 'vitest';
import { CAN_SIGN } from '../../test/programs.js';
import { type TempRepository, tempRepository } from '../../test/temp-repository.js';
import { openEnvelope, type SigningKey, sealEnvelope, verifyEnvelope } from '../index.js';
import { preAuthenticationEncoding } from './dsse.js';

const test = anyTest.skipIf(!CAN_SIGN);

function signer(temp: TempRepository, name: string): { key: SigningKey; line: string } {
  const file = join(temp.area, name);
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', file]);
  const line = `${name}@example.test ${readFileSync(`${file}.pub`, 'utf8').trim()}`;
  return { key: { format: 'ssh', key: file, program: 'ssh-keygen' }, line };
}

function sealed(payload: string, key: SigningKey | null): { line: string; keyId: string | null } {
  const made = sealEnvelope(payload, key);
  if ('failed' in made) throw new Error(made.failed);
  return made;
}

test('what is signed is as the protocol of DSSE has it', () => {
  // The vector of protocol.md, and lengths that are those of bytes.
  expect(preAuthenticationEncoding('http://example.com/HelloWorld', 'hello world')).toBe(
    'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
  );
  expect(preAuthenticationEncoding('t', 'é✓')).toBe('DSSEv1 1 t 5 é✓');
});

describe('an envelope', () => {
  test('is one line, and gives its payload back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (payload) => {
        const { line, keyId } = sealed(payload, null);
        expect(line).not.toContain('\n');
        expect(keyId).toBeNull();
        expect(openEnvelope(line)).toEqual({ payload, signatures: [], keyId: null });
      }),
    );
  });

  test('names its signer, also with the other base64 and among signatures of others', () => {
    const temp = tempRepository({});
    const anne = signer(temp, 'anne');
    const bert = signer(temp, 'bert');
    const { line, keyId } = sealed('{"a":"✓?>"}', anne.key);
    expect(execFileSync('ssh-keygen', ['-l', '-f', join(temp.area, 'anne.pub')], { encoding: 'utf8' })).toContain(
      keyId,
    );
    const by = (text: string, signers: string[]) => verifyEnvelope(openEnvelope(text)!, signers, temp.repository);
    expect(by(line, [bert.line, anne.line])).toEqual({ signer: 'anne@example.test' });
    expect(by(line, [bert.line])).toHaveProperty('failed');
    expect(by(line, [])).toHaveProperty('failed');
    const envelope = JSON.parse(line);
    const urlSafe = envelope.payload.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
    expect(by(JSON.stringify({ ...envelope, payload: urlSafe }), [anne.line])).toHaveProperty('signer');
    const others = JSON.parse(sealed('{"a":"✓?>"}', bert.key).line).signatures;
    const both = JSON.stringify({ ...envelope, signatures: [...others, ...envelope.signatures] });
    expect(by(both, [anne.line])).toEqual({ signer: 'anne@example.test' });
  });

  test('no bit of its payload or signature can be another', () => {
    const temp = tempRepository({});
    const anne = signer(temp, 'anne');
    const envelope = JSON.parse(sealed('{"result":"FAILED"}', anne.key).line);
    const tries: object[] = [
      { ...envelope, payload: Buffer.from('{"result":"PASSED"}').toString('base64') },
      { ...envelope, payload: Buffer.from('{"result":"FAILED"} ').toString('base64') },
      { ...envelope, signatures: [] },
      { ...envelope, signatures: [{}] },
      { ...envelope, signatures: [{ keyid: envelope.signatures[0].keyid, sig: 'eA==' }] },
      { ...envelope, signatures: [{ sig: Buffer.from('-----BEGIN PGP SIGNATURE-----').toString('base64') }] },
    ];
    for (const one of tries) {
      const opened = openEnvelope(JSON.stringify(one))!;
      expect(verifyEnvelope(opened, [anne.line], temp.repository), JSON.stringify(one)).toHaveProperty('failed');
    }
  });

  test('is none in another shape, and looks at four signatures', () => {
    const envelope = JSON.parse(sealed('{}', null).line);
    const many = Array.from({ length: 1000 }, () => ({ sig: 'eA==' }));
    expect(openEnvelope(JSON.stringify({ ...envelope, signatures: many }))?.signatures).toHaveLength(4);
    for (const one of [
      { ...envelope, payloadType: 'application/json' },
      { ...envelope, payload: 1 },
      // Bytes that are no text would be signed as others than they are.
      { ...envelope, payload: Buffer.from([0xff, 0xfe]).toString('base64') },
      { ...envelope, signatures: {} },
      [envelope],
      null,
    ]) {
      expect(openEnvelope(JSON.stringify(one)), JSON.stringify(one)).toBeUndefined();
    }
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (line) => openEnvelope(line) === undefined));
  });
});
