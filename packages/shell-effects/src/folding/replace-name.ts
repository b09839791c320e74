import type { Language } from '../code/literals.js';
import { inText, plain } from './texts.js';

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
