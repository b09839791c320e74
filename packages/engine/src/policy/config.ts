import { compilePolicy, type PresetFile } from '@flow/core';
import { isRecord } from '@flow/core/record';
import { WORKFLOWS } from '@flow/workflows';
import { parse, YAMLParseError } from 'yaml';
import { PRESETS } from './presets/presets.js';

export { readVerdict, readWorkStatus } from '@flow/agents';
export { configJsonSchema } from '@flow/core';
export { presetJson } from '@flow/core/preset';
// Whoever reads other YAML, or holds what others wrote against a schema, finds the code here and brings none along.
export { isMap, parseDocument } from 'yaml';

/**
 * Compiles the text of a configuration file. YAML and schema code live in this bundle of their own, which is loaded
 * only when a configuration has to be compiled.
 * @param readPreset finds the file of a preset that the configuration names
 */
export function compileConfig(
  text: string,
  readPreset?: (name: string) => PresetFile,
): ReturnType<typeof compilePolicy> {
  let data: unknown;
  try {
    data = parse(text, { maxAliasCount: 20, prettyErrors: true });
  } catch (error) {
    const message = error instanceof YAMLParseError ? error.message.split('\n')[0]!.replace(/:$/, '') : String(error);
    return { ok: false, problems: [{ at: 'flow.config.yaml', message: conflictIn(text) ?? message }] };
  }
  return compilePolicy(data, text, PRESETS, readPreset, WORKFLOWS);
}

/** Keys on which no proof depends: where the schema and the forge are, and what tokens cost. */
const IDLE = ['$schema', 'forge', 'prices', 'budgets'];

/**
 * Returns the part of a configuration's text that a proof may depend on, a line for each value and without comments;
 * empty where nothing does. A text that cannot be read stands for itself.
 */
export function provingText(text: string): string {
  try {
    const data: unknown = parse(text, { maxAliasCount: 20 });
    if (data === null || data === undefined) return '';
    if (!isRecord(data)) return text;
    const kept = Object.entries(data).filter(([key]) => !IDLE.includes(key));
    return kept
      .flatMap(([key, value]) => entriesOf(value, JSON.stringify(key)))
      .sort()
      .join('\n');
  } catch {
    return text;
  }
}

/** Lists each single value below a place, with its place: as a set, the lines say all that the text says. */
function entriesOf(value: unknown, place: string): string[] {
  const below = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (below.length === 0) return [`${place}: ${JSON.stringify(value)}`];
  return below.flatMap(([key, one]) => entriesOf(one, `${place}.${JSON.stringify(key)}`));
}

/** What a merge left behind is no YAML either, and YAML's own complaint about it helps nobody. */
function conflictIn(text: string): string | null {
  const at = text.split('\n').findIndex((line) => line.startsWith('<<<<<<< '));
  return at < 0 ? null : `an unresolved merge conflict begins in line ${at + 1}`;
}
