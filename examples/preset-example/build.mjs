// Writes preset.json: all that is published, and all that @flow reads.
import { writeFileSync } from 'node:fs';
import { presetJson } from '@flow/core/preset';
import { preset } from './dist/index.js';

writeFileSync(new URL('preset.json', import.meta.url), presetJson(preset));
