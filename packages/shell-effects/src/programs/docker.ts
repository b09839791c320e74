import { posix } from 'node:path';
import { isDirectory } from '../disk/paths.js';
import type { ProgramFile } from '../program.js';
import { enteredBy, readRun } from '../starts/entered.js';
import {
  baseName,
  type Call,
  type Frame,
  isKnown,
  resolvePath,
  type Scope,
  type Session,
  type Shell,
  under,
} from '../state.js';
import { join } from '../text/below-folder.js';
import { type WriterCall, write } from '../writers/call.js';

import { runComposed } from './docker-compose.js';

/** Container programs copy files out, build images, and keep credentials. */
export const docker: ProgramFile = {
  'docker run, docker create': { writes: { out: '--cidfile' } },
  'docker build, docker buildx build': { writes: { out: '--iidfile --metadata-file -o --output' } },
  'docker save, docker export, docker image save, podman save, podman export': { writes: { out: '-o --output' } },
  'docker login, docker logout': { stores: { own: '~/.docker/config.json' } },
  'podman login': { stores: { own: '~/.config/containers/auth.json', out: '--authfile', ownOnly: true } },
  'docker, podman, nerdctl': { writer: copyOut, tellsByOptions: true, contains: runContainer },
  'docker, podman, nerdctl, buildah, lxc, lxc-attach, incus': { enters: enteredBy },
};

/** Carries out what a container does on this machine, and the services of `docker compose`. */
function runContainer(call: Call): void {
  runInContainer(call.words, call);
  if (call.words[0] === 'compose') runComposed({ ...call, words: call.words.slice(1) });
}

/** A folder of this machine as a container sees it. */
interface Mount {
  readonly outside: string;
  readonly inside: string;
}

/**
 * `docker run -v "$PWD:/w" image command`: what the command writes below a mounted folder, it writes on this machine. The rest
 * of what it does stays in the container.
 */
function runInContainer(words: readonly string[], { session, shell, frame }: Scope): void {
  const { image, options } = readRun(words);
  const mounts = options.flatMap(([name, value]) =>
    /^(?:-v|--volume|--mount)$/.test(name) ? mountOf(value, session, shell) : [],
  );
  const folder = options.findLast(([name]) => /^(?:-w|--workdir)$/.test(name))?.[1] ?? '/';
  const [program = '', ...rest] = enteredBy(words) ?? words.slice(image + 1);
  if (image === 0 || mounts.length === 0 || program === '') return;
  const there = shell.external();
  // A name that no path of this machine begins with, for what is not mounted.
  const place = (path: string) => {
    const mount = mounts.find(({ inside }) => path === inside || path.startsWith(`${inside}/`));
    return mount === undefined ? `/.container${path}` : mount.outside + path.slice(mount.inside.length);
  };
  there.cwd = isKnown(folder) ? place(posix.resolve('/', folder)) : undefined;
  const inner: Frame = { ...under(frame, 'container'), exit: 'hidden', certain: false };
  const start = session.effects.length;
  const outward = (word: string) =>
    mounts.reduce((text, { inside, outside }) => text.replaceAll(`${inside}/`, () => `${outside}/`), word);
  session.run([baseName(program), ...rest.map(outward)], there, inner);
  const kept = session.effects
    .splice(start)
    .filter((one) => one.kind === 'write' && mounts.some(({ outside }) => one.path.startsWith(`${outside}/`)));
  session.effects.push(...kept);
}

/**
 * `mountOf` reads `outside:inside[:options]`, or `type=bind,source=…,target=…`; none for a volume, or where nothing can be
 * written.
 */
function mountOf(value: string, session: Session, shell: Shell): Mount[] {
  const field = (names: string) => new RegExp(`(?:^|,)(?:${names})=([^,]*)`).exec(value)?.[1];
  const [from, to, options = ''] = value.includes('=')
    ? [
        field('source|src'),
        field('target|dst|destination'),
        /(?:^|,)(?:readonly|ro)(?:,|$|=(?:true|1))/.test(value) ? 'ro' : '',
      ]
    : value.split(':');
  const outside = from === undefined ? undefined : resolvePath(from, shell, session);
  const isPath = /^[./~]/.test(from ?? '');
  if (!isPath || !isKnown(outside) || !to?.startsWith('/') || to === '/' || /(?:^|,)ro(?:,|$)/.test(options)) return [];
  return [{ outside: outside.replace(/\/+$/, ''), inside: to.replace(/\/+$/, '') }];
}

/** Reads `docker cp container:path here`. */
export function copyOut(call: WriterCall): void {
  const at = call.operands.indexOf('cp');
  const target = call.operands.at(-1);
  if (at < 0 || at > 1 || target === undefined || target.includes(':') || target === '-') return;
  const source = call.operands.at(-2) ?? '';
  const isInto = isDirectory(call.session, call.shell, target);
  if (/\/\.$/.test(source)) write(call, target, 'into');
  else write(call, isInto ? join(target, baseName(source.slice(source.indexOf(':') + 1))) : target, 'tree');
}
