/** Folder that a path or pattern names before its first wildcard, without the last slash. */
const folderOf = (pattern: string): string => {
  const clean = pattern.replace(/^\.\//, '');
  const at = clean.search(/[*?{[]|\.\.\./);
  return (at < 0 ? clean : clean.slice(0, at).replace(/[^/]*$/, '')).replace(/\/+$/, '');
};

const isPattern = (text: string) => /[*?{[]|\.\.\./.test(text);
const isDeep = (text: string) => !isPattern(text) || /\*\*|\.\.\./.test(text);
const endOf = (text: string) => (/\/?([^/]*)$/.exec(text)?.[1] ?? '').replace(/^\*+/, '');

/** Returns paths that a pattern has, of several depths. */
function samplesOf(pattern: string): string[] {
  const [, before = '', list, after = ''] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(pattern) ?? [];
  if (list !== undefined) return list.split(',').flatMap((one) => samplesOf(`${before}${one}${after}`));
  const named = (text: string) => text.replace(/\*+/g, 'w').replace(/\?/g, 'q');
  return pattern.includes('**/')
    ? ['', 'w/', 'w/v/'].map((folders) => named(pattern.replaceAll('**/', folders)))
    : [named(pattern)];
}

/** Returns a pattern of paths as an expression. */
export const expressionOf = (glob: string): RegExp =>
  new RegExp(
    `^${glob
      .replace(/^\.\//, '')
      .replace(/[.+^$()|\\]/g, '\\$&')
      .replace(
        /([?@*+!])\\\(([^()]*?)\\\)/g,
        (_whole, many: string, inner: string) => `(?:${inner.replace(/\\\|/g, '|')})${many === '@' ? '' : many}`,
      )
      .replace(/\{([^{}]*)\}/g, (_whole, inner: string) => `(?:${inner.replaceAll(',', '|')})`)
      .replace(/\*\*\//g, '\0')
      .replace(/\*\*/g, '\x01')
      .replace(/(?<!\))\*/g, '[^/]*')
      .replaceAll('\0', '(?:.*/)?')
      .replaceAll('\x01', '.*')}$`,
  );

/** True where a pattern has all that another one has, and more. */
const hasMore = (outer: string, inner: string): boolean =>
  !/[[!@+]|\.\.\./.test(outer + inner) &&
  samplesOf(inner).every((path) => expressionOf(outer).test(path)) &&
  !samplesOf(outer).every((path) => expressionOf(inner).test(path));

/** True where all files of a path or pattern are files of another one, and not the other way round. */
export function isInside(inner: string, outer: string): boolean {
  if (inner === outer) return false;
  const [one, other] = [folderOf(inner), folderOf(outer)];
  if (one !== other) return isPattern(outer) || isDeep(outer) ? other === '' || one.startsWith(`${other}/`) : false;
  if (isPattern(outer) && isPattern(inner) && hasMore(outer, inner)) return true;
  if (isPattern(outer) && isDeep(outer) && isPattern(inner) && !isDeep(inner)) return true;
  const [end, whole] = [endOf(inner), endOf(outer)];
  return isPattern(inner) && isPattern(outer) && end !== whole && whole !== '' && end.endsWith(whole);
}

/** True where a path or pattern has all files of another one. */
export const isCovered = (inner: string, outer: string): boolean =>
  inner.replace(/^\.\//, '').replace(/\/$/, '') === outer.replace(/^\.\//, '').replace(/\/$/, '') ||
  isInside(inner, outer);
