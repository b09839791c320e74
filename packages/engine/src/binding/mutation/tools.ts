import path from 'node:path';
import type { FileView, Suite } from '@flow/core';
import type { Language } from '../../red/mask.js';
import { isOnPath } from '../../text/program-here.js';
import type { AskedFunction } from '../ask-functions.js';
import { readCargoMutants } from './cargo-mutants.js';
import { readGremlins } from './gremlins.js';
import type { Mutant } from './mutant.js';
import { partOf, readWhole } from './report.js';
import { readStryker } from './stryker.js';

/** A function by its lines, in a file named from the suite's folder. */
export type Lines = Required<Pick<AskedFunction, 'file' | 'line' | 'end'>>;

/** A tool is started like this. */
export interface Start {
  argv: string[];
  /** Relative to the suite's folder, or absolute. */
  report: string;
}

/** Places of the copy that a tool is told. */
export interface ToolPlaces {
  /** A folder outside of the copy, for what tools write. */
  area: string;
  /** The commit that functions are compared with. */
  base: string;
  /** A program that the project has installed from npm, by its name. */
  installed: (name: string) => string;
}

/** A mutation tool is used where a project has it. */
export interface MutationTool {
  name: string;
  language: Language;
  isThere(suite: Pick<Suite, 'root'>, now: Pick<FileView, 'paths' | 'read'>, environment: NodeJS.ProcessEnv): boolean;
  /** Null where it cannot be told of these functions. */
  start(functions: readonly Lines[], places: ToolPlaces): Start | null;
  read(report: string): Mutant[] | null;
  /** Folders that it may leave in the suite's folder where it is ended early. */
  leaves: readonly string[];
}

/** The folder of StrykerJS' copies. */
const STRYKER_FOLDER = '.stryker-tmp';

const STRYKER_CONFIG = /^\.?stryker\.(?:conf|config)\.(?:json|js|mjs|cjs)$/;

const stryker: MutationTool = {
  name: 'StrykerJS',
  language: 'javascript',
  isThere({ root }, now) {
    const { dependencies, devDependencies } = partOf(readWhole(now.read(path.posix.join(root, 'package.json')) ?? ''));
    const isNamed = [dependencies, devDependencies].some((all) => '@stryker-mutator/core' in partOf(all));
    const isOwn = (file: string) => path.posix.dirname(file) === root && STRYKER_CONFIG.test(path.posix.basename(file));
    return isNamed && now.paths.some(isOwn);
  },
  start(functions, { area, installed }) {
    // A name with any other character would be read as a pattern.
    const plain = functions.filter(({ file }) => /^[\w./@+-]+$/.test(file));
    if (plain.length === 0) return null;
    const ranges = plain.map(({ file, line, end }) => `${file}:${line}-${end}`).join(',');
    const words = [
      '--mutate',
      ranges,
      '--reporters',
      'json',
      '--tempDirName',
      STRYKER_FOLDER,
      '--cleanTempDir',
      'always',
    ];
    // Results of another day that the project holds count for nothing.
    const fresh = ['--incrementalFile', path.join(area, 'stryker-incremental.json')];
    return {
      argv: [installed('stryker'), 'run', ...words, ...fresh],
      report: 'reports/mutation/mutation.json',
    };
  },
  read: readStryker,
  leaves: [STRYKER_FOLDER],
};

const cargoMutants: MutationTool = {
  name: 'cargo-mutants',
  language: 'rust',
  isThere: (_suite, _now, environment) => isOnPath('cargo-mutants', environment),
  start(functions, { area }) {
    const places = functions.map(({ file, line, end }) => {
      const lines = Array.from({ length: end - line + 1 }, (_, at) => line + at);
      return `^${file.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}:(?:${lines.join('|')}):`;
    });
    const wanted = places.flatMap((place) => ['--re', place]);
    return {
      argv: ['cargo', 'mutants', '--no-shuffle', '--output', area, ...wanted],
      report: path.join(area, 'mutants.out', 'outcomes.json'),
    };
  },
  read: readCargoMutants,
  leaves: [],
};

const gremlins: MutationTool = {
  name: 'gremlins',
  language: 'go',
  isThere: (_suite, _now, environment) => isOnPath('gremlins', environment),
  start(_functions, { area, base }) {
    const report = path.join(area, 'gremlins.json');
    return { argv: ['gremlins', 'unleash', '--output', report, '--diff', base], report };
  },
  read: readGremlins,
  leaves: [],
};

/** Mutation tools that are known. */
export const MUTATION_TOOLS: readonly MutationTool[] = [stryker, cargoMutants, gremlins];
