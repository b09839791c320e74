import { posix } from 'node:path';
import { baseName, isKnown, type Session } from '../state.js';
import { isRecord } from '../text/record.js';

/** A manifest tells what of a package.json matters here. */
export interface Manifest {
  readonly directory: string;
  readonly name: string | undefined;
  readonly scripts: Record<string, string>;
  readonly workspaces: readonly string[];
}

const MAX_PACKAGES = 200;

/** Returns the package.json of a directory; undefined when there is none. One that is broken names no scripts. */
export function readManifest(directory: string, session: Session): Manifest | undefined {
  const text = session.read(posix.join(directory, 'package.json'));
  if (!isKnown(text)) return undefined;
  const manifest = { directory, name: undefined, scripts: Object.create(null), workspaces: [] };
  try {
    const parsed: unknown = JSON.parse(text);
    if (!isRecord(parsed)) return manifest;
    const { name, scripts, workspaces } = parsed;
    for (const [key, code] of Object.entries(isRecord(scripts) ? scripts : {}))
      if (typeof code === 'string') manifest.scripts[key] = code;
    const listed = isRecord(workspaces) ? workspaces.packages : workspaces;
    return { ...manifest, name: typeof name === 'string' ? name : undefined, workspaces: texts(listed) };
  } catch {
    return manifest;
  }
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

/** Returns the nearest package.json, upwards. */
export function nearestManifest(from: string | undefined, session: Session): Manifest | undefined {
  if (from === undefined || !isKnown(from)) return undefined;
  for (let directory = from; ; directory = posix.dirname(directory)) {
    const found = readManifest(directory, session);
    if (found !== undefined || directory === '/') return found;
  }
}

/** Returns the nearest package.json that lists packages, upwards; where none does, the nearest. */
export function workspaceRoot(from: string | undefined, session: Session): Manifest | undefined {
  for (let found = nearestManifest(from, session); found !== undefined; ) {
    if (found.workspaces.length > 0 || found.directory === '/') return found;
    const outer = nearestManifest(posix.dirname(found.directory), session);
    if (outer === undefined) break;
    found = outer;
  }
  return nearestManifest(from, session);
}

/** Returns the packages of a workspace, as its root lists them or where they usually lie. */
export function workspacePackages(root: string | undefined, session: Session): Manifest[] {
  if (!isKnown(root)) return [];
  const listed = [...(readManifest(root, session)?.workspaces ?? []), ...pnpmPackages(root, session)];
  const globs = listed.length > 0 ? listed : ['packages/*', 'apps/*', 'libs/*'];
  const folders = globs.filter((glob) => !glob.startsWith('!')).flatMap((glob) => expand(root, glob, session));
  return [...new Set(folders)].slice(0, MAX_PACKAGES).flatMap((folder) => readManifest(folder, session) ?? []);
}

/** Returns the list in a pnpm-workspace.yaml. */
function pnpmPackages(root: string, session: Session): string[] {
  const text = session.read(posix.join(root, 'pnpm-workspace.yaml'));
  if (!isKnown(text)) return [];
  const list = /^packages:\s*\n((?:\s*-.*\n?|\s*#.*\n?)*)/m.exec(text)?.[1] ?? '';
  return [...list.matchAll(/-\s*['"]?([^'"\n#]+?)['"]?\s*$/gm)].map((match) => match[1] ?? '');
}

/**
 * `expand` lists the folders of a pattern such as `packages/*` or `libs/**`: one level below is enough for what people
 * write.
 */
function expand(root: string, glob: string, session: Session): string[] {
  const at = glob.indexOf('*');
  if (at < 0) return [posix.join(root, glob)];
  const folder = posix.join(root, glob.slice(0, at));
  return (session.list(folder.replace(/(.)\/$/, '$1')) ?? []).map((name) => posix.join(folder, name));
}

/** Returns the packages that a filter or a workspace's name chooses: by name, by folder, by a pattern of either. */
export function choosePackages(value: string | undefined, root: string | undefined, session: Session): Manifest[] {
  if (!isKnown(value) || !isKnown(root)) return [];
  const wanted = value.replace(/^[.^]*\.\.\.|\.{3}$/g, '').replace(/[{}]/g, '');
  const plain = wanted.replace(/^\.\//, '');
  for (const folder of [plain, ...['packages', 'apps', 'libs'].map((one) => `${one}/${baseName(plain)}`)]) {
    const direct: Manifest | undefined = plain.includes('*')
      ? undefined
      : readManifest(posix.resolve(root, folder), session);
    if (direct !== undefined && direct.directory !== root) return [direct];
  }
  const pattern = new RegExp(`^${plain.replace(/[.+^${}()|[\]\\]/g, '\\$&').replace(/\*+/g, '.*')}$`);
  return workspacePackages(root, session).filter(
    (one) =>
      (one.name !== undefined && (pattern.test(one.name) || one.name.endsWith(`/${plain}`))) ||
      pattern.test(posix.relative(root, one.directory)) ||
      baseName(one.directory) === plain,
  );
}
