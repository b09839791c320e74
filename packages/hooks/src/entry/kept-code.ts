import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Script } from 'node:vm';

/**
 * Loads files of the bundle with the code that V8 made of them in an earlier process, as half of what the engine costs
 * is compiling it. Node's own cache keeps what is compiled when a file is loaded; functions, which are compiled when they
 * are first called, it leaves to every process anew. Here the code is taken when the event is answered. Part of the small
 * entry: nothing but `fs` and `path` is asked for before a file is loaded.
 */

declare const FLOW_VERSION: string;

/** `STAMP` is the length of what stands in front of the code: of which file it is. */
const STAMP = 64;

/** Functions that are called for the first time join the functions that earlier events called, but not at each event. */
const MAX_AGE = 10 * 60_000;

/** `NodeModule` is Node's own class. The library that exports it takes Node a millisecond to load. */
const NodeModule = module.constructor as new (id: string, parent: NodeJS.Module) => NodeJS.Module;

const due: { script: Script; stamp: Buffer; kept: string }[] = [];

/**
 * Returns a `require` for files of a folder, and for what they require in turn.
 * @param cache folder of the code
 * @param use what the files are loaded for: each use calls other functions, and has code of its own
 */
export function loaderOf(folder: string, cache: string, use: string): (name: string) => unknown {
  makeFolder(cache);
  const load = (name: string): unknown => {
    if (!name.startsWith('./')) return require(name);
    const file = join(folder, name);
    const known = require.cache[file];
    if (known) return known.exports;
    const own = new NodeModule(file, module);
    own.filename = file;
    require.cache[file] = own;
    const { stamp, text } = readSource(file);
    const kept = join(cache, `${name.slice(2)}-${use}-${process.version}-${process.arch}`);
    const code = readKept(kept, stamp);
    const { Script } = require('node:vm') as typeof import('node:vm');
    const script = new Script(`(function(exports,require,module,__filename,__dirname){${text}\n})`, {
      filename: file,
      ...(code && { cachedData: code.data }),
    });
    if (!code || code.isOld || script.cachedDataRejected) due.push({ script, stamp, kept });
    script.runInThisContext()(own.exports, load, own, file, folder);
    own.loaded = true;
    return own.exports;
  };
  return load;
}

/** Makes the folder of kept code before anything is judged: the state's own folder is compared after each call. */
function makeFolder(cache: string): void {
  try {
    // One by one: where nothing can be made, as below /proc, Node's own way down never ends.
    if (existsSync(cache)) return;
    makeFolder(dirname(cache));
    mkdirSync(cache, { mode: 0o700 });
  } catch {
    // Without it nothing is kept.
  }
}

/** V8 compares no more of a text than its length, so the stamp tells one build from the next. */
function readSource(file: string): { stamp: Buffer; text: string } {
  const source = openSync(file, 'r');
  try {
    const { size, ctimeMs, ino } = fstatSync(source);
    const stamp = Buffer.alloc(STAMP);
    stamp.write(`${FLOW_VERSION} ${size} ${ctimeMs} ${ino}`);
    return { stamp, text: readFileSync(source, 'utf8') };
  } finally {
    closeSync(source);
  }
}

/** The code is there twice: V8 would crash on a damaged one, and a crashed hook lets everything pass. */
function readKept(kept: string, stamp: Buffer): { data: Buffer; isOld: boolean } | null {
  try {
    const bytes = readFileSync(kept);
    const half = (bytes.length + STAMP) / 2;
    const data = bytes.subarray(STAMP, half);
    if (!stamp.equals(bytes.subarray(0, STAMP)) || !data.equals(bytes.subarray(half))) return null;
    return { data, isOld: Date.now() - statSync(kept).mtimeMs > MAX_AGE };
  } catch {
    return null;
  }
}

/** Keeps the code of what was loaded, with all functions that were called by now. */
export function keepCode(): void {
  try {
    for (const { script, stamp, kept } of due) {
      const data = script.createCachedData();
      writeFileSync(`${kept}.${process.pid}`, Buffer.concat([stamp, data, data]), { mode: 0o600, flag: 'wx' });
      renameSync(`${kept}.${process.pid}`, kept);
    }
  } catch {
    // Then the next one compiles again.
  }
}
