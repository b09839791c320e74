import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { makeFolder, removeOrphans, removeQuietly, uniqueName, writeFileAtomic } from '../../disk/atomic.js';
import { namesIn } from '../../disk/names-in.js';
import { READ, readFileBounded, readText } from '../../disk/read-bounded.js';
import { git } from '../git.js';
import { isItself } from '../objects.js';
import type { Repository } from '../repository.js';
import { SHALLOW } from './object-folder.js';

/** Bytes of a single object, packed or not, that lies in a file of its own: git packs larger ones at once. */
const MAX_LOOSE = 2 ** 30;

const PIECE = 4 * 1024 * 1024;

/** Stores that one store leads to, in steps; git itself follows five. */
const MAX_DEPTH = 5;

/** Looks at the packs at most: git may make others of them at the same time. */
const ROUNDS = 3;

/**
 * Makes a folder of objects hold what a repository's store holds, each object under the id of its own content. New packs are
 * copied and given an index by git, which computes each id; new files of one object are held against their names here; neither
 * an index nor anything else that the store says of its objects is taken over. What the store has no more is removed.
 * @param to belongs to nobody who may write into the store
 * @returns the ids of objects, and the names of packs, that could not be taken: they cannot be read, or are not what they are called
 * @throws DeadlineError
 */
export function takeOver(repository: Repository, to: string, deadline: number): string[] {
  const incoming = join(to, 'incoming');
  for (const folder of [join(to, 'pack'), join(to, 'info'), incoming]) makeFolder(folder);
  removeOrphans(incoming, '', 'ctimeMs');
  const stores = storesOf(join(repository.commonDir, 'objects'));
  // Files first: what git packs meanwhile is in a pack by the time that the packs are listed.
  const files = new Map(stores.flatMap(filesIn).reverse());
  const broken = new Set<string>();
  for (let round = 0; round < ROUNDS && !takePacks(repository, stores, to, deadline, broken); round++);
  takeFiles(files, to, broken);
  takeShallow(repository, to);
  return [...broken];
}

/** Takes over where history ends: sent is what was judged by it, so that one that is false is refused at the other end. */
function takeShallow({ commonDir }: Repository, to: string): void {
  const read = readFileBounded(join(commonDir, SHALLOW), MAX_SHALLOW);
  if (read.kind === 'ok') writeFileAtomic(join(to, SHALLOW), read.bytes);
  else removeQuietly(join(to, SHALLOW));
}

/** Bytes of a list of commits: more than a million. */
const MAX_SHALLOW = 64 * 1024 * 1024;

/** Lists a store and those that it leads to (`info/alternates`, gitrepository-layout(5)). */
function storesOf(store: string, depth = 0): string[] {
  const lines = depth === MAX_DEPTH ? [] : (readText(join(store, 'info/alternates')) ?? '').split('\n');
  const others = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => resolve(store, plain(line)));
  return [...new Set([store, ...others.flatMap((one) => storesOf(one, depth + 1))])];
}

function plain(line: string): string {
  try {
    return line.startsWith('"') ? String(JSON.parse(line)) : line;
  } catch {
    return line;
  }
}

/** @returns false where a pack was gone before it could be copied, so that the packs are others by now */
function takePacks(
  repository: Repository,
  stores: readonly string[],
  to: string,
  deadline: number,
  broken: Set<string>,
): boolean {
  const here = join(to, 'pack');
  const known = new Set(namesIn(here));
  const all = stores.flatMap((store) => namesIn(join(store, 'pack')).map((name) => join(store, 'pack', name)));
  const packs = new Map(all.flatMap((file) => (PACK.test(file) ? [[basename(file, '.pack'), file]] : [])));
  const missing = [...packs].filter(([base]) => !known.has(`${base}.pack`) || !known.has(`${base}.idx`));
  const isStill = missing.map(([, file]) => takePack(repository, file, to, deadline, broken)).every(Boolean);
  if (isStill) for (const name of known) if (!packs.has(name.replace(/\.\w+$/, ''))) removeQuietly(join(here, name));
  return isStill;
}

const PACK = /[\\/]pack-[0-9a-f]{40,64}\.pack$/;

/** @returns false where there is no such pack any more; one that git cannot read is left out, and noted */
function takePack(repository: Repository, file: string, to: string, deadline: number, broken: Set<string>): boolean {
  const incoming = join(to, 'incoming');
  const name = uniqueName();
  const part = (kind: string) => join(incoming, `${name}.${kind}`);
  const kinds = ['promisor', 'pack', 'idx'];
  try {
    const source = file.slice(0, -'.pack'.length);
    if (!copied(file, part('pack'))) return existsSync(file);
    // In a store without objects git compares none with those that it has already.
    const made = git(repository, ['index-pack', '-o', part('idx'), part('pack')], {
      deadline,
      env: { GIT_OBJECT_DIRECTORY: incoming },
      settings: ['pack.writeReverseIndex=false'],
    });
    if (made.status !== 0) {
      broken.add(basename(file));
      return true;
    }
    // Says that objects may be missing, as in a partial clone: there is none in their place.
    if (existsSync(`${source}.promisor`)) writeFileSync(part('promisor'), '');
    for (const kind of kinds)
      if (existsSync(part(kind))) renameSync(part(kind), join(to, 'pack', `${basename(source)}.${kind}`));
    return true;
  } finally {
    for (const kind of kinds) removeQuietly(part(kind));
  }
}

/** Copies a regular file piece by piece, judged by its open handle; false where it cannot be read. */
function copied(from: string, to: string): boolean {
  let source: number;
  try {
    source = openSync(from, READ);
  } catch {
    return false;
  }
  try {
    if (!fstatSync(source).isFile()) return false;
    const target = openSync(to, 'wx', 0o400);
    try {
      const piece = Buffer.allocUnsafe(PIECE);
      for (let count = readSync(source, piece); count > 0; count = readSync(source, piece))
        writeSync(target, piece, 0, count);
      fsyncSync(target);
    } finally {
      closeSync(target);
    }
    return true;
  } finally {
    closeSync(source);
  }
}

/** Lists the files of one object each: the store that has it, by the id. */
function filesIn(store: string): [id: string, store: string][] {
  const folders = namesIn(store).filter((name) => /^[0-9a-f]{2}$/.test(name));
  return folders.flatMap((folder) => {
    const names = namesIn(join(store, folder)).filter((name) => NAME.test(name));
    return names.map((name): [string, string] => [`${folder}${name}`, store]);
  });
}

const NAME = /^(?:[0-9a-f]{38}|[0-9a-f]{62})$/;

const fileOf = (id: string, store: string) => join(store, id.slice(0, 2), id.slice(2));

function takeFiles(there: ReadonlyMap<string, string>, to: string, broken: Set<string>): void {
  const here = new Map(filesIn(to));
  const isCutOff = cutOff(to);
  for (const [id, store] of there)
    if ((!here.has(id) || isCutOff(id, store)) && !takeObject(id, fileOf(id, store), to)) broken.add(id);
  for (const id of here.keys()) if (!there.has(id)) removeQuietly(fileOf(id, to));
  noteBoot(to);
}

/**
 * Files are not waited for until they are on the disk: where the machine has started anew since, one that is not as long as the
 * store's may be cut off.
 */
function cutOff(to: string): (id: string, store: string) => boolean {
  const boot = readText(BOOT);
  if (boot !== undefined && readText(join(to, 'boot')) === boot) return () => false;
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size;
  return (id, store) => sizeOf(fileOf(id, to)) !== sizeOf(fileOf(id, store));
}

function noteBoot(to: string): void {
  const boot = readText(BOOT);
  if (boot !== undefined && readText(join(to, 'boot')) !== boot) writeFileAtomic(join(to, 'boot'), boot);
}

/** Names the run of the machine, on Linux. */
const BOOT = '/proc/sys/kernel/random/boot_id';

/** @returns false where a file is there that is not the object of its name; git may have packed one meanwhile */
function takeObject(id: string, file: string, to: string): boolean {
  const read = readFileBounded(file, MAX_LOOSE, { follow: true });
  if (read.kind !== 'ok' || !holds(id, read.bytes)) return !existsSync(file);
  const target = fileOf(id, to);
  makeFolder(dirname(target));
  const part = join(to, 'incoming', uniqueName());
  writeFileSync(part, read.bytes, { mode: 0o400 });
  renameSync(part, target);
  return true;
}

/** Tells whether a file (gitformat-loose: zlib of type, length, zero byte, content) is the object of an id. */
function holds(id: string, bytes: Buffer): boolean {
  const { inflateSync } = process.getBuiltinModule('node:zlib');
  try {
    const whole = inflateSync(bytes, { maxOutputLength: MAX_LOOSE });
    const zero = whole.indexOf(0);
    const content = whole.subarray(zero + 1);
    const [, type = '', length] = /^(commit|tree|blob|tag) (\d+)$/.exec(whole.toString('latin1', 0, zero)) ?? [];
    return length === `${content.length}` && isItself({ id, type, bytes: content });
  } catch {
    return false;
  }
}
