import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeNew } from '../disk/atomic.js';
import { cleanEnvironment, git } from '../git/git.js';
import { findProgram } from '../git/program.js';
import type { Repository } from '../git/repository.js';

/**
 * A purpose tells what is signed: a signature for one purpose is none for another. The namespace of SSHSIG
 * (PROTOCOL.sshsig).
 */
export type Purpose = 'flow-approval' | 'flow-attestation' | 'flow-word';

/** A signature is detached, in armour. */
export interface Signature {
  format: 'ssh' | 'gpg';
  text: string;
}

/** A signing key is what git would sign with (git-config(1): `gpg.format`, `user.signingKey`). */
export interface SigningKey {
  format: Signature['format'];
  /** Path of a key, or a public key of which an agent holds the other half; for gpg an id, or empty for the default. */
  key: string;
  program: string;
}

/** The reason why something could not be done is told in words for people. */
export interface NotDone {
  failed: string;
}

/** Why a text without any signature counts for nothing. */
export const NOT_SIGNED = 'it is not signed';
/** Why a signature of somebody counts for nothing. */
export const NOT_ALLOWED = 'no allowed signer made this signature';
/** Why a signature of an allowed signer counts for nothing. */
export const NOT_OF_THIS_TEXT = 'the signature does not match this text';

const MAX_SIGNATURE = 16 * 1024;
const VERIFY_TIME = 10_000;

/**
 * Returns the person's signing key, from git's configuration. Which program signs is taken from the user's and the
 * system's configuration alone: one that the repository names could let a person sign something else than was shown.
 */
export function findSigningKey(repository: Repository): SigningKey | NotDone {
  const format = setting(repository, 'gpg.format') ?? 'openpgp';
  const key = setting(repository, 'user.signingkey') ?? '';
  const path = process.env.PATH ?? '';
  if (format === 'ssh') {
    const program = ownSetting(repository, 'gpg.ssh.program') ?? findProgram('ssh-keygen', path, repository);
    if (program === undefined) return { failed: 'ssh-keygen is not installed' };
    if (key === '')
      return { failed: 'git has no signing key: git config --global user.signingkey ~/.ssh/id_ed25519.pub' };
    return { format: 'ssh', key, program };
  }
  if (format !== 'openpgp') return { failed: `signature format ${format} is not supported; use ssh or openpgp` };
  if (/^(?:~?[\\/]|[A-Za-z]:[\\/]|key::|ssh-|ecdsa-|sk-)/.test(key))
    return {
      failed: 'git is set to sign with gpg, but its signing key is an SSH key: git config --global gpg.format ssh',
    };
  const named = ownSetting(repository, 'gpg.openpgp.program') ?? ownSetting(repository, 'gpg.program');
  const program = named ?? findProgram('gpg', path, repository);
  if (key === '') {
    return {
      failed:
        'git has no signing key: git config --global gpg.format ssh; git config --global user.signingkey ~/.ssh/id_ed25519.pub',
    };
  }
  return program === undefined ? { failed: 'gpg is not installed' } : { format: 'gpg', key, program };
}

/**
 * Signs a text. Asks for a passphrase or a touch where the key wants one, on the terminal of this process.
 * @param text what is signed, as UTF-8
 */
export function signText(text: string, purpose: Purpose, by: SigningKey): Signature | NotDone {
  return withFolder((folder) => {
    const words =
      by.format === 'ssh'
        ? ['-Y', 'sign', '-n', purpose, ...sshKey(by.key, folder)]
        : ['--detach-sign', '--armor', '--local-user', by.key];
    const run = start(by.program, words, spoken(text, purpose, by.format), 'inherit');
    const made = run.error ? '' : run.stdout.toString('latin1');
    if (run.status === 0 && /^-----BEGIN (?:SSH|PGP) SIGNATURE-----/.test(made)) {
      return { format: by.format, text: made };
    }
    return {
      failed: `${by.program} did not sign${run.error ? `: ${run.error.message}` : ` (exit code ${run.status})`}`,
    };
  });
}

/**
 * Verifies a signature.
 * @param signers lines of OpenSSH's ALLOWED SIGNERS format (ssh-keygen(1)), or `name gpg:<fingerprint>`
 * @returns who signed, by the name in `signers`
 */
export function verifyText(
  text: string,
  signature: Signature,
  purpose: Purpose,
  signers: readonly string[],
  repository?: Repository,
): { signer: string } | NotDone {
  if (signature.text.length > MAX_SIGNATURE) return { failed: 'the signature is too long' };
  const path = process.env.PATH ?? '';
  return withFolder((folder) => {
    const file = join(folder, 'signature');
    writeNew(file, signature.text);
    if (signature.format === 'ssh') {
      const program = findProgram('ssh-keygen', path, repository);
      if (program === undefined) return { failed: 'ssh-keygen is not installed' };
      return verifySsh(program, text, purpose, file, signers, folder);
    }
    const program = findProgram('gpg', path, repository);
    if (program === undefined) return { failed: 'gpg is not installed' };
    return verifyGpg(program, spoken(text, purpose, 'gpg'), file, signers);
  });
}

function verifySsh(
  program: string,
  text: string,
  purpose: Purpose,
  file: string,
  signers: readonly string[],
  folder: string,
): { signer: string } | NotDone {
  const allowed = join(folder, 'allowed');
  writeNew(allowed, `${signers.filter((line) => !isGpg(line)).join('\n')}\n`);
  const found = start(program, ['-Y', 'find-principals', '-s', file, '-f', allowed], '', 'ignore');
  if (found.status !== 0) return { failed: NOT_ALLOWED };
  for (const signer of found.stdout.toString('utf8').split('\n').filter(Boolean)) {
    const words = ['-Y', 'verify', '-f', allowed, '-I', signer, '-n', purpose, '-s', file];
    if (start(program, words, text, 'ignore').status === 0) return { signer };
  }
  return { failed: NOT_OF_THIS_TEXT };
}

/** Status lines of gpg (doc/DETAILS): one VALIDSIG, and nothing that takes it back. */
function verifyGpg(
  program: string,
  text: string,
  file: string,
  signers: readonly string[],
): { signer: string } | NotDone {
  const run = start(program, ['--batch', '--status-fd', '1', '--verify', file, '-'], text, 'ignore');
  const lines = run.stdout.toString('utf8').split('\n');
  const valid = lines.filter((line) => line.startsWith('[GNUPG:] VALIDSIG '));
  const taken = lines.some((line) => /^\[GNUPG:\] (?:BADSIG|ERRSIG|EXPSIG|EXPKEYSIG|REVKEYSIG) /.test(line));
  if (run.status !== 0 || valid.length !== 1 || taken) return { failed: NOT_OF_THIS_TEXT };
  const words = valid[0]!.split(' ');
  const prints = new Set([words[2], words.at(-1)].map((print) => print?.toUpperCase()));
  for (const line of signers.filter(isGpg)) {
    const [signer = '', print = ''] = line.split(/\s+/);
    if (prints.has(print.slice('gpg:'.length).toUpperCase())) return { signer };
  }
  return { failed: NOT_ALLOWED };
}

const isGpg = (line: string) => /^\S+\s+gpg:/.test(line);

/** OpenPGP knows no namespace, so the purpose is part of what is signed. */
function spoken(text: string, purpose: Purpose, format: Signature['format']): string {
  return format === 'ssh' ? text : `${purpose}\n${text}`;
}

/** Finds the key to sign with, as git does: a public key given literally goes to a file, and an agent signs. */
function sshKey(key: string, folder: string): string[] {
  const literal = /^(?:key::|ssh-|ecdsa-|sk-)/.test(key);
  if (!literal) return ['-f', key.replace(/^~(?=\/)/, process.env.HOME ?? '~')];
  const file = join(folder, 'key.pub');
  writeNew(file, `${key.replace(/^key::/, '')}\n`);
  return ['-f', file, '-U'];
}

function start(program: string, words: readonly string[], input: string, messages: 'inherit' | 'ignore') {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  return spawnSync(program, words, {
    input,
    env: cleanEnvironment(process.env),
    stdio: ['pipe', 'pipe', messages],
    maxBuffer: 1024 * 1024,
    windowsHide: true,
    ...(messages === 'ignore' ? { timeout: VERIFY_TIME } : {}),
  });
}

function withFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(process.getBuiltinModule('node:os').tmpdir(), 'flow-signature-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function setting(repository: Repository, name: string): string | undefined {
  const answer = git(repository, ['config', '--get', name]);
  return answer.status === 0 ? answer.stdout.toString('utf8').trim() : undefined;
}

function ownSetting(repository: Repository, name: string): string | undefined {
  for (const scope of ['--global', '--system']) {
    const answer = git(repository, ['config', scope, '--type=path', '--get', name]);
    if (answer.status === 0) return answer.stdout.toString('utf8').trim();
  }
  return undefined;
}
