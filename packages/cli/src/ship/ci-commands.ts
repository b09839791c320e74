import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { hooks } from '../evidence.js';
import { quoted } from '../shell-word.js';
import type { Shipping } from './shipping.js';

const FOLDER = '.github/workflows';
/** The most workflow files that are read. */
const MAX_FILES = 50;

/**
 * Returns the command lines of the jobs of GitHub's workflows, each in its folder. A file that cannot be read says
 * nothing.
 */
async function ciCommands(root: string): Promise<string[]> {
  const { readSmall } = await hooks();
  return filesIn(path.join(root, FOLDER)).flatMap((file) => {
    try {
      return stepsOf(parse(readSmall(file) ?? '', { maxAliasCount: 20 }));
    } catch {
      return [];
    }
  });
}

function filesIn(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name));
    return names
      .sort()
      .slice(0, MAX_FILES)
      .map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

function stepsOf(workflow: unknown): string[] {
  const jobs = Object.values((fieldOf(workflow, 'jobs') ?? {}) as object);
  return jobs.flatMap((job) => {
    const steps = fieldOf(job, 'steps');
    const usual = fieldOf(fieldOf(fieldOf(job, 'defaults'), 'run'), 'working-directory');
    return (Array.isArray(steps) ? steps : []).flatMap((step): string[] => {
      const run = fieldOf(step, 'run');
      if (typeof run !== 'string') return [];
      const folder = fieldOf(step, 'working-directory') ?? usual;
      return [typeof folder === 'string' ? `cd ${quoted(folder)}\n${run}` : run];
    });
  });
}

/** Warns of what CI asks for and no push from here does: then a green gate is no green pipeline (feature C74). */
export async function ciAsksMore({ root, around }: Pick<Shipping, 'root' | 'around'>): Promise<string[]> {
  const { ciRuns, clean } = await hooks();
  const commands = await ciCommands(root);
  if (commands.length === 0) return [];
  return ciRuns(around(), commands)
    .filter(({ severity, question }) => severity !== 'block' && question !== 'build')
    .map(({ suite, command, question, severity }) => {
      const here = severity === 'warn' ? 'a push from here only warns about it' : 'no push from here requires it';
      return `Warning: CI_ASKS_MORE: CI runs ${clean(command, 120)} (${clean(suite, 80)}), and ${here}: set push.${question === 'test' ? 'untested' : question} or suites in flow.config.yaml`;
    });
}
