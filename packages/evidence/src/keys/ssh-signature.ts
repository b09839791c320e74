import type { KeyObject } from 'node:crypto';
import type { Purpose } from './signature.js';

/*
 * Whether an SSH signature can hold, told without a process: the format is OpenSSH's PROTOCOL.sshsig, keys and signatures
 * are those of RFC 4253 (rsa), RFC 5656 (ecdsa), RFC 8709 (ed25519) and PROTOCOL.u2f (sk-). `ssh-keygen` stays the judge
 * of what holds; this reader only spares it what cannot.
 */

/** A signature that was taken out of its armour. */
interface Sealed {
  /** Public key, as `authorized_keys` has it in base64. */
  key: Buffer;
  namespace: string;
  reserved: Buffer;
  hash: string;
  signature: Buffer;
}

const CURVES: Record<string, { crv: string; size: number; hash: string }> = {
  nistp256: { crv: 'P-256', size: 32, hash: 'sha256' },
  nistp384: { crv: 'P-384', size: 48, hash: 'sha384' },
  nistp521: { crv: 'P-521', size: 66, hash: 'sha512' },
};

/**
 * Returns the public key that made an SSH signature, in base64 as a list of signers has it; undefined for what is no
 * signature.
 */
export function signingKeyOf(armoured: string): string | undefined {
  return unseal(armoured)?.key.toString('base64');
}

/**
 * Tells whether an SSH signature holds for a text with the key that it carries.
 * @returns undefined where only `ssh-keygen` can tell, as for a certificate or what a browser's key signed
 */
export function holdsFor(text: string, armoured: string, purpose: Purpose): boolean | undefined {
  const sealed = unseal(armoured);
  if (sealed === undefined || sealed.namespace !== purpose) return false;
  if (sealed.hash !== 'sha256' && sealed.hash !== 'sha512') return false;
  const { createHash } = process.getBuiltinModule('node:crypto');
  const signed = Buffer.concat([
    Buffer.from('SSHSIG'),
    field(sealed.namespace),
    field(sealed.reserved),
    field(sealed.hash),
    field(createHash(sealed.hash).update(text).digest()),
  ]);
  try {
    return verifies(sealed, signed);
  } catch {
    // A key or a signature that its own format does not allow.
    return false;
  }
}

function verifies({ key, signature }: Sealed, signed: Buffer): boolean | undefined {
  const crypto = process.getBuiltinModule('node:crypto');
  const keyFields = new Fields(key);
  const type = keyFields.text();
  const made = new Fields(signature);
  const algorithm = made.text();
  const bytes = made.bytes();
  const isToken = type.startsWith('sk-');
  const family = type.replace(/^sk-/, '').replace(/@openssh\.com$/, '');
  if (/-cert-v\d\d$/.test(family) || algorithm.startsWith('webauthn-')) return undefined;

  if (family === 'ssh-ed25519') {
    const x = keyFields.bytes();
    const content = isToken ? tokenContent(keyFields.text(), made, signed) : signed;
    const publicKey = keyOf({ kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') });
    return algorithm === type && crypto.verify(null, content, publicKey, bytes);
  }
  if (family.startsWith('ecdsa-sha2-')) {
    const name = keyFields.text();
    const curve = family === `ecdsa-sha2-${name}` ? CURVES[name] : undefined;
    if (curve === undefined || algorithm !== type) return false;
    const point = keyFields.bytes();
    // An uncompressed point (SEC 1, 2.3.3); OpenSSH knows no other.
    if (point[0] !== 4 || point.length !== 1 + 2 * curve.size) return false;
    const content = isToken ? tokenContent(keyFields.text(), made, signed) : signed;
    const [x, y] = [point.subarray(1, 1 + curve.size), point.subarray(1 + curve.size)];
    const publicKey = keyOf({ kty: 'EC', crv: curve.crv, x: x.toString('base64url'), y: y.toString('base64url') });
    const numbers = new Fields(bytes);
    const pair = Buffer.concat([padded(numbers.bytes(), curve.size), padded(numbers.bytes(), curve.size)]);
    return crypto.verify(curve.hash, content, { key: publicKey, dsaEncoding: 'ieee-p1363' }, pair);
  }
  if (family === 'ssh-rsa') {
    const hash = { 'rsa-sha2-256': 'sha256', 'rsa-sha2-512': 'sha512' }[algorithm];
    if (hash === undefined) return false;
    const e = keyFields.bytes();
    const n = keyFields.bytes();
    const publicKey = keyOf({ kty: 'RSA', e: e.toString('base64url'), n: withoutZeros(n).toString('base64url') });
    return crypto.verify(hash, signed, publicKey, bytes);
  }
  return undefined;
}

/**
 * Tells what a security key signs: digests of its application and of the text, and between them its flags and counter.
 */
function tokenContent(application: string, made: Fields, signed: Buffer): Buffer {
  const { createHash } = process.getBuiltinModule('node:crypto');
  const digest = (data: string | Buffer) => createHash('sha256').update(data).digest();
  return Buffer.concat([digest(application), made.rest(), digest(signed)]);
}

function keyOf(key: Record<string, string>): KeyObject {
  return process.getBuiltinModule('node:crypto').createPublicKey({ key, format: 'jwk' });
}

function unseal(armoured: string): Sealed | undefined {
  const body = /^-----BEGIN SSH SIGNATURE-----\r?\n([A-Za-z0-9+/=\s]*)-----END SSH SIGNATURE-----\s*$/.exec(
    armoured,
  )?.[1];
  if (body === undefined) return undefined;
  const blob = Buffer.from(body, 'base64');
  if (blob.subarray(0, 6).toString('latin1') !== 'SSHSIG' || blob.length < 10 || blob.readUInt32BE(6) !== 1)
    return undefined;
  try {
    const fields = new Fields(blob.subarray(10));
    const key = fields.bytes();
    const namespace = fields.text();
    const reserved = fields.bytes();
    const hash = fields.text();
    return { key, namespace, reserved, hash, signature: fields.bytes() };
  } catch {
    return undefined;
  }
}

/** Reads SSH's length-prefixed fields (RFC 4251, section 5); throws a RangeError past the end. */
class Fields {
  private readonly data: Buffer;
  private at = 0;

  constructor(data: Buffer) {
    this.data = data;
  }

  bytes(): Buffer {
    const end = this.at + 4 + this.data.readUInt32BE(this.at);
    if (end > this.data.length) throw new RangeError('a field is longer than its message');
    const field = this.data.subarray(this.at + 4, end);
    this.at = end;
    return field;
  }

  text(): string {
    return this.bytes().toString('latin1');
  }

  rest(): Buffer {
    return this.data.subarray(this.at);
  }
}

function field(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

function withoutZeros(number: Buffer): Buffer {
  const start = number.findIndex((byte) => byte !== 0);
  return number.subarray(start < 0 ? number.length : start);
}

/** Brings a number to a width in bytes; throws a RangeError for one that is wider. */
function padded(number: Buffer, size: number): Buffer {
  const bytes = withoutZeros(number);
  return Buffer.concat([Buffer.alloc(size - bytes.length), bytes]);
}
