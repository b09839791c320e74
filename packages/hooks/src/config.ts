import { compilePolicy, type PresetFile } from '@flow/core';
import { ceremony, tdd } from '@flow/workflows';

import { parse, YAMLParseError } from 'yaml';
import { PRESETS } from './presets/presets.js';

export { configJsonSchema } from '@flow/core';

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
  return compilePolicy(data, text, PRESETS, readPreset, [ceremony, tdd]);
}

/** What a merge left behind is no YAML either, and YAML's own complaint about it helps nobody. */
function conflictIn(text: string): string | null {
  const at = text.split('\n').findIndex((line) => line.startsWith('<<<<<<< '));
  return at < 0 ? null : `an unresolved merge conflict begins in line ${at + 1}`;
}
