import { compilePolicy, type PresetFile } from '@flow/core';
import { ceremony, tdd } from '@flow/workflows';

import { parse, YAMLParseError } from 'yaml';
import { PRESETS } from './presets.js';

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
    const message = error instanceof YAMLParseError ? error.message.split('\n')[0]! : String(error);
    return { ok: false, problems: [{ at: 'flow.config.yaml', message }] };
  }
  return compilePolicy(data, text, PRESETS, readPreset, [ceremony, tdd]);
}
