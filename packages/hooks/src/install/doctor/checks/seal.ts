import { join } from 'node:path';
import { type Hiding, hidingOf } from '@flow/clients/codex/profile';
import { folderOf } from '@flow/clients/person-folder';
import { recordOf, sandboxIn } from '@flow/engine/facts/client-settings/sandbox-in';
import { type Settings, type SettingsFile, settingsFiles } from '@flow/engine/facts/client-settings/settings-files';
import { whyUnsealed } from '@flow/engine/facts/client-settings/why-unsealed';
import { isSealedHere, wrapperFile } from '@flow/engine/places/seal';
import { clean } from '@flow/engine/text/clean';
import { labelOf } from '@flow/engine/text/label';
import { unrecorded } from '@flow/evidence';
import { readState } from '@flow/evidence/disk/file-state';
import { stateFolder } from '@flow/evidence/fast';
import { KERNEL_FIX, kernelWords } from '../../seal/kernel.js';
import { addedTo } from '../../seal/local-settings.js';
import { tryWrapper } from '../../seal/trial.js';
import { type Check, failure, ok, type Subject, warning } from '../check.js';

/** The most settings of git that are named. */
const MAX_NAMED = 5;

const TITLE = 'Seal of shells';

/** Checks what seals the shells of Claude Code's sessions: ours, where a person has switched it on, and the client's own sandbox. */
export function checkSeal(subject: Subject): Check[] {
  const isHost = (name: string) => subject.hosts.some(({ adapter }) => adapter.name === name);
  const codex = isHost('codex') ? checkCodex(subject) : [];
  if (!isHost('claude-code')) return codex;
  const files = settingsFiles(subject);
  return [...checkWrapper(subject, files), ...checkSandbox(files), ...codex];
}

/** Checks what Codex's own sandbox hides, where our wrapper seals another client. */
function checkCodex({ repository, environment }: Subject): Check[] {
  if (!isSealedHere(repository, environment)) return [];
  const folder = join(stateFolder(environment), 'keys');
  const file = join(folderOf(environment, 'CODEX_HOME', '.codex'), 'config.toml');
  const hiding = hidingOf(folder, readState(file)?.bytes.toString('utf8') ?? '');
  return [
    codexCheck(hiding, ...([folder, file].map((at) => labelOf(at, repository.root, environment)) as [string, string])),
  ];
}

/**
 * Says that runs in Codex prove no seal, and who sees the key. Its sandbox (0.169.0, measured) keeps the evidence and the state
 * closed, and hides the key where a person's profile does; no call can be told from one that the sandbox was left out of.
 * @param hiding what the profile does to the folder of keys
 */
export function codexCheck(hiding: Hiding, keys: string, config: string): Check {
  const title = 'Seal of Codex';
  const none = 'receipts of Codex say `seal: none`, as nothing proves its sandbox call by call';
  const edit = `$EDITOR ${config}`;
  if (hiding === 'hidden')
    return ok('seal-codex', title, `a profile of permissions hides ${keys} from its commands; ${none}`);
  if (hiding === 'set-aside') {
    const detail = `${none}, and \`sandbox_mode\` or \`sandbox_workspace_write\` in ${config} sets the profile aside that would hide ${keys}, as Codex documents it.`;
    return warning('seal-codex', title, detail, `${edit} (take those out: Codex goes by one of the two)`);
  }
  const detail = `${none}, and that leaves ${keys} readable unless a profile of permissions hides it.`;
  return warning('seal-codex', title, detail, `${edit} (docs/hosts.md has the profile)`);
}

/** Checks that new sessions are started through the wrapper, that it holds here and now, and what git would start outside. */
function checkWrapper({ repository, environment }: Subject, files: readonly SettingsFile[]): Check[] {
  if (!isSealedHere(repository, environment)) return [];
  const sandbox = sandboxIn(files);
  const again = `npx flow-hooks install --seal ${sandbox.state === 'on' ? 'host' : 'prefix'}`;
  const unsealed = whyUnsealed(repository, environment);
  if (unsealed) return [failure('seal', TITLE, `${unsealed.why}.`, unsealed.remedy)];
  // Within a sandbox that leaves open what the wrapper closes, no command would run.
  const open = sandbox.state === 'on' ? leftOpen(wrapperFile(repository, environment), files) : [];
  if (sandbox.state === 'on' && open.length > 0) {
    const detail = `${sandbox.by} switches the sandbox of Claude Code on, and no settings file has it close ${clean(open.join(', '), 400)}.`;
    return [failure('seal', TITLE, detail, again)];
  }
  const why = tryWrapper(repository, environment);
  if (why !== null) {
    const detail = `it does not hold here: ${clean(why, 300)}.`;
    return [failure('seal', TITLE, detail, 'npx flow-hooks install --seal off')];
  }
  const outside = unrecorded(repository, environment);
  return [
    ok('seal', TITLE, heldWords(process.platform)),
    ...(sandbox.state === 'on' ? kernelChecks(kernelWords()) : []),
    ...outside
      .slice(0, MAX_NAMED)
      .map(({ what, remedy }) =>
        failure(
          'seal-git',
          'Git outside of the seal',
          `${clean(what, 400)}, so git is not started.`,
          remedy ?? 'npx flow-hooks apply',
        ),
      ),
  ];
}

/** Says what the client's own sandbox leaves open to this user, where it seals. */
export const kernelChecks = (open: string | null): Check[] =>
  open === null ? [] : [warning('seal-kernel', 'Settings of the kernel', `${open}.`, KERNEL_FIX)];

/** Says what a trial has shown on a platform. */
export const heldWords = (platform: NodeJS.Platform): string =>
  `tried: evidence and key are out of reach inside, and git works${platform === 'darwin' ? '; no test of ours has run this profile of `sandbox-exec` on a Mac yet' : ''}`;

/** Returns what an installation had the client's sandbox close, and no settings file does by now; all of it where there was none. */
function leftOpen(wrapper: string, files: readonly SettingsFile[]): string[] {
  const added = addedTo(wrapper).filter(({ isElement }) => isElement);
  if (added.length === 0) return ['the evidence and the key'];
  return added
    .filter(({ keys, value }) => !files.some((file) => listAt(file.value, keys).includes(value)))
    .map(({ value }) => String(value));
}

function listAt(settings: Settings | null, keys: readonly string[]): readonly unknown[] {
  const found = keys.reduce<unknown>((at, key) => recordOf(at)[key], settings);
  return Array.isArray(found) ? found : [];
}

/**
 * Checks the sandbox of Claude Code (2.1.332), where a settings file switches it on: who switches it off again, and what still
 * leads out of it. What its keys do was measured with the client.
 */
export function checkSandbox(files: readonly SettingsFile[]): Check[] {
  const title = 'Sandbox of Claude Code';
  const sandboxes = files.map((file) => ({ file, ...sandboxOf(file) }));
  const deciding = sandboxes.find(({ sandbox }) => typeof sandbox.enabled === 'boolean');
  const on = sandboxes.find(({ sandbox }) => sandbox.enabled === true);
  if (!deciding || !on) return [];
  if (deciding !== on) {
    const detail = `${deciding.file.label} switches off what ${on.file.label} switches on: commands run without it.`;
    return [warning('sandbox', title, detail, `$EDITOR ${deciding.file.label}`)];
  }
  const first = (key: string) => sandboxes.find(({ sandbox }) => typeof sandbox[key] === 'boolean')?.sandbox[key];
  const forbidsOutside = sandboxes.some(({ sandbox }) => sandbox.allowUnsandboxedCommands === false);
  const holes = [
    ...(first('failIfUnavailable') === true
      ? []
      : ['where it cannot start, commands run without it (`failIfUnavailable`)']),
    ...(forbidsOutside ? [] : ['a command may ask to run outside (`allowUnsandboxedCommands` is not false)']),
    ...sandboxes.flatMap(({ file, sandbox, filesystem, network }) => [
      ...(Array.isArray(sandbox.excludedCommands) && sandbox.excludedCommands.length > 0
        ? [`${file.label} lets ${clean(sandbox.excludedCommands.join(', '), 100)} run outside (\`excludedCommands\`)`]
        : []),
      ...(Array.isArray(filesystem.allowWrite) && filesystem.allowWrite.some(isWholeHome)
        ? [`${file.label} opens the whole home to commands (\`filesystem.allowWrite\`)`]
        : []),
      ...(filesystem.disabled === true ? [`${file.label} leaves files open (\`filesystem.disabled\`)`] : []),
      ...(Array.isArray(network.allowedDomains) && network.strictAllowlist !== true
        ? [`${file.label} lists domains, and without \`strictAllowlist\` a session that asks nobody reaches all others`]
        : []),
    ]),
  ];
  if (holes.length === 0) return [ok('sandbox', title, `on, by ${on.file.label}`)];
  return [
    warning(
      'sandbox',
      title,
      `on, by ${on.file.label}, with ways out: ${holes.join('; ')}.`,
      `$EDITOR ${on.file.label}`,
    ),
  ];
}

/** Tells whether a place that commands may write holds a person's own settings and start files. */
const isWholeHome = (place: unknown) =>
  typeof place === 'string' && /^(?:\/{1,2}|~\/?|\/\/?(?:home|Users|root)(?:\/[^/]*)?\/?)$/.test(place);

function sandboxOf({ value }: SettingsFile): Record<'sandbox' | 'filesystem' | 'network', Settings> {
  const sandbox = recordOf(value?.sandbox);
  return { sandbox, filesystem: recordOf(sandbox.filesystem), network: recordOf(sandbox.network) };
}
