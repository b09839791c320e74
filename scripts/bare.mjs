// `npx -y pnpm@12 test:bare`: the tests that start programs, on a machine that has Node, npm and git only. Nothing may
// fail there: what needs another program is skipped by its name. Build first.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bareEnvironment } from '../test/bare-environment.ts';
import { close, vitest } from './suite.mjs';

const area = mkdtempSync(path.join(tmpdir(), 'flow-bare-'));
process.on('exit', () => rmSync(area, { recursive: true, force: true }));
const words = process.argv.slice(2);
const all = ['packages/hooks/test', 'packages/cli/test', 'packages/evidence', 'packages/test-kit', 'test'];
close('bare', [vitest('bare', words.length > 0 ? words : all, bareEnvironment(area))]);
