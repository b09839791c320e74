import { setContent } from '../disk/paths.js';
import type { Session, Shell } from '../state.js';
import { readLiterals } from './literals.js';

const QUOTED = String.raw`("(?:[^"\\\n]|\\.){0,2000}"|'(?:[^'\\\n]|\\.){0,2000}')`;
const WHOLE_WRITES = new RegExp(
  String.raw`\bopen\(\s*${QUOTED}\s*,\s*["'][wx]t?["'][^()]*\)\.write\(\s*${QUOTED}\s*\)|\bPath\(\s*${QUOTED}\s*\)\.write_text\(\s*${QUOTED}\s*\)|\b(?:writeFileSync|File\.write)\(\s*${QUOTED}\s*,\s*${QUOTED}`,
  'g',
);

/** Files to which code gives a text that stands in it: a later step of the line may run them. */
export function noteContents(code: string, session: Session, shell: Shell): void {
  for (const match of [...code.matchAll(WHOLE_WRITES)].slice(0, 8)) {
    const [path, text] = match.slice(1).filter((one) => one !== undefined);
    const [item] = readLiterals(text ?? '', 'python').items;
    if (path !== undefined && item !== undefined) setContent(session, shell, path.slice(1, -1), item.value);
  }
}
