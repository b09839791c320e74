import type { Preset, RunnerSpec } from './preset.js';

/** One runner at one root. */
export interface Suite {
  /** `runner:root`. */
  id: string;
  preset: Preset;
  runner: RunnerSpec;
  root: string;
  /** The marker that made it one. */
  marker: string;
  markerText?: string;
}
