import { goImports } from './go.js';
import type { Import } from './import.js';
import { javascriptImports } from './javascript.js';
import { pythonImports } from './python.js';
import { rustImports } from './rust.js';

/** Languages whose imports can be read, by the endings of their files. */
const SCANNERS: Readonly<Record<Language, { endings: RegExp; scan(source: string): Import[] }>> = {
  javascript: { endings: /\.(?:[cm]?[jt]sx?)$/, scan: javascriptImports },
  python: { endings: /\.pyi?$/, scan: pythonImports },
  go: { endings: /\.go$/, scan: goImports },
  rust: { endings: /\.rs$/, scan: rustImports },
};

export type Language = 'javascript' | 'python' | 'go' | 'rust';

const MAX_SOURCE = 1024 * 1024;

/** Returns the language of a file whose imports can be read; null for any other. */
export function languageOf(path: string): Language | null {
  return (Object.keys(SCANNERS) as Language[]).find((name) => SCANNERS[name].endings.test(path)) ?? null;
}

/** Returns the imports of a source file; none of a very large one. Never throws, whatever the text. */
export function importsOf(source: string, language: Language): Import[] {
  return source.length > MAX_SOURCE ? [] : SCANNERS[language].scan(source);
}
