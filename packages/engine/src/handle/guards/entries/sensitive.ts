import { defaultPolicy } from '@flow/core';
import type { Judge } from '../../../judges/guard.js';
import { judgeSecretEdits, judgeSecretEffects, judgeSecretReads } from '../../../judges/sensitive.js';
import { secretsOf } from '../../../places/secrets.js';
import { homeOf } from '../../../places/surroundings.js';
import { writesNow } from '../writes-now.js';

/** Guards secrets: their change, and where the policy says so, their reading. */
export const sensitive: Judge = ({ command, edits, tool, input, directory }, { around, start }) => {
  const rules = around?.policy.sensitive ?? defaultPolicy([]).sensitive;
  const home = homeOf(start.environment);
  const secrets = secretsOf(home, rules);
  const root = around?.repository.root ?? null;
  if (command) return judgeSecretEffects(command, writesNow(command.analysis.effects, around), rules, secrets, root);
  return [
    ...judgeSecretEdits(edits, secrets, root),
    ...judgeSecretReads(tool, input, directory, home, rules, secrets, root),
  ];
};
