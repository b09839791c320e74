import { allow } from './allow.js';
import { apply } from './apply.js';
import { approve } from './approve.js';
import { attest } from './attest.js';
import { audit } from './audit.js';
import type { Command } from './command.js';
import { doctor } from './doctor.js';
import { exec } from './exec.js';
import { explain } from './explain.js';
import { flaky } from './flaky.js';
import { install } from './install.js';
import { preset } from './preset.js';
import { proveBindingCommand } from './prove-binding.js';
import { proveRedCommand } from './prove-red.js';
import { replay } from './replay.js';
import { rotate } from './rotate-key.js';
import { rules } from './rules.js';
import { status } from './status.js';
import { statusline } from './statusline.js';
import { uninstall } from './uninstall.js';
import { verify } from './verify.js';

const LISTED: readonly Command[] = [
  install,
  uninstall,
  doctor,
  status,
  explain,
  audit,
  replay,
  flaky,
  exec,
  proveRedCommand,
  proveBindingCommand,
  approve,
  allow,
  attest,
  verify,
  apply,
  preset,
  rotate,
  statusline,
  rules,
];

/** The table has all commands of `flow-hooks`, in the order of the help. Each of them has `--json`. */
export const COMMANDS: readonly Command[] = LISTED.map((command) => ({
  ...command,
  options: { ...command.options, json: command.options?.json ?? { type: 'boolean', about: 'print JSON' } },
}));
