import { type FileSet, type Finding, shown } from '../finding.js';

const SNAPSHOT =
  /(?:\.snap|\.snap\.md|\.ambr|\.approved\.\w+|\.golden|\.golden\.\w+|\.shot|\.snapshot|\.verified\.\w+)$|(?:^|\/)(?:__snapshots__|snapshots|__image_snapshots__|golden|goldens|approvals|approved|expected)\/|[._-](?:golden|expected|snapshot)\.\w+$|-snapshots\//;

/** True for a file that holds what tests expect, as a run wrote it. */
export const isSnapshot = (path: string): boolean =>
  SNAPSHOT.test(path) &&
  !/\.(?:[cm]?[jt]sx?|py|rb|go|rs|java)$/.test(path.replace(/\.(?:golden|approved|expected)\.\w+$/, ''));

/** One kept output. */
interface Kept {
  name: string;
  text: string;
  line: number;
}

function keptIn(path: string, text: string): Kept[] {
  const lineOf = (index: number) => text.slice(0, index).split('\n').length;
  if (/^exports\[`/m.test(text))
    return [...text.matchAll(/^exports\[`((?:[^`\\]|\\[\s\S])*)`\]\s*=\s*`((?:[^`\\]|\\[\s\S])*)`;?/gm)].map(
      (found) => ({ name: found[1]!.trim(), text: found[2]!.trim(), line: lineOf(found.index) }),
    );
  if (/\.ambr$/.test(path))
    return text
      .split(/^# name: /m)
      .slice(1)
      .map((part) => ({
        name: part.split('\n')[0]!.trim(),
        text: part.split('\n').slice(1).join('\n').trim(),
        line: lineOf(text.indexOf(part)),
      }));
  // What insta writes in front of a value says where it comes from.
  const body = text.startsWith('---\n') ? text.replace(/^---\n[\s\S]*?\n---\n/, '') : text;
  return [{ name: '', text: body.trim(), line: 1 }];
}

/** Tells kept outputs that say something else now. */
export function compareSnapshots(before: FileSet, after: FileSet): Finding[] {
  const paths = Object.keys(before).filter(isSnapshot);
  const later = new Set(
    Object.keys(after)
      .filter(isSnapshot)
      .flatMap((path) => keptIn(path, after[path]!).map(({ text }) => text)),
  );
  return paths.flatMap((path) => {
    const text = after[path];
    if (text === undefined || text === before[path]) return [];
    const kept = keptIn(path, text);
    const known = new Set(keptIn(path, before[path]!).map(({ name }) => name));
    const fresh = kept.filter(({ name }) => !known.has(name));
    return keptIn(path, before[path]!).flatMap((one): Finding[] => {
      if (later.has(one.text)) return [];
      const other = kept.find(({ name }) => name === one.name) ?? (fresh.length > 0 ? fresh[0] : undefined);
      if (!other || other.text.replace(/\s+/g, ' ') === one.text.replace(/\s+/g, ' ')) return [];
      return [
        {
          kind: 'snapshot-rewritten',
          path,
          line: other.line,
          ...(one.name && { test: one.name }),
          before: shown(one.text),
          after: shown(other.text),
        },
      ];
    });
  });
}
