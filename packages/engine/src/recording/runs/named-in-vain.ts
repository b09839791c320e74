import type { Finding } from '@flow/core';
import type { Analysis } from '@flow/shell-effects/effects';
import type { Surroundings } from '../../places/surroundings.js';
import { mayName } from '../../policy/pending.js';
import { plainText } from './named-words.js';

/** Remark about a command that is named in a configuration which is not in force: nothing of the command is recorded. */
export function namedInVain({ rest, calls = [] }: Analysis, around: Surroundings): Finding | null {
  if (rest === undefined) return null;
  const texts = [plainText(rest.text), ...calls.map(({ argv }) => argv.join(' '))];
  if (!texts.some((text) => mayName(around.repository, text))) return null;
  const pending = around.policyFindings.find(({ code }) => code === 'POLICY_PENDING');
  const named = (pending?.args.named ?? []) as string[];
  const command = named.find((one) => texts.some((text) => one === text || one.endsWith(` && ${text}`)));
  if (command === undefined) return null;
  return { code: 'NAMED_PENDING', level: 'note', args: { ...pending?.args, command } };
}
