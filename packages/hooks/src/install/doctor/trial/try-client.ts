import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Client } from '@flow/clients/client';
import { FRONT_PATH, LAUNCHER_PATH } from '@flow/clients/registrations';
import type { Trial } from '@flow/clients/trial';
import { askGit } from '@flow/engine/places/git-hook';
import { launcherFile } from '@flow/engine/places/launcher';
import { clean } from '@flow/engine/text/clean';
import type { Environment, Repository } from '@flow/evidence/fast';
import { endTree } from '@flow/evidence/processes/end-tree';
import { installedHosts } from '../../host-files/host-files.js';
import { type Check, failure, ok, warning } from '../check.js';
import { versionOf } from '../checks/machine.js';
import { makeSampleProject, type SampleProject } from '../checks/sample-project.js';
import { copyProgram } from '../checks/sample-runs.js';
import { startModel } from './model.js';

/** Milliseconds that a client may take, from its start to its end. */
const LIMIT = 60_000;

/** A push of the sample project: to a bare repository beside it, of a commit that nobody has tested. */
const PUSH = 'git push origin doctor';

/** What `tryClient` needs. */
export interface TrialPlace {
  repository: Repository;
  environment: Environment;
  version: string;
  /** Milliseconds that the client may take. @default 60000 */
  limit?: number;
}

/**
 * Starts the installed client once and has it try a call that the guard refuses: an untested push, in a repository that is thrown
 * away, with the project's own entries and launcher, against a scripted model on loopback, with a home of its own and a key that is
 * none. Says whether the hook has run in this version of the client. What keeps the client from others are its own switches, and a
 * proxy that leads nowhere: only a client that takes neither could reach them.
 */
export async function tryClient(client: Client, place: TrialPlace): Promise<Check> {
  const { product, program, trial, install } = client;
  const { repository, environment, limit = LIMIT } = place;
  const id = `trial-${client.name}`;
  const title = `Trial in ${product}`;
  if (typeof trial === 'string') return warning(id, title, `cannot be made: ${trial}`);
  if (!installedHosts(repository.root).includes(client))
    return failure(id, title, 'no hook is registered here, so there is nothing to try.', install);
  const found = versionOf(program, environment);
  if (found === null) {
    const detail = `cannot be made: \`${program} --version\` gives no answer on this search path.`;
    return warning(id, title, detail, client.oldest.fix);
  }
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'flow-trial-')));
  try {
    const seen = await startClient(client, trial, folder, { ...place, limit });
    if (seen === null) return failure(id, title, 'git could not make a repository to try it in.', 'git --version');
    const { isPushed, isAsked, result, told } = seen;
    const which = `${product} ${found}`;
    if (isPushed)
      return failure(id, title, `${which} made a call that the guard refuses: its hook does not run.`, install);
    if (result !== null && OUR_REASON.test(result))
      return ok(id, title, `${which} asked the guard about an untested push, and did not make it`);
    const end = told === '' ? '' : ` It said: ${told}`;
    if (result !== null) {
      const detail = `${which} did not make the call, for another reason than the guard's: ${clean(result, 300)}`;
      return warning(id, title, detail, install);
    }
    const how = isAsked ? 'ended before it made the call.' : 'asked no model for a turn.';
    return warning(id, title, `says nothing: within ${limit / 1000} s ${which} ${how}${end}`, `${program} --version`);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The words by which a client's model reads that the guard has refused the push. */
const OUR_REASON = /\bflow refused\b/;

interface Seen {
  isPushed: boolean;
  isAsked: boolean;
  result: string | null;
  /** The last line that the client wrote. */
  told: string;
}

async function startClient(
  client: Client,
  trial: Trial,
  folder: string,
  { repository, environment, version, limit }: Required<TrialPlace>,
): Promise<Seen | null> {
  const home = join(folder, 'home');
  const own = ownEnvironment(environment, home);
  const project = makeSampleProject(folder, null, own);
  if (!project) return null;
  copyEntries(client, repository, project);
  copyProgram({ environment, version }, launcherFile(repository.root), own);
  const model = await startModel({ tool: trial.tool, input: trial.input(PUSH) });
  try {
    const inside = { directory: project.directory, searchPath: own.PATH ?? '' };
    for (const [name, value] of Object.entries(trial.files?.(model.url, inside) ?? {})) {
      mkdirSync(dirname(join(home, name)), { recursive: true });
      writeFileSync(join(home, name), typeof value === 'string' ? value : JSON.stringify(value));
    }
    const { trusting } = trial;
    const env = { ...own, ...nowhere(model.url), ...trial.environment(model.url), ...trusting?.environment };
    const words = [...trial.words('Push the branch.'), ...(trusting?.words ?? [])];
    const told = await ended(client.program, words, { cwd: project.directory, env, limit });
    const isPushed = askGit(project.remote, ['rev-parse', '-q', '--verify', 'refs/heads/doctor'], own) !== null;
    return { isPushed, isAsked: model.isAsked(), result: model.result(), told };
  } finally {
    model.close();
  }
}

/** Copies what the project registers for the client, and the files that this starts. */
function copyEntries({ settings }: Client, { root }: Repository, { directory }: SampleProject): void {
  for (const name of [settings, LAUNCHER_PATH, FRONT_PATH]) {
    if (!existsSync(join(root, name))) continue;
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    copyFileSync(join(root, name), join(directory, name));
  }
}

/** Variables of the person that say nothing about them and that programs need; nothing else is inherited, no key and no session. */
const NEUTRAL = /^(?:PATH|PATHEXT|LANG|LC_\w+|TERM|TZ|SystemRoot|COMSPEC|NODE_EXTRA_CA_CERTS)$/i;

function ownEnvironment(environment: Environment, home: string): Record<string, string> {
  const neutral = Object.entries(environment).flatMap(([name, value]) =>
    NEUTRAL.test(name) && value !== undefined ? [[name, value] as const] : [],
  );
  const temporary = join(home, 'tmp');
  mkdirSync(temporary, { recursive: true });
  return {
    ...Object.fromEntries(neutral),
    ...{ HOME: home, USERPROFILE: home, TMPDIR: temporary, TEMP: temporary, TMP: temporary },
    ...{ XDG_STATE_HOME: join(home, 'state'), GIT_CONFIG_NOSYSTEM: '1', NO_COLOR: '1' },
  };
}

/** Returns the variables by which programs send what is not for this machine through a proxy. */
function nowhere(proxy: string): Record<string, string> {
  const here = '127.0.0.1,localhost,::1';
  const named = { http_proxy: proxy, https_proxy: proxy, all_proxy: proxy, no_proxy: here };
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, value]) => [name, name.toUpperCase()].map((one) => [one, value])),
  );
}

/** Runs a client to its end, or ends it and what it started once its time is over; returns the last line that it wrote. */
function ended(
  program: string,
  words: readonly string[],
  { cwd, env, limit }: { cwd: string; env: Record<string, string>; limit: number },
): Promise<string> {
  return new Promise((done) => {
    // A group of its own, so that nothing of it is left.
    const child = spawn(program, words, {
      ...{ cwd, env, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] },
      ...{ detached: true, windowsHide: true },
    });
    let said = '';
    const end = () => endTree(child.pid);
    const timer = setTimeout(() => {
      end();
      finish();
    }, limit);
    const finish = () => {
      clearTimeout(timer);
      done(clean(said.trim().split('\n').at(-1) ?? '', 200));
    };
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        said = (said + chunk).slice(-4000);
      });
    child.on('error', (error) => {
      said = error.message;
      finish();
    });
    child.on('exit', () => {
      end();
      finish();
    });
  });
}
