import type { Marker } from './preset.js';

/** What lies in one folder, by base names. */
export interface FolderView {
  has(file: string): boolean;
  /** Text of a file, undefined when it cannot be had. */
  read(file: string): string | undefined;
}

/** Files that a folder has to hold: one of them, or all. */
export interface MarkerRules {
  markers: readonly Marker[];
  /** @default 'any' */
  match?: 'any' | 'all' | undefined;
}

/** Whether a marker lies in a folder, with the text that it asks for. */
export function fits(marker: Marker, here: FolderView): boolean {
  if (!here.has(marker.file)) return false;
  if (!marker.contains && !marker.lacks) return true;
  const text = here.read(marker.file);
  if (marker.contains && !marker.contains.some((part) => text?.includes(part))) return false;
  return !marker.lacks?.some((part) => text?.includes(part));
}

/** The markers by which a folder matches (features M6, M7); none when it does not. */
export function markersIn({ markers, match }: MarkerRules, here: FolderView): Marker[] {
  const found = markers.filter((marker) => fits(marker, here));
  return match === 'all' && found.length < markers.length ? [] : found;
}
