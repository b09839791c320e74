import type { Language } from '../code/literals.js';
import { inText, LIST, literal, MAX_LENGTH, MAX_TURNS, plain, TEXT, TEXTS } from './texts.js';

const LISTS = String.raw`${LIST}(?:\s*,\s*${LIST})*`;

const LOOPS: readonly RegExp[] = [
  // python, node: the same over lists of texts
  new RegExp(String.raw`\bfor\s+(\w+)\s+in\s+[[(]\s*(${LISTS})\s*,?\s*[\])]\s*:`),
  new RegExp(String.raw`\bfor\s*\(\s*(?:const|let|var)\s+(\w+)\s+of\s+\[\s*(${LISTS})\s*,?\s*\]\s*\)`),
  // node: [[...], [...]].forEach(g =>
  new RegExp(String.raw`()\[\s*(${LISTS})\s*,?\s*\]\.(?:forEach|map)\(\s*(?:async\s*)?\(?\s*(\w+)\s*\)?\s*=>`),
  // python: for g in [...]: body;  [f(p) for p in [...]]
  new RegExp(
    String.raw`\bfor\s+(\w+)\s+in\s+(?:sorted\()?[[(]\s*((?:Path\("[^"]*"\)|${TEXT})(?:\s*,\s*(?:Path\("[^"]*"\)|${TEXT}))*)\s*,?\s*[\])]\)?\s*(?::|if\b)`,
  ),
  // node: for (const g of [...])
  new RegExp(String.raw`\bfor\s*\(\s*(?:const|let|var)\s+(\w+)\s+of\s+\[\s*(${TEXTS})\s*\]\s*\)`),
  // node: [...].forEach(g =>
  new RegExp(
    String.raw`()\[\s*(${TEXTS})\s*\](?:\.\w+\([^()]*(?:\([^()]*\)[^()]*)*\))*?\.(?:forEach|map)\(\s*(?:async\s*)?\(?\s*(\w+)\s*\)?\s*=>`,
  ),
  // ruby: [...].each { |g|
  new RegExp(String.raw`()\[\s*(${TEXTS})\s*\](?:\.\w+)*?\.each\s*(?:\{|do)\s*\|\s*(\w+)\s*\|`),
  // php: foreach ([...] as $f)
  new RegExp(String.raw`\bforeach\s*\(\s*()\[\s*(${TEXTS})\s*\]\s+as\s+(\$\w+)\s*\)`),
  // perl: for my $f ("a", "b")
  new RegExp(String.raw`\bfor(?:each)?\s+(?:my\s+)?(\$\w+)\s*\(\s*\(?\s*(${TEXTS})\s*\)?\s*\)`),
  // perl: for ("a", "b")
  new RegExp(String.raw`\bfor(?:each)?\s*()\(\s*\(?\s*(${TEXTS})\s*\)?\s*\)`),
];

/** Loops over a list of texts: the rest of the code once for each, the name replaced. */
export function unrollLoops(text: string, language: Language): string {
  let result = text.replace(/\b(?:qw|%w)\s*[([{/]([\w\s./-]+)[)\]}/]/g, (_all, list) => {
    const names = list.trim().split(/\s+/).map(literal).join(', ');
    return language === 'perl' ? `(${names})` : `[${names}]`;
  });
  if (language === 'python') {
    // A comprehension is its loop written backwards.
    result = result.replace(
      /\[\s*([^[\]]*(?:\[[^[\]]*\][^[\]]*)*?)\s+for\s+(\w+)\s+in\s+(\[[^\]]*\]|\([^()]*\))(?:\s+if\b[^\]]*)?\s*\]/g,
      (_all, body, name, list) => `for ${name} in ${list}: ${body}\n`,
    );
  }
  if (language === 'php')
    result = result.replace(
      /\barray_map\(\s*["'](\w+)["']\s*,\s*(\[[^\]]*\])\s*\)/g,
      (_all, name, list) => `foreach (${list} as $each) ${name}($each);`,
    );
  for (const loop of LOOPS) {
    const match = loop.exec(result);
    if (match === null) continue;
    const name = match[1] || match[3] || (language === 'perl' ? '$_' : '');
    const values = [...(match[2] ?? '').matchAll(new RegExp(String.raw`${LIST}|Path\("[^"]*"\)|${TEXT}`, 'g'))].map(
      (one) => one[0],
    );
    if (name === '' || values.length === 0) continue;
    const end = match.index + match[0].length;
    const body = result.slice(end).split(language === 'python' ? /\n(?=\S)/ : /\n\n/)[0] as string;
    const turns = values.slice(0, MAX_TURNS * 4).map((value) => `\n${replaceName(body, name, value, language)}`);
    const unrolled = `${result.slice(0, match.index)}${turns.join('\n')}\n${result.slice(end + body.length)}`;
    if (unrolled.length > MAX_LENGTH) break;
    result = unrolled;
  }
  return result;
}

/** A name of the code, and where it stands in its texts, as the value that it has. */
export function replaceName(body: string, name: string, value: string, language: Language): string {
  const escaped = name.replace('$', '\\$');
  const inner = value.startsWith('Path') ? value.slice(6, -2) : plain(value);
  const written = inText(name, language);
  const bare = new RegExp(String.raw`(?<![\w$@'"/-]|(?<!\.\.)\.)${escaped}(?![\w'"])`, 'g');
  const named = (code: string) => code.replace(bare, () => value);
  return (
    body
      .replaceAll(written, (found: string) => (written === name ? found : inner))
      // Texts are taken whole and in order, so that what stands between two of them is none.
      .replace(/"[^"\n]*"|'[^'\n]*'/g, (all) =>
        written === name ? all.replace(new RegExp(String.raw`${escaped}(?!\w)`, 'g'), () => inner) : all,
      )
      // Of a template, only what it puts in is code.
      .replace(language === 'node' ? /`[^`]*`|[^`]+/g : /[\s\S]+/g, (all) =>
        all.startsWith('`') ? all.replace(/\$\{[^{}]*\}/g, named) : named(all),
      )
  );
}
