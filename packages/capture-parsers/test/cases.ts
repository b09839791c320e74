import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ParseInput } from '../src/everything.js';

const home = join(import.meta.dirname, '..');

/** A recorded run: a folder with the output, and `case.json` with its command, its exit code and the result. */
export interface Case {
  /** The runner's folder and the case's. */
  readonly name: string;
  readonly runner: string;
  /** The command as it was typed, the output byte for byte, and the exit code where it is known. */
  readonly input: ParseInput & { readonly command: string };
  /** What a correct reader finds: `expected` of a fixture, `truth` of a case of the corpus. */
  readonly result: unknown;
}

interface Recorded {
  readonly command: string;
  readonly exitCode?: number;
  readonly expected?: unknown;
  readonly truth?: unknown;
}

/** Lists the cases below `fixtures` or `corpus`, of some runners or of all. */
export function casesOf(root: 'fixtures' | 'corpus', only?: readonly string[]): readonly Case[] {
  return readdirSync(join(home, root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && (!only || only.includes(entry.name)))
    .flatMap(({ name: runner }) => readdirSync(join(home, root, runner)).map((name) => readCase(root, runner, name)));
}

function readCase(root: string, runner: string, name: string): Case {
  const read = (file: string) => readFileSync(join(home, root, runner, name, file), 'utf8');
  const { expected, truth, ...ran } = JSON.parse(read('case.json')) as Recorded;
  const input = { ...ran, output: read('output.txt') };
  return { name: `${runner}/${name}`, runner, input, result: expected ?? truth };
}
