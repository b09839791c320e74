import type { Preset, RunnerSpec } from './preset.js';

/** A suite is one runner at one root. */
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
