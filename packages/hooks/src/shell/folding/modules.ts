import type { Language } from '../code/literals.js';
import { definitionsIn, turnsOf } from './functions.js';

const MAX_MODULES = 8;

/** A module that a code loads: the files that it may be, and the name under which its only export goes. */
interface Loaded {
  readonly places: readonly string[];
  readonly name: string | undefined;
}

/** A script with what it calls of other files of the project behind it. `read` reads a file beside the script. */
export function withModules(text: string, language: Language, read: (place: string) => string | undefined): string {
  const called = text.replace(/\brequire\(\s*["']\.[^"'\n]*["']\s*\)\(/g, 'exports(');
  const turns = modulesOf(text, language)
    .slice(0, MAX_MODULES)
    .flatMap(({ places, name }) => {
      const module = places.map(read).find((one) => one !== undefined);
      if (module === undefined) return [];
      return definitionsIn(module, language).flatMap((definition) => {
        const own = { ...definition, name: definition.name === 'exports' ? (name ?? 'exports') : definition.name };
        if (!new RegExp(String.raw`(?<![\w$])${own.name.replaceAll('$', '\\$')}\(`).test(called)) return [];
        const given = turnsOf(own, called, language);
        return given.length > 0 ? given : [definition.body];
      });
    });
  return [...constantsOf(text, language, read), text, ...turns].join('\n\n');
}

const NAMED =
  /^[ \t]*from[ \t]+\.*([\w.]+)[ \t]+import[ \t]+\(?([\w, \t]+)|\b(?:import|const|let|var)\s*\{([\w\s,]+)\}\s*(?:from\s*|=\s*require\(\s*)["'](\.{1,2}\/[^"'\n]+)["']/gm;

/** What the code takes by name out of other files and is a value there: `from paths import GATE`, with its line. */
function constantsOf(text: string, language: Language, read: (place: string) => string | undefined): string[] {
  return [...text.matchAll(NAMED)].slice(0, MAX_MODULES).flatMap(([, module, names, own, file]) => {
    if ((module === undefined) === (language === 'python')) return [];
    const other = placesOfModule(module ?? file ?? '', language)
      .map(read)
      .find((one) => one !== undefined);
    if (other === undefined) return [];
    return (names ?? own ?? '').split(',').flatMap((name) => {
      const line = new RegExp(`^(?:export )?((?:const |let |var )?${name.trim()}[ \\t]*=[ \\t]*[^=>\\n][^\\n]*)$`, 'm');
      return name.trim() === '' ? [] : (line.exec(other)?.[1] ?? []);
    });
  });
}

const ENDS = ['', '.js', '.cjs', '.mjs', '.ts', '/index.js', '/index.cjs', '/index.mjs'];

/** The files that a module of the project may be, by the name under which it is loaded; none for another's. */
export function placesOfModule(name: string, language: Language): string[] {
  if (language === 'node') return /^\.{1,2}\//.test(name) ? ENDS.map((end) => name + end) : [];
  const path = name.replace(/^\.+/, '').replaceAll('.', '/');
  return path === '' ? [] : [`${path}.py`, `${path}/__init__.py`];
}

function modulesOf(text: string, language: Language): Loaded[] {
  if (language === 'python')
    return [...text.matchAll(/^[ \t]*(?:from[ \t]+\.*([\w.]+)[ \t]+import\b|import[ \t]+([\w.]+))/gm)].map((found) => ({
      places: placesOfModule(found[1] ?? found[2] ?? '', language),
      name: undefined,
    }));
  if (language !== 'node') return [];
  const loads =
    /(?:\b([\w$]+)\s*=\s*)?\brequire\(\s*["'](\.{1,2}\/[^"'\n]+)["']\s*\)|\bfrom\s+["'](\.{1,2}\/[^"'\n]+)["']/g;
  return [...text.matchAll(loads)].map(([, name, required, imported]) => ({
    places: placesOfModule(required ?? imported ?? '', language),
    name,
  }));
}
