// `npx -y pnpm@12 recording`: draws the first example of the README as a terminal (test/recording.test.ts holds it to that).
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { recordingOf } from './recording/draw.mjs';
import { root } from './suite.mjs';

const file = path.join(root, 'apps/docs/public/recording.svg');
writeFileSync(file, recordingOf(readFileSync(path.join(root, 'README.md'), 'utf8')));
console.log(file);
