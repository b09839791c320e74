#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

// A third of what a short output costs is compiling the program; Node 22.1 and later can keep that. Not in a folder for
// temporary files, which others can write to as well.
enableCompileCache?.(join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'flow-parse'));
require('./program.cjs');
