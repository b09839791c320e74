import type { Repository } from '../git/repository.js';
import { isRecord, parseJson } from '../json.js';
import {
  NOT_ALLOWED,
  NOT_OF_THIS_TEXT,
  NOT_SIGNED,
  type NotDone,
  type Signature,
  type SigningKey,
  signText,
  verifyText,
} from './signature.js';
import { holdsFor, signingKeyOf } from './ssh-signature.js';

/*
 * The envelope around an in-toto statement (https://github.com/secure-systems-lab/dsse). DSSE leaves the kind of signature
 * to both sides; ours is the armoured SSHSIG or OpenPGP text, in base64 as the envelope wants it: `base64 -d` gives the
 * file that `ssh-keygen -Y verify -n flow-attestation -s` and `gpg --verify` read.
 */

const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
const MAX_SIGNATURES = 4;

/** An envelope is what somebody wrote; nothing in it is verified. */
export interface Envelope {
  /** The statement's own text. */
  payload: string;
  signatures: Signature[];
  /** A hint at the key of the first signature, by whoever wrote it. */
  keyId: string | null;
}

/** Tells what is signed: type and body with their lengths, so that no other pair gives the same text (DSSE, protocol). */
export function preAuthenticationEncoding(type: string, body: string): string {
  return `DSSEv1 ${Buffer.byteLength(type)} ${type} ${Buffer.byteLength(body)} ${body}`;
}

/**
 * Puts a statement into an envelope of one line, and signs it.
 * @param by null leaves it unsigned
 */
export function sealEnvelope(payload: string, by: SigningKey | null): { line: string; keyId: string | null } | NotDone {
  const signature = by && signText(preAuthenticationEncoding(PAYLOAD_TYPE, payload), 'flow-attestation', by);
  if (signature && 'failed' in signature) return signature;
  const keyId = signature && (sshFingerprint(signature) ?? by?.key ?? '');
  const signatures = signature ? [{ keyid: keyId, sig: Buffer.from(signature.text).toString('base64') }] : [];
  const line = JSON.stringify({
    payloadType: PAYLOAD_TYPE,
    payload: Buffer.from(payload).toString('base64'),
    signatures,
  });
  return { line, keyId };
}

/** Reads a line that anybody may have written; undefined when it is no envelope of ours. */
export function openEnvelope(line: string): Envelope | undefined {
  const value = parseJson(line);
  if (!isRecord(value) || value.payloadType !== PAYLOAD_TYPE || !Array.isArray(value.signatures)) return undefined;
  const payload = decode(value.payload);
  if (payload === undefined) return undefined;
  const signatures: Signature[] = [];
  for (const one of value.signatures.slice(0, MAX_SIGNATURES)) {
    const text = isRecord(one) ? decode(one.sig) : undefined;
    if (text) signatures.push({ format: text.startsWith('-----BEGIN PGP ') ? 'gpg' : 'ssh', text });
  }
  const first: unknown = value.signatures[0];
  return { payload, signatures, keyId: isRecord(first) && typeof first.keyid === 'string' ? first.keyid : null };
}

/**
 * Tells without a process with which listed key an envelope is signed. The answer only orders and spares work: who signed
 * is what {@link verifyEnvelope} says.
 * @returns the key in base64, or why no signature can hold; undefined where only a program can tell
 */
export function signedWith(envelope: Envelope, signers: readonly string[]): { key: string } | NotDone | undefined {
  const text = preAuthenticationEncoding(PAYLOAD_TYPE, envelope.payload);
  const listed = new Set(signers.flatMap((line) => line.split(/\s+/)));
  let answer: NotDone | undefined = { failed: envelope.signatures.length === 0 ? NOT_SIGNED : NOT_ALLOWED };
  for (const signature of envelope.signatures) {
    const key = signature.format === 'ssh' ? signingKeyOf(signature.text) : undefined;
    const holds = signature.format === 'ssh' ? holdsFor(text, signature.text, 'flow-attestation') : undefined;
    if (holds && key !== undefined && listed.has(key)) return { key };
    if (holds === undefined) answer = undefined;
    else if (answer && !holds && key !== undefined && listed.has(key)) answer = { failed: NOT_OF_THIS_TEXT };
  }
  return answer;
}

/** Tells who signed an envelope: the first allowed signer of whom a signature holds. */
export function verifyEnvelope(
  envelope: Envelope,
  signers: readonly string[],
  repository: Repository,
): { signer: string } | NotDone {
  const text = preAuthenticationEncoding(PAYLOAD_TYPE, envelope.payload);
  let last: NotDone = { failed: NOT_SIGNED };
  for (const signature of envelope.signatures) {
    const verified = verifyText(text, signature, 'flow-attestation', signers, repository);
    if ('signer' in verified) return verified;
    last = verified;
  }
  return last;
}

/**
 * Decodes either base64, as DSSE asks; undefined for what is no UTF-8 text, which would be another text once it is written
 * again.
 */
function decode(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const bytes = Buffer.from(value, 'base64');
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : undefined;
}

/** Makes the fingerprint of the key of an SSH signature, as `ssh-keygen -l` prints it. */
function sshFingerprint(signature: Signature): string | undefined {
  const key = signature.format === 'ssh' ? signingKeyOf(signature.text) : undefined;
  if (key === undefined) return undefined;
  const digest = process.getBuiltinModule('node:crypto').createHash('sha256').update(key, 'base64').digest('base64');
  return `SHA256:${digest.replace(/=+$/, '')}`;
}
