/** The fields of a package.json that a release looks at. */
export interface Manifest {
  name: string;
  version: string;
  keywords?: string[];
  exports?: Record<string, unknown>;
  bin?: Record<string, string>;
  engines?: { node: string };
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  publishConfig?: Record<string, unknown>;
}

export const root: string;
export const ADDRESSED: readonly string[];
export function nameOf(url: string): string;
export function manifests(from?: string): { folder: string; manifest: Manifest }[];
export function repositoryUrl(from?: string): string;
export function addressed(manifest: Manifest, url: string, folder: string): Manifest;
