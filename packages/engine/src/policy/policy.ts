import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  arrangePresets,
  CLOSING_RULES,
  type EditPolicy,
  type EditRule,
  type Finding,
  observesEdits,
  type Policy,
  type PresetFile,
  restrictsEdits,
} from '@flow/core';
import {
  canonical,
  hasPublished,
  isOurSignature,
  loadKey,
  type Repository,
  repositoryState,
  sign,
  writeFileAtomic,
} from '@flow/evidence';
import { readSmall } from '@flow/evidence/disk/read-small';
import { findBase } from '@flow/evidence/git/base';
import { askOnce } from '@flow/evidence/git/lasting';
import { trueFiles } from '@flow/evidence/git/true-files';
import { mayMatter } from '@flow/shell-effects/plain/may-matter';
import { appliedHere } from './applied.js';
import { builtInPolicy } from './built-in.js';
import { CONFIG_NAMES } from './config-names.js';
import type { Marker } from './markers.js';
import { changedPresets, presetPath, presetReader } from './presets/installed.js';
import { PRESETS } from './presets/presets.js';
import { namedSuites, workflowCommands } from './suites.js';

export { CONFIG_NAMES } from './config-names.js';

/** A larger configuration is none. Bytes. */
export const MAX_CONFIG = 256 * 1024;

export interface LoadedPolicy {
  policy: Policy;
  findings: Finding[];
}

/** Returns the file that the compiled policy lies in, outside the repository. */
export function policyFile(repository: Repository, environment: NodeJS.ProcessEnv): string {
  return path.join(repositoryState(repository, environment), 'policy.json');
}

/** The configuration on disk, by the first name that is there. */
export function readConfig(repository: Repository): { name: string; text: string } | null {
  for (const name of CONFIG_NAMES) {
    const text = readSmall(path.join(repository.root, name), MAX_CONFIG);
    if (text !== undefined) return { name, text };
  }
  return null;
}

/** Returns the compiled policy; null when there is none, or none that `storeCompiled` wrote. */
export function readCompiled(repository: Repository, environment: NodeJS.ProcessEnv): Policy | null {
  const text = readSmall(policyFile(repository, environment), MAX_CONFIG);
  if (text === undefined) return null;
  try {
    const { policy, mac: signed } = JSON.parse(text) as { policy: Policy; mac: string };
    return isOurSignature(canonical(policy), signed, environment) && policy.version === 1 ? completed(policy) : null;
  } catch {
    return null;
  }
}

/**
 * Returns a kept policy with what is not kept: presets are the program's own, as is what an older program could not
 * know.
 */
function completed(policy: Policy): Policy {
  const defaults = builtInPolicy();
  return {
    ...defaults,
    ...policy,
    push: { ...defaults.push, ...policy.push },
    guards: { ...defaults.guards, ...policy.guards },
    conventions: { ...defaults.conventions, ...policy.conventions },
    edits: editsOf(policy.edits ?? defaults.edits),
    presets: arrangePresets(policy.ownPresets ?? [], PRESETS, {
      stacks: policy.stacks,
      runnersOff: policy.capture.off ?? [],
    }),
  };
}

/** `OlderEdits` holds edit rules as older programs kept them, which knew phases without a workflow. */
interface OlderEdits {
  phase?: string | null;
  phases?: Record<string, EditRule[]>;
  withoutPhase: 'allow' | 'deny' | EditRule[];
  classes: EditPolicy['classes'];
}

/**
 * `editsOf` reads the edit rules of a kept policy: what an older program closed stays closed until a person applies another
 * configuration.
 */
function editsOf({ phase, phases = {}, withoutPhase, classes }: OlderEdits): EditPolicy {
  if (Array.isArray(withoutPhase)) return { withoutPhase, classes };
  if (typeof phase === 'string' && Object.hasOwn(phases, phase)) return { withoutPhase: phases[phase]!, classes };
  return { withoutPhase: withoutPhase === 'deny' ? [...CLOSING_RULES] : [], classes };
}

/** Stores a compiled policy under this user's key, so that one written by hand does not count. */
export function storeCompiled(repository: Repository, environment: NodeJS.ProcessEnv, policy: Policy): void {
  const stored: Policy = { ...policy, presets: [] };
  const signed = { policy: stored, mac: sign(loadKey(environment), canonical(stored)) };
  writeFileAtomic(policyFile(repository, environment), JSON.stringify(signed));
  // The fast path asks for these names only: does the project protect files of its own, does it guard reading,
  // does it want the end of edits observed?
  setMarker(repository, environment, 'protects', policy.protect.length + policy.sensitive.write.length > 0);
  setMarker(repository, environment, 'edit-rules', restrictsEdits(editsOf(policy.edits).withoutPhase));
  // Commands that only read are left alone, unless one of them is a run.
  const named = [...namedSuites(policy), ...workflowCommands(policy)];
  const isRead = named.some(({ runner }) => !mayMatter(runner.command));
  setMarker(repository, environment, 'guards-reads', isRead || policy.sensitive.read !== 'off');
  setMarker(repository, environment, 'observes-edits', observesEdits(policy));
}

/** Sets or removes an empty file in the state folder that the fast path asks for. */
export function setMarker(repository: Repository, environment: NodeJS.ProcessEnv, name: Marker, isSet: boolean): void {
  const marker = path.join(repositoryState(repository, environment), name);
  if (isSet) writeFileSync(marker, '');
  else rmSync(marker, { force: true });
}

export type Compile = (
  text: string,
  readPreset: (name: string) => PresetFile,
) => { ok: true; policy: Policy } | { ok: false; problems: { at: string; message: string }[] };

/**
 * Loads the policy in force: the compiled one. A source that equals the base branch's remote version, or is
 * missing there too, is compiled and kept by itself; any other change waits for a person's `apply`, is reported, and
 * until then the old policy holds: the compiled one, else the base branch's. What a person applied on a branch is in force
 * again where that branch is checked out again with the same source. A preset of a package is part of the source:
 * one that the source names without its digest waits for a person, too.
 * @param compile loads the YAML and schema code, only when a source has to be compiled
 */
export function loadPolicy(
  repository: Repository,
  environment: NodeJS.ProcessEnv,
  deadline: number,
  compile: Compile,
): LoadedPolicy {
  const compiled = readCompiled(repository, environment);
  const current = compiled ?? builtInPolicy();
  const config = readConfig(repository);
  const source = config?.text ?? null;
  const presets = changedPresets(repository, current);
  if (source === current.source && presets.length === 0) return { policy: current, findings: [] };
  const applied = appliedHere(repository, environment, source);
  if (applied && changedPresets(repository, applied).length === 0) {
    storeCompiled(repository, environment, applied);
    return { policy: completed(applied), findings: [] };
  }
  const base = findBase(repository, current, null, { environment, deadline });
  const published = base ? publishedConfig(repository, base.commit, deadline) : undefined;
  const inForce =
    published === undefined || (compiled && published !== source) ? current : trust(published, repository, compile);
  if (!('version' in inForce)) return { policy: current, findings: [inForce] };
  // What a base brings that nobody has looked at yet is in force for this event, and kept by the next one.
  const isKept = compiled !== null || (published !== undefined && hasPublished(repository, environment));
  if (published !== undefined && inForce !== current && isKept) storeCompiled(repository, environment, inForce);
  if (published === source) return { policy: inForce, findings: [] };
  if (presets.length === 0 && saysTheSame(source, inForce, repository, compile)) {
    // Kept under its new text, so that the next event need not ask again.
    if (isKept) storeCompiled(repository, environment, { ...inForce, source });
    return { policy: inForce, findings: [] };
  }
  return {
    policy: inForce,
    findings: [
      {
        code: 'POLICY_PENDING',
        level: 'warn',
        args: { presets: source === current.source ? presets.map(presetPath) : [] },
      },
    ],
  };
}

/** The lines of a configuration that are neither empty nor a comment; in a block of text, a comment may be part of it. */
const saidIn = (text: string | null) =>
  (text ?? '')
    .split('\n')
    .filter((line) => !/^\s*(?:#.*)?$/.test(line))
    .join('\n');

/** Tells whether a text holds the rules that are in force, with other comments: nobody has to apply those. */
function saysTheSame(text: string | null, inForce: Policy, repository: Repository, compile: Compile): boolean {
  const said = saidIn(text);
  if (said !== saidIn(inForce.source)) return false;
  if (said === '') return true;
  const written = trust(text, repository, compile);
  const rules = (policy: Policy) => canonical({ ...policy, source: null, presets: [] });
  return 'version' in written && rules(written) === rules(inForce);
}

/**
 * Returns the policy that the configuration of a published commit stands for: what CI goes by, whatever a branch says.
 */
export function publishedPolicy(
  repository: Repository,
  commit: string,
  deadline: number,
  compile: Compile,
): LoadedPolicy {
  const found = trust(publishedConfig(repository, commit, deadline), repository, compile);
  return 'version' in found
    ? { policy: found, findings: [] }
    : { policy: builtInPolicy(), findings: [{ ...found, level: 'block' }] };
}

/**
 * Faults of the configuration on disk, of which `apply` would take nothing; null where the configuration can be applied.
 */
export function invalidConfig(repository: Repository, compile: Compile): Finding | null {
  const config = readConfig(repository);
  const compiled = config && compile(config.text, presetReader(repository, true));
  return compiled && !compiled.ok ? invalid(compiled.problems) : null;
}

function invalid([first, ...more]: readonly { at: string; message: string }[]): Finding {
  const args = { at: first?.at, message: first?.message, more: more.length };
  return { code: 'POLICY_INVALID', level: 'warn', args };
}

/** Returns the policy that a trusted source stands for, or what is wrong with it. */
function trust(text: string | null, repository: Repository, compile: Compile): Policy | Finding {
  if (text === null) return builtInPolicy();
  const result = compile(text, presetReader(repository, false));
  return result.ok ? result.policy : invalid(result.problems);
}

/** Returns the configuration of a commit by the first name that is there; null when it has none. */
export function publishedConfig(repository: Repository, commit: string, deadline: number): string | null {
  const answer = askOnce(repository, 'configuration', [commit], () => {
    const files = trueFiles(repository, commit, CONFIG_NAMES, deadline);
    const name = CONFIG_NAMES.find((one) => files?.has(one));
    return files && { text: name === undefined ? null : files.get(name)!.toString('utf8') };
  });
  return answer?.text ?? null;
}
