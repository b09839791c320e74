import { generateKeyPairSync, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** What no push can do without: the event is read, one signature is verified, and one git is asked for the commit. */
const floor = (key: string, signature: string) => `const { readFileSync } = require('node:fs');
JSON.parse(readFileSync(0, 'utf8'));
const { createPublicKey, verify } = require('node:crypto');
const key = createPublicKey({ key: Buffer.from('${key}', 'hex'), format: 'der', type: 'spki' });
if (!verify(null, Buffer.from('text'), key, Buffer.from('${signature}', 'hex'))) process.exit(3);
const git = require('node:child_process').spawnSync('git', ['cat-file', '--batch'], { input: 'HEAD\\n' });
process.exit(git.status === 0 && git.stdout.includes('tree ') ? 0 : 4);
`;

/** Writes the floor of a push as a program, beside the empty file of the same depth. It fails where one of its parts does. */
export function floorFile(empty: string): string {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('hex');
  const file = path.join(path.dirname(empty), 'floor.cjs');
  writeFileSync(file, floor(key, sign(null, Buffer.from('text'), privateKey).toString('hex')));
  return file;
}
