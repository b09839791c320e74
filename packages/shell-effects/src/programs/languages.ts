import { runModule } from '../code/python-modules.js';
import type { ProgramFile } from '../program.js';
import { runPackageScript } from '../tasks/packages.js';

/** Interpreters carry out code of a language that is read. */
export const languages: ProgramFile = {
  'python, pypy': { isVersioned: true, language: 'python', carries: runModule },
  node: { language: 'node', carries: runPackageScript },
  'nodejs, ts-node, esno': { language: 'node' },
  perl: { isVersioned: true, language: 'perl' },
  'lua, luajit': { isVersioned: true, language: 'lua' },
};
