import { ofInput, readable } from '../prints/call.js';
import type { ProgramFile } from '../program.js';
import { values } from '../text/command-options.js';
import { hasOption, type WriterCall, write } from '../writers/call.js';

/**
 * `STORE_READERS` matches commands of `keytool` that only look into a store; of these, some write what they take out of it.
 */
const STORE_READERS = /^-(?:list|export(?:cert)?|certreq|gencert|printcert(?:req)?|printcrl|showinfo|help)$/;

/** A value may look like a command: with one of these, the store counts as written. */
const STORE_WRITERS = /^-(?:gen(?!cert$)|import|delete|storepasswd|keypasswd|changealias|keyclone|identitydb|selfcert)/;

const STORES = ['-keystore', '-destkeystore', '-outfile'];

/** Programs for keys and certificates make, sign and encrypt files. */
export const certificates: ProgramFile = {
  openssl: {
    writes: { out: '-out -keyout -CAserial' },
    reads: { files: '-in -inkey -key -CAkey -kfile', skip: 99 },
    prints: ofInput((input, { words }) =>
      words.includes('-d') && (words.includes('base64') || words.includes('-base64') || words.includes('-a'))
        ? readable(Buffer.from(input, 'base64'))
        : undefined,
    ),
  },
  gpg: { writes: { out: '-o --output' }, reads: { skip: 0, valued: '-r --recipient -o --output -u --homedir' } },
  'gpg2, age-keygen, rage': { writes: { out: '-o --output' } },
  age: { writes: { out: '-o --output' }, reads: { valued: '-r -o -i -R', files: '-i' } },
  minisign: { writes: { out: '-x -o' } },
  signify: { writes: { out: '-x' } },
  cosign: { writes: { out: '--output-signature --output-certificate --output-file --output-key-prefix' } },
  mkcert: {
    stores: { out: '-cert-file -key-file -p12-file' },
    writer: mkcert,
    valued: '-cert-file -key-file -p12-file',
  },
  'step certificate create, step ca certificate': { stores: { targets: 'rest' } },
  'step crypto keypair': { stores: { targets: 'each' } },
  certtool: { stores: { out: '--outfile' } },
  htpasswd: { stores: { targets: 'first', when: /^-\w*[cbDB]/, unless: /^-\w*n/ } },
  cfssljson: { stores: { out: '-f' }, writer: cfssl },
  certbot: { stores: { into: '--config-dir --work-dir' } },
  keytool: { writer: keytool },
  pass: { publishes: [{ when: /^git push\b/ }] },
};

/** `keytool` reads calls on Java's key stores: a look changes none, and what is imported is only read. */
function keytool(call: WriterCall): void {
  const reads = hasOption(call, STORE_READERS) && !hasOption(call, STORE_WRITERS);
  const written = reads ? ['-outfile', ...(hasOption(call, /^-(?:export|certreq)/) ? ['-file'] : [])] : STORES;
  for (const path of values(call.words, written)) write(call, path);
}

/** Writes a certificate and its key, named after the host unless options name them. */
function mkcert(call: WriterCall): void {
  const given = values(call.words, ['-cert-file', '-key-file', '-p12-file']);
  for (const path of given) write(call, path);
  const [host] = call.operands.filter((one) => !given.includes(one));
  if (host === undefined || given.length > 0) return;
  const name = host.replace('*', '_wildcard').replace(':', '_');
  for (const path of [`${name}.pem`, `${name}-key.pem`]) write(call, path);
}

/** `cfssljson -bare name`: a certificate, its key and its request. */
function cfssl(call: WriterCall): void {
  const name = values(call.words, ['-bare'])[0] ?? call.operands[0] ?? 'cert';
  for (const end of ['.pem', '-key.pem', '.csr']) write(call, name + end);
}
