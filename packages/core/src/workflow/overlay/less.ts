import { isSame } from '../../is-same.js';
import { contentsOf, kindOf } from '../checks/index.js';
import type { CheckSpec, Content } from '../model.js';

/** Tells why a check holds less than it did, whatever it asks for; null when it holds as much. */
export function lessOf(before: CheckSpec, now: CheckSpec): string | null {
  if (now.severity === 'warn' && before.severity !== 'warn') return 'only-warns';
  if (now.when !== undefined && !isSame(before.when, now.when)) return 'asked-less';
  if (now.loop?.onExhausted === 'proceed' && before.loop?.onExhausted !== 'proceed') return 'proceeds';
  const shown = listOf(now);
  return listOf(before).every((content) => shown.includes(content)) ? null : 'shows-less';
}

function listOf(spec: CheckSpec): readonly Content[] {
  const contents = contentsOf(kindOf(spec.check), spec, null);
  return typeof contents === 'string' ? [contents] : contents;
}
