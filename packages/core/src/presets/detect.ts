import { classify, folderOf, isWithin } from '../paths.js';
import { type FileView, folderView, pathsByName } from './file-view.js';
import { type FolderView, markersIn } from './markers.js';
import type { Preset } from './preset.js';
import { looseMarkersIn, markerNames } from './suites.js';

/** A preset that matches a folder, and the files there that say so. */
export interface PresetMatch {
  preset: Preset;
  markers: string[];
}

/** A detection tells what a folder is: the first preset counts for it, the others match there, too. */
export interface Detection extends PresetMatch {
  /** Relative to the repository, `.` for its root. */
  folder: string;
  /** Presets of lower priority, or of the same priority and listed later: the nearest to winning first. */
  others: PresetMatch[];
}

/** Tells how a preset ranks among those that match one folder; 0 where it does not say. */
export const priorityOf = (preset: Pick<Preset, 'priority'>) => preset.priority ?? 0;

/** Presets by priority, the highest first; equals keep their order (feature M8). */
export function byPriority<P extends Pick<Preset, 'priority'>>(presets: readonly P[]): P[] {
  return [...presets].sort((a, b) => priorityOf(b) - priorityOf(a));
}

/**
 * Tells what one folder is (features M7, M8); null where no preset matches.
 * @param loosely whether a preset's loose markers count there; by default they do, as nobody has looked for tests
 */
export function detectFolder(
  folder: string,
  here: FolderView,
  presets: readonly Preset[],
  loosely: (preset: Preset) => boolean = () => true,
): Detection | null {
  const [first, ...others] = byPriority(presets).flatMap((preset): PresetMatch[] => {
    const loose = loosely(preset) ? (preset.looseMarkers?.files ?? []).filter((file) => here.has(file)) : [];
    const markers = [...markersIn(preset, here).map(({ file }) => file), ...loose];
    return markers.length > 0 ? [{ preset, markers: [...new Set(markers)] }] : [];
  });
  return first ? { folder, ...first, others } : null;
}

/**
 * Tells what the folders of some content are (features M6 to M8), sorted by folder: a monorepo has several. A folder that a
 * preset calls generated (dependencies, build results) is none of its.
 * @param view the files; only those named by markers are looked at
 * @param presets in the order of their listing
 */
export function detectPresets(view: FileView, presets: readonly Preset[]): Detection[] {
  const byName = pathsByName(view, markerNames(presets));
  const loose = new Map(presets.map((one) => [one.id, new Set(looseMarkersIn(one, view, byName).map(folderOf))]));
  const folders = new Set([...byName.values()].flatMap((paths) => [...paths].map(folderOf)));
  const takers: { id: string; folder: string }[] = [];
  const detections: Detection[] = [];
  for (const folder of [...folders].sort(outerFirst)) {
    const inside = `${folder === '.' ? '' : `${folder}/`}_`;
    const isTaken = ({ id }: Preset) => takers.some((taker) => taker.id === id && isWithin(folder, taker.folder));
    const ours = presets.filter((preset) => classify(inside, preset) !== 'generated' && !isTaken(preset));
    const here = folderView(folder, view, byName);
    const found = detectFolder(folder, here, ours, ({ id }) => loose.get(id)!.has(folder));
    if (!found) continue;
    detections.push(found);
    for (const { preset } of [found, ...found.others])
      if (preset.roots === 'outermost') takers.push({ id: preset.id, folder });
  }
  return detections;
}

/** Orders folders by name, the root of the repository before all others. */
const outerFirst = (a: string, b: string) => Number(b === '.') - Number(a === '.') || (a < b ? -1 : Number(a > b));

/** Returns the detection of the innermost folder around a path: the package that an edited file belongs to. */
export function detectionAround(path: string, detections: readonly Detection[]): Detection | null {
  const around = detections.filter(({ folder }) => isWithin(path, folder));
  const depth = ({ folder }: Detection) => (folder === '.' ? 0 : folder.split('/').length);
  return around.reduce<Detection | null>((best, one) => (best && depth(best) >= depth(one) ? best : one), null);
}

/**
 * Returns the preset of an edited file: that of the innermost folder around it (longest prefix). Where several of one
 * priority match that folder, the first that knows such files.
 */
export function presetFor(path: string, detections: readonly Detection[]): Preset | null {
  const here = detectionAround(path, detections);
  if (!here) return null;
  const equals = [here, ...here.others].filter(({ preset }) => priorityOf(preset) === priorityOf(here.preset));
  return (equals.find(({ preset }) => classify(path, preset) !== 'other') ?? here).preset;
}
