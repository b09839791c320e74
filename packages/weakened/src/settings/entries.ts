import { type ParseError, parse as parseJson } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import type { Parse } from '../syntax/grammars.js';
import { languageOf } from '../syntax/language-of.js';
import { all, at, bare, isString, parts, type Syntax, unquoted } from '../syntax/syntax.js';

/** One value of a settings file: keys from above to below, `[]` for an element of a list. */
export interface Entry {
  keys: readonly string[];
  value: string;
}

/** Deeper than that, and of more values than that, a file of settings is not read. */
const MAX_DEPTH = 24;
const MAX_ENTRIES = 20_000;

const NAMED =
  /(?:^|\/)(?:package\.json|\.(?:eslint|stylelint|nyc|c8|coverage)ignore|[jt]sconfig[^/]*\.json|\.?eslintrc(?:\.(?:json|ya?ml|[cm]?js))?|eslint\.config\.[cm]?[jt]s|\.nycrc(?:\.(?:json|ya?ml))?|nyc\.config\.[cm]?js|\.c8rc(?:\.json)?|\.babelrc|biome\.jsonc?|\.mocharc\.(?:json|ya?ml|[cm]?js)|\.mocharc|\.taprc|(?:jest|vitest|vite|playwright|cypress|karma|wdio|stryker|ava)(?:\.[\w-]+)*\.(?:config|conf|workspace)\.(?:json|[cm]?[jt]sx?)|jest\.[\w.-]+\.[cm]?js|vitest\.workspace\.[jt]s|stryker\.conf\.(?:json|js)|cypress\.json|\.?codecov\.ya?ml|\.coveralls\.yml|\.?golangci\.(?:ya?ml|toml|json)|\.rubocop(?:_todo)?\.yml|\.(?:gitlab-ci|travis|appveyor|drone|cirrus|semaphore)\.ya?ml|appveyor\.yml|azure-pipelines[\w.-]*\.ya?ml|bitbucket-pipelines\.yml|Taskfile\.ya?ml|\.pre-commit-config\.yaml|pyproject\.toml|Cargo\.toml|\.?clippy\.toml|\.?ruff\.toml|bunfig\.toml|nextest\.toml|setup\.cfg|tox\.ini|pytest\.ini|\.pytest\.ini|\.coveragerc|\.?mypy\.ini|\.flake8|\.?pylintrc|pom\.xml|checkstyle[\w.-]*\.xml|pmd[\w.-]*\.xml|ruleset[\w.-]*\.xml|spotbugs[\w.-]*\.xml|testng[\w.-]*\.xml|build\.xml|lefthook\.ya?ml|deno\.jsonc?|turbo\.json|nx\.json|tslint\.json|\.swcrc|tarpaulin\.toml|\.tarpaulin\.toml|\.stylelintrc(?:\.json)?|pyrightconfig\.json|\.testcoverage\.ya?ml|\.cargo\/config(?:\.toml)?|\.config\/nextest\.toml)$|(?:^|\/)\.github\/(?:workflows|actions)\/.*\.ya?ml$|(?:^|\/)\.(?:circleci|buildkite|woodpecker)\/.*\.ya?ml$|(?:^|\/)config\/checkstyle\//;

/** True for a file of settings that say how tests, linters, types and coverage are asked for. */
export const isSettings = (path: string): boolean => NAMED.test(path);

/** How often nextest tries, whether it says how long it waits in between or not: `retries = 4` and `retries = { count = 4 }`. */
const asRetries = ({ keys, value }: Entry): Entry => ({
  keys: keys.slice(-2).join('.') === 'retries.count' ? keys.slice(0, -1) : keys,
  value,
});

/** Reads a file of settings into its values; null where it is none, or cannot be read. */
export function entriesOf(path: string, text: string, parse: Parse): Entry[] | null {
  if (!isSettings(path)) return null;
  try {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (/ignore$/.test(name))
      return text
        .split(/\r?\n/)
        .filter((line) => line.trim() !== '' && !line.startsWith('#'))
        .map((line) => ({ keys: ['ignore', '[]'], value: line.trim() }));
    if (/\.xml$/.test(name)) return withProperties(ofXml(text));
    if (languageOf(path)) return ofProgram(path, text, parse);
    if (name === 'nextest.toml') return flat(parseToml(text)).map(asRetries);
    if (/\.toml$|^config$/.test(name)) return flat(parseToml(text));
    if (/\.ya?ml$|^\.mocharc$|^\.taprc$/.test(name))
      return flat(parseYaml(text, { maxAliasCount: 100, uniqueKeys: false, logLevel: 'error' }));
    if (/\.(?:cfg|ini)$|^\.(?:coveragerc|flake8|pylintrc)$|^pylintrc$/.test(name)) return ofIni(text);
    const errors: ParseError[] = [];
    const value: unknown = parseJson(text, errors, { allowTrailingComma: true });
    return errors.length > 0 && /^\./.test(name) ? flat(parseYaml(text, { logLevel: 'error' })) : flat(value);
  } catch {
    // A file that its own tool could not read either says nothing.
    return null;
  }
}

function flat(root: unknown): Entry[] {
  const found: Entry[] = [];
  const visit = (value: unknown, keys: readonly string[]): void => {
    if (keys.length > MAX_DEPTH || found.length > MAX_ENTRIES) return;
    if (Array.isArray(value)) for (const one of value) visit(one, [...keys, '[]']);
    else if (value !== null && typeof value === 'object' && !(value instanceof Date))
      for (const [key, one] of Object.entries(value)) visit(one, [...keys, key]);
    else found.push({ keys, value: String(value ?? '') });
  };
  visit(root, []);
  return found;
}

/** `[section]`, `key = value` with values of several lines, each of which is an element. */
function ofIni(text: string): Entry[] {
  const found: Entry[] = [];
  let section: string[] = [];
  let key: string | null = null;
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*[#;]/.test(line) || line.trim() === '') continue;
    const head = /^\[([^\]]+)\]/.exec(line);
    const pair = /^([\w.*-]+)\s*[=:]\s*(.*)$/.exec(line);
    if (head) {
      section = [head[1]!];
      key = null;
    } else if (/^\s/.test(line) && key !== null) {
      for (const value of listed(key, line.trim())) found.push({ keys: [...section, key, '[]'], value });
    } else if (pair) {
      key = pair[1]!;
      const value = pair[2]!.replace(/\s+[#;].*$/, '');
      const several = listed(key, value);
      if (several.length > 1) for (const one of several) found.push({ keys: [...section, key, '[]'], value: one });
      else if (value !== '') found.push({ keys: [...section, key], value });
    }
  }
  return found;
}

const IS_LIST = /ignore|select|disable|enable|omit|exclude|testpaths|norecursedirs|envlist|source|include|plugins/i;
const listed = (key: string, value: string): string[] =>
  IS_LIST.test(key) ? value.split(/[\s,]+/).filter((one) => one !== '') : [value];

/** Elements of XML as keys, `<module name="X">` and `<property name="a" value="1"/>` under their names. */
function ofXml(text: string): Entry[] {
  const found: Entry[] = [];
  const above: string[] = [];
  const tags =
    /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<!DOCTYPE[^>]*>|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/g;
  for (const [, close, name, attributes, alone, between] of text.matchAll(tags)) {
    if (between !== undefined) {
      if (between.trim() !== '' && above.length > 0) found.push({ keys: [...above], value: between.trim() });
      continue;
    }
    if (name === undefined) continue;
    if (close === '/') {
      above.pop();
      continue;
    }
    const given = new Map(
      [...(attributes ?? '').matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, key, one, other]) => [
        key!,
        one ?? other ?? '',
      ]),
    );
    const label = given.get('name');
    const value = given.get('value');
    if (label !== undefined && value !== undefined) found.push({ keys: [...above, label], value });
    else if (label !== undefined) found.push({ keys: [...above, name, '[]'], value: label });
    if (alone !== '/' && above.length < MAX_DEPTH) above.push(label ?? name);
  }
  return found;
}

/** Puts Maven's own properties in the place of their names. */
function withProperties(entries: Entry[]): Entry[] {
  const values = new Map(
    entries.flatMap(({ keys, value }) => (keys.at(-2) === 'properties' ? [[keys.at(-1)!, value] as const] : [])),
  );
  if (values.size === 0) return entries;
  return entries.map(({ keys, value }) => ({
    keys,
    value: value.replace(/\$\{([\w.-]+)\}/g, (whole, name: string) => values.get(name) ?? whole),
  }));
}

/** Objects that a settings file of JavaScript writes out. */
function ofProgram(path: string, text: string, parse: Parse): Entry[] {
  const language = languageOf(path);
  const root = language && parse(language, text);
  if (!root) return [];
  const found: Entry[] = [];
  const visit = (whole: Syntax, keys: readonly string[]): void => {
    const node = bare(whole);
    if (keys.length > MAX_DEPTH) return;
    if (node.type === 'object') {
      for (const pair of parts(node)) {
        const key = at(pair, 'key');
        const value = at(pair, 'value');
        if (key && value) visit(value, [...keys, unquoted(key.text)]);
        else if (pair.type === 'spread_element') found.push({ keys: [...keys, '...'], value: pair.text });
      }
    } else if (node.type === 'array') for (const one of parts(node)) visit(one, [...keys, '[]']);
    else if (keys.length > 0 || isString(node))
      found.push({ keys, value: isString(node) ? unquoted(node.text) : node.text });
  };
  const outer = all(root, ({ type }) => type === 'object');
  const within = new Set(outer.flatMap((node) => all(node, (one) => one.type === 'object' && one !== node)));
  for (const node of outer.filter((one) => !within.has(one))) visit(node, []);
  for (const list of all(root, ({ type, children }) => type === 'array' && children.length > 0)) {
    const isTop = ![...outer].some((node) => all(node, (one) => one === list).length > 0);
    if (isTop) for (const one of parts(list)) if (bare(one).type !== 'object') visit(one, ['[]']);
  }
  return found;
}
