import type { Manifest } from './manifests.mjs';

export function manifestFaults(manifest: Manifest, url: string): string[];
export function contentFaults(files: readonly string[], manifest: Manifest): string[];
