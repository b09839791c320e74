import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanEnvironment } from '@flow/engine/places/git-hook';
import { launcherFile, launcherVersion } from '@flow/engine/places/launcher';
import { readState } from '@flow/evidence/disk/file-state';
import { bundleFolder, type Environment } from '@flow/evidence/fast';
import { type Check, failure, INSTALL, ok, type Subject, warning } from '../check.js';
import { clientSamples, gitSample, type Sample } from './sample-events.js';
import { makeSampleProject, projectFolder } from './sample-project.js';

/** Milliseconds after which a person notices a hook in every call. */
const SLOW = 1000;
/** Milliseconds after which nobody waits any more. */
const LIMIT = 10_000;
const AGAIN = 'Try again when the machine is less busy; `FLOW_DEBUG=1` logs how long each event takes.';

/**
 * Runs every installed hook on a sample event, as the host would, in a throw-away repository with a state folder of
 * its own: the launcher and the program are the installed ones, but nothing that they note stays.
 */
export function runSamples(subject: Subject): Check[] {
  const { plugin, repository, hosts } = subject;
  const launcher = plugin ? plugin.launcher : launcherFile(repository.root);
  if (!existsSync(launcher)) return [];
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'flow-doctor-')));
  try {
    const trial = trialEnvironment(subject, place);
    const program = join(copyProgram(subject, launcher, trial), 'hook.cjs');
    const project = makeSampleProject(place, readState(join(repository.root, '.claude/settings.json')), trial);
    if (!project) return [failure('runs', 'Sample events', 'git could not create a repository to try the hooks in.')];
    const samples = hosts.flatMap((client) => clientSamples(client, launcher, project));
    if (existsSync(program)) samples.push(gitSample(program, project));
    return samples.map((sample) => judge(sample, trial, project.directory, subject.patience));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function judge(sample: Sample, environment: Environment, directory: string, patience: number): Check {
  const start = performance.now();
  const { status, signal, stdout, stderr } = spawnSync('node', [sample.program, ...sample.words], {
    cwd: directory,
    env: environment,
    input: sample.input,
    encoding: 'utf8',
    timeout: LIMIT * patience,
  });
  const time = Math.round(performance.now() - start);
  const id = `run-${sample.id}`;
  const got = answerOf(status, stdout);
  if (got !== sample.expected) {
    const told = (stderr ?? '').trim().split('\n')[0]?.slice(0, 160);
    const end = signal ? `ended by ${signal}` : `exit code ${status}`;
    const detail = `should ${sample.expected}, but did ${got} (${end}${told ? `: ${told}` : ''}), ${time} ms.`;
    return failure(id, sample.title, detail, INSTALL);
  }
  const done = sample.expected === 'refuse' ? 'refused' : 'passed';
  if (time > SLOW * patience) return warning(id, sample.title, `${done} as expected, but it took ${time} ms.`, AGAIN);
  return ok(id, sample.title, `${done} in ${time} ms`);
}

/** Reads an answer as the host, or git, would read it. An answer that is not clear is `fail`. */
function answerOf(status: number | null, stdout: string): 'refuse' | 'pass' | 'fail' {
  if (status === 1 && stdout === '') return 'refuse';
  if (status !== 0 && status !== 2) return 'fail';
  if (stdout.trim() === '') return status === 0 ? 'pass' : 'refuse';
  try {
    const answer: unknown = JSON.parse(stdout);
    const text = JSON.stringify(answer);
    // The one form whose words count with exit code 0.
    if (status === 0 && /"permission":"deny"/.test(text)) return 'refuse';
    const denies = /"permissionDecision":"deny"|"decision":"block"/.test(text);
    if (status === 2 && denies) return 'refuse';
    return status === 0 && !denies ? 'pass' : 'fail';
  } catch {
    return 'fail';
  }
}

/** Copies the person's environment, with a state folder of its own, into which the installed program is copied. */
function trialEnvironment({ environment, plugin }: Subject, place: string): Environment {
  return {
    ...cleanEnvironment(environment),
    XDG_STATE_HOME: join(place, 'state'),
    CLAUDE_PROJECT_DIR: projectFolder(place),
    ...(plugin && { CLAUDE_PLUGIN_ROOT: plugin.folder }),
  };
}

/** Copies the program that the launcher would start; returns the folder of the copy, which may be missing. */
export function copyProgram(
  { environment, version }: Pick<Subject, 'environment' | 'version'>,
  launcher: string,
  trial: Environment,
): string {
  const pinned = launcherVersion(readState(launcher)?.bytes.toString('utf8') ?? '') ?? version;
  const installed = bundleFolder(pinned, environment);
  const copy = bundleFolder(pinned, trial);
  if (existsSync(installed)) cpSync(installed, copy, { recursive: true });
  return copy;
}
