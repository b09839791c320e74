import path from 'node:path';
import { classify, type FileView, isNewName, type MissingName, type Suite } from '@flow/core';
import { git, type Repository } from '@flow/evidence';
import type { Language } from './mask.js';
import type { Missing } from './missing.js';
import { packageOf } from './runners/cargo.js';

/** A name source is a pair of contents of a repository, as far as names are looked up in them. */
export interface NameSource {
  repository: Repository;
  base: { tree: string; view: FileView };
  now: { tree: string; view: FileView };
  suite: Suite;
  /** Text of the suite's marker. */
  marker: string;
  language: Language;
  deadline: number;
}

/** Tells whether the missing name is the code under test: the project's own, and new. */
export function isCodeUnderTest(missing: Missing, file: string, source: NameSource): boolean {
  return isNewName(
    missing.kind === 'module' ? moduleFacts(missing.name, file, source) : nameFacts(missing, file, source),
  );
}

type Side = NameSource['now'];

function nameFacts(missing: Missing, file: string, source: NameSource): MissingName {
  return {
    own: ownerOf(missing, file, source),
    definedNow: definitions(missing.name, source.now, source).production,
    definedInBase: definitions(missing.name, source.base, source).production,
    definedInTests: definitions(missing.name, source.now, source).tests > 0,
  };
}

/** Returns lines that look like a definition of the name, in any of the languages. */
function definitions(name: string, side: Side, source: NameSource): { production: number; tests: number } {
  const counts = { production: 0, tests: 0 };
  if (!/^[\w$]{1,200}$/.test(name)) return counts;
  const found = git(
    source.repository,
    ['grep', '-I', '-z', '--no-color', '--full-name', '-F', '-w', '-e', name, side.tree, '--'],
    { deadline: source.deadline },
  );
  const word = name.replaceAll('$', '\\$');
  const definition = new RegExp(
    `\\b(?:func|def|fn|class|const|let|var|function|type|struct|enum|trait|mod|module|interface|static)\\s+(?:mut\\s+|self\\.)?(?:\\([^)]*\\)\\s*)?\\*?${word}(?![\\w$])|^\\s*(?:(?:pub|export|static|async|readonly)\\s+)*${word}\\s*(?:[:=(<]|\\s[\\w*[])|export\\s*\\{[^}]*\\b${word}\\b|exports\\.${word}\\s*=`,
  );
  for (const line of found.stdout.toString('utf8').split('\n')) {
    const [place = '', text = ''] = line.split('\0');
    if (!definition.test(text)) continue;
    const kind = classify(place.slice(side.tree.length + 1), source.suite.preset);
    if (kind === 'source') counts.production += 1;
    else if (kind === 'test') counts.tests += 1;
  }
  return counts;
}

function ownerOf({ of, name }: Missing, file: string, source: NameSource): boolean | null {
  const { language, now, base } = source;
  if (of?.startsWith('type ')) return ownerOfType(of.slice('type '.length), file, source);
  switch (language) {
    case 'go':
      return of === '' ? true : of === null ? null : ownsGoPackage(of, file, source);
    case 'python':
      if (of === null) return null;
      return [now, base].some(({ view }) => pythonFiles(of, view, source.suite).length > 0);
    case 'javascript':
      return of === null ? importsFromNearby(name, now.view.read(file) ?? '') : /^\.{0,2}\//.test(of);
    case 'ruby':
      return null;
    case 'rust':
      return of === '' || ownsRustPath(of ?? '', file, source);
  }
}

/** A type is the project's own when its code defines it, or its package is the project's. */
function ownerOfType(type: string, file: string, source: NameSource): boolean | null {
  const words = type.replace(/^[*[\]&]+/, '').split(/\.|::/);
  if (source.language === 'go' && words.length > 1) return ownsGoPackage(words[0]!, file, source);
  const defined = [source.now, source.base].some((side) => definitions(words.at(-1)!, side, source).production > 0);
  return defined ? true : null;
}

function ownsGoPackage(alias: string, file: string, source: NameSource): boolean | null {
  const text = source.now.view.read(file) ?? '';
  const imports = [...text.matchAll(/^[ \t]*(?:import\s+)?(?:([\w.]+)\s+)?"([^"\n]+)"/gm)];
  const found = imports.find(([, as, from]) => (as ?? from!.split('/').at(-1)) === alias)?.[2];
  return found === undefined ? ownsGoName(alias, source) : isOwnGoPackage(found, source);
}

/** A package whose name differs from its folder's, or the package that the test itself is in. */
function ownsGoName(alias: string, { now }: NameSource): boolean | null {
  const folders = now.view.paths.filter((one) => one.endsWith('.go')).map((one) => path.posix.dirname(one));
  return folders.some((folder) => path.posix.basename(folder) === alias) ? true : null;
}

function isOwnGoPackage(name: string, { marker }: NameSource): boolean {
  const own = /^module\s+"?([^\s"]+)/m.exec(marker)?.[1];
  return own !== undefined && (name === own || name.startsWith(`${own}/`));
}

/** The test's text imports the name from a file beside it, and not from a package. */
function importsFromNearby(name: string, text: string): boolean | null {
  const word = name.replaceAll('$', '\\$');
  const named = new RegExp(`import\\s[^;'"]*(?<![\\w$])${word}(?![\\w$])[^;'"]*from\\s*['"](\\.{1,2}/[^'"]*)['"]`);
  return named.test(text) ? true : null;
}

function ownsRustPath(spelled: string, file: string, { now }: NameSource): boolean | null {
  const first = spelled.split('::')[0]!;
  if (['crate', 'self', 'super'].includes(first)) return true;
  const manifest = now.view.read(path.posix.join(packageOf(file, now.view.paths), 'Cargo.toml')) ?? '';
  const crate = /^[ \t]*name\s*=\s*"([^"]+)"/m.exec(manifest)?.[1]?.replaceAll('-', '_');
  return first === crate ? true : null;
}

/** Lists files of a Python module, wherever the project keeps its packages. */
function pythonFiles(name: string, view: FileView, suite: Suite): string[] {
  const at = name.replaceAll('.', '/');
  const ends = [`/${at}.py`, `/${at}.pyi`, `/${at}/__init__.py`];
  return view.paths.filter(
    (one) =>
      classify(one, suite.preset) === 'source' &&
      (ends.some((end) => `/${one}`.endsWith(end)) || `/${one}`.includes(`/${at}/`)),
  );
}

/** Returns a module or package that is not found: how many files it has, and whose it would be. */
function moduleFacts(name: string, file: string, source: NameSource): MissingName {
  const { now, base, suite } = source;
  const filesIn = (side: Side) => moduleFiles(name, file, side.view.paths, source);
  const isTest = (one: string) => classify(one, suite.preset) === 'test';
  return {
    own: ownsModule(name, file, source),
    definedNow: filesIn(now).filter((one) => !isTest(one)).length,
    definedInBase: filesIn(base).filter((one) => !isTest(one)).length,
    definedInTests: filesIn(now).some(isTest),
  };
}

function moduleFiles(name: string, file: string, paths: readonly string[], source: NameSource): string[] {
  const { suite, marker, language } = source;
  switch (language) {
    case 'go': {
      const own = /^module\s+"?([^\s"]+)/m.exec(marker)?.[1] ?? '';
      if (!isOwnGoPackage(name, source)) return [];
      const folder = path.posix.join(suite.root, name.slice(own.length + 1));
      return paths.filter((one) => one.endsWith('.go') && path.posix.dirname(one) === folder);
    }
    case 'python':
      return pythonFiles(name, { paths } as FileView, suite).concat(
        paths.filter(
          (one) => classify(one, suite.preset) === 'test' && `/${one}`.endsWith(`/${name.replaceAll('.', '/')}.py`),
        ),
      );
    case 'javascript': {
      const alias = /^(?:@|~|#)\/?(.+)$/.exec(name)?.[1];
      if (!name.startsWith('.') && alias === undefined) return [];
      const target = withoutExtension(alias ?? path.posix.join(path.posix.dirname(file), name));
      const isIt = (one: string) => one === target || (alias !== undefined && one.endsWith(`/${target}`));
      return paths.filter((one) => isIt(withoutExtension(one)) || isIt(withoutExtension(one).replace(/\/index$/, '')));
    }
    case 'ruby': {
      const target = name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name;
      const end = `${target.replace(/\.rb$/, '')}.rb`;
      return paths.filter((one) => one === end || (!name.startsWith('.') && one.endsWith(`/${end}`)));
    }
    case 'rust':
      return paths.filter((one) => one.endsWith(`/${name}.rs`) || one.endsWith(`/${name}/mod.rs`));
  }
}

/** `total.js` in an import may be `total.ts` on the disk. */
function withoutExtension(file: string): string {
  return file.replace(/\.(?:[cm]?[jt]sx?|vue|svelte|json)$/, '');
}

/** A module that is nowhere is the project's own only where its name says so. */
function ownsModule(name: string, file: string, source: NameSource): boolean | null {
  switch (source.language) {
    case 'go':
      return isOwnGoPackage(name, source);
    case 'python': {
      const parent = name.split('.').slice(0, -1).join('.');
      return parent !== '' && pythonFiles(parent, source.now.view, source.suite).length > 0 ? true : null;
    }
    case 'javascript':
      return name.startsWith('.') ? true : /^(?:@\/|~\/|#|\/)/.test(name) ? null : false;
    case 'ruby':
      return name.startsWith('.') ? true : null;
    case 'rust':
      return ownsRustPath(name, file, source);
  }
}
