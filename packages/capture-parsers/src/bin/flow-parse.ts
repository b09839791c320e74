#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

// A third of what a short output costs is compiling the program; Node 22.1 and later can keep that. Not in a folder for
// temporary files, which others can write to as well.
const folder = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
// Below a home that is not there Node might not come to an end of making it (/proc).
if (existsSync(dirname(folder))) enableCompileCache?.(join(folder, 'flow-parse'));
void import('./program.js');
