import type { Manifest } from './manifests.mjs';

export interface Weight {
  name: string;
  packed: number;
  unpacked: number;
  files: number;
  manifest: Manifest;
}

export const TABLE: string;
export function rowsOf(text: string): Map<string, { packed: number; unpacked: number; files: number; needs: string }>;
export function sizeFaults(rows: ReturnType<typeof rowsOf>, packages: readonly Weight[]): string[];
export function weightFaults(packages: readonly Weight[]): string[];
