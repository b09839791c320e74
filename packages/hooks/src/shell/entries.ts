import { posix } from 'node:path';
import { contentOf } from './paths.js';
import { speculate } from './speculate.js';
import { baseName, type Frame, isKnown, type Session, type Shell } from './state.js';
import { under } from './wrappers.js';

const NODE = /^(?:node|nodejs|bun|tsx|ts-node)$/;
const PYTHON = /^(?:python|pypy)[\d.]*$/;

/** Options of Node that load a file before the script. */
const PRELOADS = /^(?:-r|--require|--import|--loader|--experimental-loader)$/;

/**
 * Files that an interpreter finds by rules of its own: what `--require` and `NODE_OPTIONS` load first, a folder's main file,
 * a module of the project. What they publish is kept.
 */
export function runEntries(argv: readonly string[], session: Session, shell: Shell, frame: Frame): void {
  const program = baseName(argv[0] ?? '');
  if (frame.via.some((step) => step === 'entry')) return;
  const files = entriesOf(program, argv.slice(1), session, shell, frame);
  const inner: Frame = { ...under(frame, 'entry'), exit: 'hidden', certain: false };
  for (const [interpreter, file] of files.slice(0, 8))
    speculate(session, () => session.run([interpreter, file], shell.external(), inner));
}

function entriesOf(
  program: string,
  words: readonly string[],
  session: Session,
  shell: Shell,
  frame: Frame,
): (readonly [string, string])[] {
  const find = (places: readonly string[]) => places.find((place) => contentOf(session, shell, place) !== undefined);
  const one = (interpreter: string, place: string | undefined) =>
    place === undefined ? [] : [[interpreter, place] as const];
  const module = frame.via.at(-1) === 'python -m' ? program.replaceAll('.', '/') : undefined;
  if (module !== undefined) return one('python3', find([`${module}.py`, `${module}/__main__.py`]));
  const options = shell.variables.get('NODE_OPTIONS');
  const given = options?.exported && isKnown(options.value) ? options.value.split(/\s+/) : [];
  const preloads = preloaded([...given, ...(NODE.test(program) ? words : [])]).map((file) => ['node', file] as const);
  if (!NODE.test(program) && !PYTHON.test(program)) return preloads;
  const main = words.find((word, at) => !word.startsWith('-') && !PRELOADS.test(words[at - 1] ?? ''));
  if (main === undefined || !isKnown(main) || contentOf(session, shell, main) !== undefined) return preloads;
  if (PYTHON.test(program)) return one('python3', find([posix.join(main, '__main__.py')]));
  const places = ['.js', '.cjs', '.mjs', '.ts', '/index.js', '/index.cjs', '/index.mjs'].map(
    (end) => `./${posix.normalize(main)}${end}`,
  );
  return [...preloads, ...one('node', find(places))];
}

function preloaded(words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    const joined = /^(?:--require|--import|--loader|--experimental-loader)=(.+)$/.exec(word)?.[1];
    const file = joined ?? (PRELOADS.test(words[at - 1] ?? '') ? word : undefined);
    return file !== undefined && /^[./]/.test(file) ? [file] : [];
  });
}
