import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../suite.mjs';

export { root };

const jsonOf = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** The public packages of a copy of this repository, by name: `{ folder, manifest }[]`. */
export function manifests(from = root) {
  return readdirSync(path.join(from, 'packages'))
    .sort()
    .map((name) => path.join(from, 'packages', name))
    .map((folder) => ({ folder, manifest: jsonOf(path.join(folder, 'package.json')) }))
    .filter(({ manifest }) => !manifest.private);
}

/** The address of this repository, as `git+https://…` with `.git`. */
export const repositoryUrl = (from = root) => jsonOf(path.join(from, 'package.json')).repository.url;

/** Texts that name this repository for their readers: a form of GitHub, examples that are copied, and what sets up a release. */
export const ADDRESSED = ['.github/ISSUE_TEMPLATE/config.yml', 'docs/ci.md', 'docs/editors.md', 'docs/packages.md'];

/** The owner and the name that an address of GitHub leads to, as `owner/name`. */
export const nameOf = (url) => url.replace(/^git\+https:\/\/github\.com\/|\.git$/g, '');

/** A manifest with the fields by which a registry leads back to the repository, in the order in which people read them. */
export function addressed(manifest, url, folder) {
  const page = url.replace(/^git\+/, '').replace(/\.git$/, '');
  const { name, version, private: isPrivate, description, keywords, ...others } = manifest;
  for (const field of ['homepage', 'bugs', 'repository']) delete others[field];
  return {
    ...{ name, version },
    ...(isPrivate === undefined ? {} : { private: isPrivate }),
    ...{ description, keywords },
    homepage: `${page}/tree/main/packages/${folder}#readme`,
    bugs: `${page}/issues`,
    repository: { type: 'git', url, directory: `packages/${folder}` },
    ...others,
    publishConfig: { ...others.publishConfig, access: 'public', provenance: true },
  };
}
