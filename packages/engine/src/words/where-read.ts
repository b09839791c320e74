import type { Finding } from '@flow/core';
import { typedFrom } from '../policy/suites.js';

/** Facts of a push that are commands, as they are typed at the repository's root. */
const COMMANDS = ['command', 'pastFailures', 'ignore', 'forget'];

/**
 * Returns a finding of a push for somebody who reads it in a folder of the repository: its commands are typed there.
 */
export function readIn(here: string | null, finding: Finding): Finding {
  if (here === null || here === '.' || !finding.code.startsWith('PUSH_')) return finding;
  const commands = COMMANDS.flatMap((name) => {
    const command = finding.args[name];
    return typeof command === 'string' ? [[name, typedFrom(here, command)] as const] : [];
  });
  return { ...finding, args: { ...finding.args, ...Object.fromEntries(commands) } };
}
