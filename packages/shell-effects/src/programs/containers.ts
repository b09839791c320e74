import { posix } from 'node:path';
import { baseName, type Frame, isKnown, resolvePath, type Scope, type Session, type Shell, under } from '../state.js';

/** Options of `run` that take no value. */
const FLAG =
  /^(?:-[ditqPT]+|--(?:rm|init|privileged|read-only|tty|interactive|detach|publish-all|quiet|no-deps|service-ports|use-aliases|build|quiet-pull|remove-orphans|no-TTY))$/;

/** A folder of this machine as a container sees it. */
interface Mount {
  readonly outside: string;
  readonly inside: string;
}

/** Where the image or service of `run` stands among the words, and the options before it with their values. */
function readRun(words: readonly string[]): { image: number; options: [name: string, value: string][] } {
  const options: [string, string][] = [];
  let image = words.indexOf('run') + 1;
  for (; image > 0 && image < words.length && words[image]?.startsWith('-'); image++) {
    const [, name = '', glued] = /^(--?[\w-]+?)(?:=(.*))?$/s.exec(words[image] as string) ?? [];
    options.push([name, glued ?? (FLAG.test(name) ? '' : (words[++image] ?? ''))]);
  }
  return { image, options };
}

/** The command that a container starts with a program of the command line: `run --entrypoint git image push`. */
export function enteredBy(words: readonly string[]): string[] | undefined {
  const { image, options } = readRun(words);
  const program = options.find(([name]) => name === '--entrypoint')?.[1];
  return program === undefined || program === '' ? undefined : [...program.split(' '), ...words.slice(image + 1)];
}

/**
 * `docker run -v "$PWD:/w" image command`: what the command writes below a mounted folder, it writes on this machine. The rest
 * of what it does stays in the container.
 */
export function runInContainer(words: readonly string[], { session, shell, frame }: Scope): void {
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

/** `outside:inside[:options]`, or `type=bind,source=…,target=…`; none for a volume, or where nothing can be written. */
function mountOf(value: string, session: Session, shell: Shell): Mount[] {
  const field = (names: string) => new RegExp(`(?:^|,)(?:${names})=([^,]*)`).exec(value)?.[1];
  const [from, to, options = ''] = value.includes('=')
    ? [
        field('source|src'),
        field('target|dst|destination'),
        /(?:^|,)(?:readonly|ro)(?:,|$|=(?:true|1))/.test(value) ? 'ro' : '',
      ]
    : value.split(':');
  const outside = from === undefined ? undefined : resolvePath(from, shell, session.context.home);
  const isPath = /^[./~]/.test(from ?? '');
  if (!isPath || !isKnown(outside) || !to?.startsWith('/') || to === '/' || /(?:^|,)ro(?:,|$)/.test(options)) return [];
  return [{ outside: outside.replace(/\/+$/, ''), inside: to.replace(/\/+$/, '') }];
}
