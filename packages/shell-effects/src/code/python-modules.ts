import { contentOf, emitWrite } from '../disk/paths.js';
import { type Call, type Result, type Scope, type Session, type Shell, under } from '../state.js';

/** `python -m tool` starts the tool; undefined for anything else. */
export function runModule({ argv, session, shell, frame }: Call): Result | undefined {
  const at = argv.findIndex(
    (word, index) =>
      index > 0 && !/^-[WX]$/.test(argv[index - 1]!) && (!word.startsWith('-') || word === '-m' || /^-\w*c/.test(word)),
  );
  if (argv[at] !== '-m' || argv[at + 1] === undefined) return undefined;
  const ran = runScriptUnder(argv.slice(at + 1), session.at(shell, under(frame, 'python -m')));
  if (ran !== undefined) return ran;
  const own = sameAs(argv.slice(at + 1));
  const inner = shell.clone();
  // As the variable does, `-O` takes assertions out of what is run.
  if (argv.slice(1, at).some((word) => /^-[a-zA-Z]*O/.test(word)))
    inner.variables.set('PYTHONOPTIMIZE', { value: '1', exported: true });
  const file = own === undefined ? fileOf(argv[at + 1]!, session, shell) : undefined;
  // Beside what the module does it has its name: one that is called as a runner is taken before the installed runner.
  if (file !== undefined)
    session.run([argv[0]!, file, ...argv.slice(at + 2)], inner.clone(), under(frame, 'python -m'));
  return session.run(own ?? argv.slice(at + 1), inner, under(frame, 'python -m'));
}

/** Returns the file of a module of the project: what it does, it does for sure. */
function fileOf(module: string, session: Session, shell: Shell): string | undefined {
  const place = module.replaceAll('.', '/');
  return [`${place}.py`, `${place}/__main__.py`].find((file) => contentOf(session, shell, file) !== undefined);
}

/** `python -m zipfile -e archive folder`, `python -m json.tool in out` as the program that does the same. */
function sameAs(words: readonly string[]): string[] | undefined {
  const [module, action = '', first = '', ...rest] = words;
  const files = words.slice(1).filter((word, at) => !word.startsWith('-') && words[at] !== '--indent');
  // It runs its last words as code, and what stands behind `-s`.
  if (module === 'timeit')
    return [
      'python3',
      '-c',
      words
        .slice(1)
        .filter((word) => !/^-\w\d*$/.test(word))
        .join('\n'),
    ];
  if (module === 'json.tool' && files.length === 2) return ['cp', ...files];
  if (module !== 'zipfile' && module !== 'tarfile') return undefined;
  const folder = rest[0] ?? '.';
  if (/^(?:-e|--extract)$/.test(action))
    return module === 'zipfile' ? ['unzip', first, '-d', folder] : ['tar', '-xf', first, '-C', folder];
  if (/^(?:-c|--create)$/.test(action))
    return module === 'zipfile' ? ['zip', '-jr', first, ...rest] : ['tar', '-cf', first, ...rest];
  return undefined;
}

/** Debuggers and profilers, which run the script that they are given. */
const RUNS_SCRIPT = /^(?:i?pdb|cProfile|profile|trace|debugpy|pyinstrument|viztracer|memory_profiler|tracemalloc)$/;

/** Runs what a debugger is ordered to do, which is code to the debugger, and the script that the debugger runs. */
function runScriptUnder(
  [module = '', ...words]: readonly string[],
  { session, shell, frame }: Scope,
): Result | undefined {
  if (!RUNS_SCRIPT.test(module)) return undefined;
  const isOrder = (at: number) => /^(?:-c|--command)$/.test(words[at - 1] ?? '');
  const orders = module.endsWith('pdb') ? words.filter((_, at) => isOrder(at)) : [];
  const code = orders.map((order) => order.replace(/^!/, '')).join('\n');
  if (code !== '') session.run(['python3', '-c', code], shell.clone(), frame);
  const report = /rofile$/.test(module)
    ? words[words.findIndex((word) => /^(?:-o|--outfile)$/.test(word)) + 1]
    : undefined;
  if (report !== undefined && report !== words[0]) emitWrite(session, shell, 'write', report, module);
  const at = words.findIndex((word, index) => !isOrder(index) && /\.pyw?$/.test(word));
  return at < 0 ? undefined : session.run(['python3', ...words.slice(at)], shell.clone(), frame);
}
