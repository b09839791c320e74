/** Languages by the names of their grammars. */
export type LanguageId = 'go' | 'python' | 'javascript' | 'typescript' | 'tsx' | 'rust' | 'java' | 'ruby';

const BY_EXTENSION: Readonly<Record<string, LanguageId>> = {
  go: 'go',
  py: 'python',
  pyi: 'python',
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'tsx',
  rs: 'rust',
  java: 'java',
  rb: 'ruby',
  rake: 'ruby',
};

/** Returns the language of a file by its name; undefined where it is none of those that are read. */
export function languageOf(path: string): LanguageId | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (/^(?:Rakefile|Gemfile|Guardfile)$/.test(name)) return 'ruby';
  return BY_EXTENSION[name.slice(name.lastIndexOf('.') + 1).toLowerCase()];
}

/** True for JavaScript and TypeScript. */
export const isScript = (language: LanguageId): boolean => /^(?:javascript|typescript|tsx)$/.test(language);

const TEST_FILE =
  /(?:^|\/)(?:__tests__|tests?|specs?|e2e|cypress|features|testing)\/|_test\.(?:go|py|rb|exs)$|(?:^|\/)(?:test_[^/]*|conftest)\.py$|(?:^|\/)test_[^/]*\.rb$|[._-](?:test|spec|e2e|cy)\.[cm]?[jt]sx?$|_spec\.rb$|(?:Tests?|TestCase|IT|Spec)\.java$|(?:^|\/)tests?\.(?:rs|py|js|ts)$/;

/** True for a file that holds tests or what they share, by its name. */
export const isTestPath = (path: string): boolean => TEST_FILE.test(path);
