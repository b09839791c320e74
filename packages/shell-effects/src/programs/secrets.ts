import type { ProgramFile } from '../program.js';
import type { WriterRule } from '../writers/rules.js';

const DOTENV: WriterRule = { own: '.env', out: '-f --file --env-file', ownOnly: true };

/** Keepers of secrets write them to files, and start programs that know them. */
export const secrets: ProgramFile = {
  'chamber exec, teller run, op run': { wraps: { needsDashes: true } },
  'sops exec-env, sops exec-file': { wraps: { skip: 1, joins: true } },
  dotenv: { wraps: { valued: '-e -f -p -v -c', assigns: false } },
  'dotenvx run': { wraps: { valued: '-f -e --env-file' } },
  'doppler run, infisical run': { wraps: { needsDashes: true, code: '--command' } },
  'dotenv set, dotenv unset, dotenvx set, dotenvx encrypt, dotenvx rotate': { stores: DOTENV },
  'dotenvx decrypt': { stores: { ...DOTENV, unless: /^--stdout$/ } },
  'auth secret': { stores: { own: '.env.local', out: '--path', unless: /^--raw$/ } },
  'dotenv-linter fix': { stores: { targets: 'each', otherwise: '.env' } },
  'dotenv-vault pull': { stores: { own: '.env', targets: 'second' } },
  'dotenv-vault decrypt': { stores: { own: '.env' } },
  'dotenv-vault new, dotenv-vault open': { stores: { own: '.env.vault' } },
  'dotenv-vault build': { stores: { own: '.env.vault .env.keys' } },
  'doppler secrets download': { stores: { targets: 'first', otherwise: 'doppler.encrypted', unless: /^--no-file$/ } },
  'doppler login': { stores: { own: '~/.doppler/.doppler.yaml' } },
  'infisical export': { stores: { out: '--output-file' } },
  'infisical init': { stores: { own: '.infisical.json' } },
  'op inject, op read': { stores: { out: '-o --out-file' } },
  'op document get': { stores: { out: '-o --output --out-file' } },
  'bw get': { stores: { out: '--output' } },
  'chamber export': { stores: { out: '-o --output-file' } },
  'vault login': { stores: { own: '~/.vault-token' } },
  'sops -d': { stores: { targets: 'each' } },
  sops: {
    stores: {
      targets: 'each',
      when: /^(?:-i|--in-place|-e|--rotate|-r|--set)$/,
      out: '--output',
      valued: '--age --pgp --kms --input-type --output-type --config',
    },
  },
  'sops encrypt, sops decrypt': {
    stores: {
      targets: 'each',
      when: /^(?:-i|--in-place)$/,
      out: '--output',
      valued: '--input-type --output-type',
    },
  },
  'sops edit, sops set, sops unset': { stores: { targets: 'first' } },
  'sops rotate': { stores: { targets: 'each', when: /^(?:-i|--in-place)$/, out: '--output' } },
};
