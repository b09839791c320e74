import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { defaultPolicy, type Policy } from '@flow/core';
import type { Repository } from '@flow/evidence';
import { compileConfig } from '../config.js';
import { renderTextDiff } from '../install/diff.js';
import { readCompiled, readConfig, storeCompiled } from '../policy.js';
import { PRESETS } from '../presets.js';
import { formatFinding } from '../words.js';
import { type Call, type Command, err, out, repositoryOf } from './command.js';

export const apply: Command = {
  name: 'apply',
  usage: '',
  summary: 'put a changed flow.config.yaml into force (a person, in a terminal)',
  run: runApply,
};

function runApply(call: Call): number {
  const around = repositoryOf(call);
  if (!around) return 3;
  const terminal = openTerminal(call.environment);
  const result = applyPolicy(around.repository, call.environment, terminal);
  terminal?.close();
  switch (result.kind) {
    case 'unchanged':
      out('The policy in force already is that of flow.config.yaml.\n');
      return 0;
    case 'applied':
      out('Applied.\n');
      return 0;
    case 'declined':
      out('Nothing was changed.\n');
      return 1;
    case 'no-person':
      err(`PERSON_ONLY: ${result.why}. Run \`npx flow-hooks apply\` in a terminal of your own.\n`);
      return 1;
    default:
      for (const problem of result.problems) {
        err(`${formatFinding({ code: 'POLICY_INVALID', level: 'block', args: { ...problem } }, Date.now())}\n`);
      }
      return 1;
  }
}

type ApplyResult =
  | { kind: 'unchanged' }
  | { kind: 'invalid'; problems: { at: string; message: string }[] }
  | { kind: 'no-person'; why: string }
  | { kind: 'declined' }
  | { kind: 'applied' };

/** A terminal that a person sits at: texts go out, one line comes back. Null when there is none. */
interface Terminal {
  ask(question: string): string;
  close(): void;
}

/** Opens the controlling terminal itself, so that redirected streams neither answer nor hide the question. */
function openTerminal(environment: NodeJS.ProcessEnv): Terminal | null {
  if (environment.CLAUDECODE || environment.AI_AGENT) return null;
  let descriptor: number;
  try {
    descriptor = openSync(process.platform === 'win32' ? '\\\\.\\CON' : '/dev/tty', 'r+');
  } catch {
    return null;
  }
  return {
    ask(question) {
      writeSync(descriptor, question);
      const bytes = Buffer.alloc(256);
      const length = readSync(descriptor, bytes, 0, bytes.length, null);
      return bytes.subarray(0, length).toString('utf8').trim();
    },
    close: () => closeSync(descriptor),
  };
}

/**
 * Puts a changed configuration into force (design, Policy): shows the difference to a person at a terminal, and
 * compiles it only after their yes.
 */
function applyPolicy(repository: Repository, environment: NodeJS.ProcessEnv, terminal: Terminal | null): ApplyResult {
  const current: Policy = readCompiled(repository, environment) ?? defaultPolicy(PRESETS);
  const config = readConfig(repository);
  if ((config?.text ?? null) === current.source) return { kind: 'unchanged' };
  const compiled = config ? compileConfig(config.text) : { ok: true as const, policy: defaultPolicy(PRESETS) };
  if (!compiled.ok) return { kind: 'invalid', problems: compiled.problems };
  if (!terminal) return { kind: 'no-person', why: 'no terminal of a person is attached' };
  const name = config?.name ?? 'flow.config.yaml';
  const difference = renderTextDiff(name, current.source ?? '', config?.text ?? '');
  const answer = terminal.ask(`${difference}\nPut this policy into force? [y/N] `);
  if (!/^y(es)?$/i.test(answer)) return { kind: 'declined' };
  storeCompiled(repository, environment, compiled.policy);
  return { kind: 'applied' };
}
