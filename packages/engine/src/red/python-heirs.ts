import path from 'node:path';
import { type FileView, isWithin } from '@flow/core';
import { closeOf, maskLiterals } from './mask.js';
import { pythonBlocks } from './python-blocks.js';
import { bodyOf, hashText, type TestBody } from './test-bodies.js';

/** A Python class stands on a file's own level. */
interface PythonClass {
  name: string;
  file: string;
  /** Base classes as they are written, `object` and keywords left out. */
  bases: string[];
  tests: TestBody[];
}

/** Bases are looked for so far, and in texts so long. */
const MAX_BASES = 8;
const MAX_TEXT = 512 * 1024;
/** So many classes of a file count, so many bases of a class. */
const MAX_CLASSES = 1000;
const MAX_ALL_BASES = 100;
/** Characters of a list of bases. */
const MAX_LIST = 5000;
/** So many files are looked at that hold the name of a base. */
const MAX_FILES = 500;

/** Follows inheritance in Python: files of one suite in one content, each read once. */
export class PythonHeirs {
  readonly #view: FileView;
  readonly #root: string;
  readonly #paths: ReadonlySet<string>;
  readonly #files = new Map<
    string,
    { classes: ReadonlyMap<string, PythonClass>; imports: ReadonlyMap<string, string> }
  >();

  constructor(view: FileView, root: string) {
    this.#view = view;
    this.#root = root;
    this.#paths = new Set(view.paths);
  }

  /**
   * Members that a file's classes have from their bases, under their names, and the classes with tests that are there only
   * for others to inherit.
   * @param isCollected whether a class of this name is run that comes from nothing
   */
  testsOf(file: string, isCollected: (name: string) => boolean): { inherited: TestBody[]; mixins: string[] } {
    const classes = [...this.#read(file).classes.values()];
    const idle = classes.filter((one) => !isCollected(one.name) && this.#isPlain(one));
    const inherited = classes.filter((one) => !idle.includes(one)).flatMap((one) => this.#inherited(one));
    const unused = idle.filter(({ tests }) => tests.length > 0);
    const mixins = unused.filter((one) => this.#heirs([one]).length > 0).map(({ name }) => name);
    return { inherited, mixins };
  }

  /** Files with a class that inherits tests from one of these. */
  heirsOf(files: readonly string[]): string[] {
    const bases = files
      .flatMap((file) => [...this.#read(file).classes.values()])
      .filter(({ tests }) => tests.length > 0);
    return [...new Set(this.#heirs(bases).map(({ file }) => file))].filter((file) => !files.includes(file));
  }

  /** Two classes that inherit one test have two: what they give to it differs. */
  #inherited(one: PythonClass): TestBody[] {
    const seen = new Set(one.tests.map((test) => test.path.at(-1)!));
    return this.#bases(one).flatMap((base) =>
      base.tests.flatMap((test) => {
        const name = test.path.at(-1)!;
        if (test.path.length > 2 || seen.has(name)) return [];
        seen.add(name);
        return [{ path: [one.name, name], hash: hashText(`${test.hash}\0${one.name}`) }];
      }),
    );
  }

  /** Tells whether a class comes from nothing, or from classes of the project that come from nothing. */
  #isPlain(one: PythonClass): boolean {
    return [one, ...this.#bases(one)].every((base) => base.bases.every((name) => this.#find(name, base.file)));
  }

  /** Classes that come from one of these. */
  #heirs(bases: readonly PythonClass[]): PythonClass[] {
    if (bases.length === 0) return [];
    const wanted = new Set(bases);
    const code = this.#view.paths.filter((one) => one.endsWith('.py') && isWithin(one, this.#root));
    const named = this.#view.containing(code, [...new Set(bases.map(({ name }) => name))]);
    return named
      .slice(0, MAX_FILES)
      .flatMap((file) => [...this.#read(file).classes.values()])
      .filter((one) => this.#bases(one).some((base) => wanted.has(base)));
  }

  /** All bases that the project has, the nearest first. */
  #bases(one: PythonClass, depth = 0, seen = new Set<PythonClass>()): PythonClass[] {
    if (depth === MAX_BASES) return [];
    return one.bases.flatMap((name) => {
      const base = this.#find(name, one.file);
      if (!base || base === one || seen.has(base) || seen.size === MAX_ALL_BASES) return [];
      seen.add(base);
      return [base, ...this.#bases(base, depth + 1, seen)];
    });
  }

  #find(name: string, file: string): PythonClass | undefined {
    const { classes, imports } = this.#read(file);
    const own = classes.get(name);
    if (own) return own;
    const [first = '', ...rest] = name.split('.');
    const words = [imports.get(first), ...rest];
    if (words[0] === undefined) return undefined;
    const full = words.join('.');
    const at = full.lastIndexOf('.');
    const module = at < 0 ? undefined : this.#fileOf(full.slice(0, at), file);
    if (module === undefined || module === file) return undefined;
    return this.#read(module).classes.get(full.slice(at + 1));
  }

  /** The file of a module; a leading dot is the folder of the file that asks. */
  #fileOf(module: string, from: string): string | undefined {
    const dots = /^\.*/.exec(module)![0].length;
    const inner = module.slice(dots).replaceAll('.', '/');
    const here = path.posix.dirname(from);
    const folders =
      dots > 0 ? [path.posix.join(here, ...Array(dots - 1).fill('..'))] : [this.#root, here, `${this.#root}/src`];
    return folders
      .flatMap((folder) => [`${folder}/${inner}.py`, `${folder}/${inner}/__init__.py`])
      .map((one) => path.posix.normalize(one))
      .find((one) => this.#paths.has(one));
  }

  #read(file: string) {
    const known = this.#files.get(file);
    if (known) return known;
    const text = this.#view.read(file)?.replaceAll('\r\n', '\n') ?? '';
    const short = text.length > MAX_TEXT ? '' : text;
    const masked = maskLiterals(short, 'python');
    const found = { classes: classesIn(short, masked, file), imports: importsIn(masked) };
    this.#files.set(file, found);
    return found;
  }
}

function classesIn(text: string, masked: string, file: string): Map<string, PythonClass> {
  const classes = new Map<string, PythonClass>();
  let around: { one: PythonClass; to: number } | undefined;
  for (const { path: names, isClass, isTest, from, to, at } of pythonBlocks(masked)) {
    if (isClass) {
      const name = names[0]!;
      if (classes.size === MAX_CLASSES) break;
      const one: PythonClass = { name, file, bases: basesAt(masked, at + name.length), tests: [] };
      classes.set(name, one);
      around = { one, to };
    } else if (isTest && around && to <= around.to) {
      const hash = bodyOf(text, from, to, { at, length: names.at(-1)!.length });
      around.one.tests.push({ path: names, hash });
    }
  }
  return classes;
}

/** `basesAt` reads the bases of a class, as in `(Base, other.Base, Generic[T], metaclass=Meta)`. */
function basesAt(masked: string, from: number): string[] {
  const list = masked.slice(from, from + MAX_LIST);
  const to = list.startsWith('(') ? closeOf(list, 0) : undefined;
  if (to === undefined) return [];
  const names = list.slice(1, to - 1).replace(/\[[^\]]*\]/g, '');
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => /^[\w.]+$/.test(name) && name !== 'object');
}

/** Meaning of the names of a file: `from a.b import C as D` makes D of `a.b.C`. */
function importsIn(masked: string): Map<string, string> {
  const imports = new Map<string, string>();
  const FROM = /^from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+(?:\(([^()]{0,5000})\)|([^\n(]+))/gm;
  for (const [, module = '', listed, line] of masked.matchAll(FROM)) {
    for (const part of (listed ?? line ?? '').split(',')) {
      const [, name, as] = /^\s*(\w+)(?:\s+as\s+(\w+))?\s*$/.exec(part) ?? [];
      if (name) imports.set(as ?? name, `${module}${module.endsWith('.') ? '' : '.'}${name}`);
    }
  }
  for (const [, line = ''] of masked.matchAll(/^import[ \t]+([^\n]+)/gm)) {
    for (const part of line.split(',')) {
      const [, name, as] = /^\s*([\w.]+)(?:\s+as\s+(\w+))?\s*$/.exec(part) ?? [];
      if (name && as) imports.set(as, name);
      else if (name) imports.set(name.split('.')[0]!, name.split('.')[0]!);
    }
  }
  return imports;
}
