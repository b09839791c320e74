import type { ProgramFile } from '../program.js';

/** Terraform writes plans, formats files, and keeps credentials. */
export const terraform: ProgramFile = {
  terraform: { writes: { out: '-out -state-out' } },
  'terraform plan': { writes: { out: '-out -generate-config-out -state-out' } },
  'terraform fmt, tofu fmt': { writes: { targets: 'each', unless: /^-(?:check|diff|write=false)$/, otherwise: '.' } },
  'terraform login': { stores: { own: '~/.terraform.d/credentials.tfrc.json' } },
};
