import { isKnown } from '../state.js';
import type { PrintCall } from './call.js';
import { concatenate } from './files.js';

/** Options that say how a value is printed, not which. */
const LOOKS = /^(?:-[rjMcSa]+|--(?:raw-output|join-output|monochrome-output|compact-output|sort-keys))$/;

/** One value by the names and places that lead to it: `.scripts.ship`, `.a["b c"][0]`. */
const STEP = /\.?\["([^"\\]*)"\]|\.?\[(\d+)\]|\.([A-Za-z_]\w*)/y;

/** Returns the output of `jq` for a question about one value; undefined for any other question. */
export function queryJson(call: PrintCall): string | undefined {
  const [filter = '', ...files] = call.operands;
  const options = call.words.filter((word) => word.startsWith('-'));
  const steps = stepsOf(filter.trim());
  if (steps === undefined || !options.every((word) => LOOKS.test(word))) return undefined;
  const text = concatenate(call, files);
  if (!isKnown(text)) return undefined;
  try {
    let value: unknown = JSON.parse(text);
    for (const step of steps)
      value =
        typeof value === 'object' && value !== null && Object.hasOwn(value, step) ? Reflect.get(value, step) : null;
    const isRaw = options.some((word) => /^-\w*[rj]|^--(?:raw|join)/.test(word));
    const shown = isRaw && typeof value === 'string' ? value : JSON.stringify(value);
    return options.some((word) => /^-\w*j|^--join/.test(word)) ? shown : `${shown}\n`;
  } catch {
    return undefined;
  }
}

function stepsOf(filter: string): string[] | undefined {
  const steps: string[] = [];
  for (STEP.lastIndex = 0; STEP.lastIndex < filter.length; ) {
    const found = STEP.exec(filter);
    if (found === null) return undefined;
    steps.push(found[1] ?? found[2] ?? found[3] ?? '');
  }
  return steps.length === 0 ? undefined : steps;
}
