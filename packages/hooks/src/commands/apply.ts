import { type Finding, type OwnPreset, observesEdits, type Policy } from '@flow/core';
import { newRemotes } from '@flow/engine/facts/published/accept';
import { confirmConfig } from '@flow/engine/facts/published/confirm';
import { newLooker, recordLooker } from '@flow/engine/facts/weakened-program';
import type { Start } from '@flow/engine/places/surroundings';
import { compileLazily } from '@flow/engine/places/surroundings';
import { keepApplied } from '@flow/engine/policy/applied';
import { builtInPolicy } from '@flow/engine/policy/built-in';
import { readCompiled, readConfig, storeCompiled } from '@flow/engine/policy/policy';
import { changedPresets, presetPath, presetReader } from '@flow/engine/policy/presets/installed';
import { challenge, personsTerminal } from '@flow/engine/run/approvals/ask';
import { describeFault } from '@flow/engine/run/approvals/fault-words';
import { readerOf } from '@flow/engine/run/approvals/reader';
import { clean } from '@flow/engine/text/clean';
import { renderTextDiff } from '@flow/engine/text/diff';
import { formatFinding } from '@flow/engine/words/finding-words';
import { type Repository, recordSteering, unrecorded } from '@flow/evidence';
import { type Answer, failed } from '../answer/answer.js';
import { type Call, type Command, noRepository, repositoryOf } from './command.js';

export const apply: Command = {
  name: 'apply',
  usage: '',
  summary: 'apply a changed flow.config.yaml (a person, in a terminal)',
  run: runApply,
};

function runApply(call: Call): Answer {
  const found = repositoryOf(call);
  if (!found) return noRepository(call);
  // Before git is asked anything: it is what does not start until then.
  const steering = recordOfGit(found.repository, call);
  if (steering !== null && steering.kind !== 'recorded') return answerOf(steering, call);
  const around = confirmConfig(found);
  const result = applyPolicy(around.repository, around.start);
  return answerOf(result.kind === 'unchanged' && steering !== null ? steering : result, call);
}

function answerOf(result: ApplyResult, call: Call): Answer {
  switch (result.kind) {
    case 'unchanged':
      return { exit: 0, data: { ok: true, applied: false }, text: 'flow.config.yaml is already in force.\n' };
    case 'recorded':
      return { exit: 0, data: { ok: true, applied: true }, text: 'Recorded.\n' };
    case 'applied': {
      const reinstall = `The hooks the client needs have changed: run \`${call.typed('install')}\` to register them.\n`;
      const data = { ok: true, applied: true, reinstall: result.reinstall };
      return { exit: 0, data, text: `Applied.\n${result.reinstall ? reinstall : ''}` };
    }
    case 'declined':
      return failed(1, 'DECLINED', 'Nothing was changed.');
    case 'no-person':
      return failed(1, 'PERSON_ONLY', `${result.why} Run \`${call.typed('apply')}\` in your own terminal.`);
    default: {
      const code = 'POLICY_INVALID';
      const words = (args: Finding['args']) =>
        formatFinding({ code, level: 'block', args }, Date.now(), readerOf(call.environment));
      return { exit: 1, problems: result.problems.map((problem) => ({ code, message: words({ ...problem }) })) };
    }
  }
}

type ApplyResult =
  | { kind: 'unchanged' }
  | { kind: 'recorded' }
  | { kind: 'invalid'; problems: { at: string; message: string }[] }
  | { kind: 'no-person'; why: string }
  | { kind: 'declined' }
  | { kind: 'applied'; reinstall: boolean };

/** Shows a person what git would start outside of a seal, and has it recorded after their yes; null where there is nothing new. */
function recordOfGit(repository: Repository, { environment }: Call): ApplyResult | null {
  const found = unrecorded(repository, environment);
  if (found.length === 0) return null;
  const person = personsTerminal(environment);
  if ('fault' in person)
    return { kind: 'no-person', why: `${person.fault}: ${describeFault(person.fault, person.detail)}` };
  const lines = found.map(({ what }) => `- ${clean(what, 500)}`);
  const shown = ['This is new in a sealed project, and git is not started before you agree:', ...lines].join('\n');
  const answer = challenge(person.terminal, `${shown}\nLet git start under it, outside of the seal?`);
  person.terminal.close();
  if (answer !== 'given') return { kind: 'declined' };
  recordSteering(repository, environment);
  return { kind: 'recorded' };
}

/**
 * Puts a changed configuration into force, and other remotes than those that were accepted: shows the difference to a
 * person at a terminal, and keeps it only after their yes.
 */
function applyPolicy(repository: Repository, start: Start): ApplyResult {
  const { environment } = start;
  const current: Policy = readCompiled(repository, environment) ?? builtInPolicy();
  const config = readConfig(repository);
  const presets = changedPresets(repository, current);
  const remotes = newRemotes(repository, start);
  const looker = newLooker(repository, environment);
  if ((config?.text ?? null) === current.source && presets.length === 0 && !remotes && looker === null)
    return { kind: 'unchanged' };
  const compiled = config
    ? compileLazily(config.text, presetReader(repository, true))
    : { ok: true as const, policy: builtInPolicy() };
  if (!compiled.ok) return { kind: 'invalid', problems: compiled.problems };
  const person = personsTerminal(environment);
  if ('fault' in person)
    return { kind: 'no-person', why: `${person.fault}: ${describeFault(person.fault, person.detail)}` };
  const name = config?.name ?? 'flow.config.yaml';
  const difference = [
    renderTextDiff(name, current.source ?? '', config?.text ?? ''),
    ...presetDiffs(current.ownPresets, compiled.policy.ownPresets),
    ...(remotes
      ? ['What is on these remotes counts as published:', ...remotes.lines.map((one) => clean(one, 500))]
      : []),
    ...(looker
      ? ['node_modules/@flow/weakened is another program than was recorded. From now on it looks for weakened tests.']
      : []),
  ].join('\n');
  const answer = challenge(person.terminal, `${difference}\nApply this policy?`);
  person.terminal.close();
  if (answer !== 'given') return { kind: 'declined' };
  remotes?.accept();
  if (looker) recordLooker(repository, looker, environment);
  storeCompiled(repository, environment, compiled.policy);
  keepApplied(repository, environment, compiled.policy);
  return { kind: 'applied', reinstall: registers(compiled.policy) !== registers(current) };
}

/** Shows the changes in the presets of packages; a new preset is shown whole. */
function presetDiffs(before: readonly OwnPreset[], after: readonly OwnPreset[]): string[] {
  const textOf = (name: string, list: readonly OwnPreset[]) => {
    const own = list.find((one) => one.package === name);
    return own ? `${JSON.stringify(own.preset, null, 2)}\n` : '';
  };
  const names = [...new Set([...before, ...after].map((own) => own.package))];
  return names
    .map((name) => ({ name, old: textOf(name, before), now: textOf(name, after) }))
    .filter(({ old, now }) => old !== now)
    .map(({ name, old, now }) => renderTextDiff(presetPath(name), old, now));
}

/** Sums up in one word which events a policy registers, so that two policies can be compared. */
const registers = (policy: Policy) => `${observesEdits(policy)} ${policy.sensitive.read !== 'off'} ${policy.front}`;
