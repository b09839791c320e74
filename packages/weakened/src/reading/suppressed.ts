import { type Syntax, walk } from '../syntax/syntax.js';
import type { Mark, Suppression } from './model.js';

const COMMENT =
  /eslint-disable|biome-ignore|@ts-ignore|@ts-nocheck|@ts-expect-error|tslint:disable|istanbul ignore|c8 ignore|v8 ignore|pragma:\s*no cover|#\s*noqa|type:\s*ignore|pylint:\s*disable|mypy:\s*ignore|pyright:\s*ignore|\/\/\s*nolint|#nosec|rubocop:disable|:nocov:|NOSONAR|CHECKSTYLE[.:]\s?OFF|noinspection|swiftlint:disable|simplecov:disable/i;
const ATTRIBUTE =
  /^#!?\[\s*(?:allow|expect)\s*\(|^@SuppressWarnings\b|^@SuppressFBWarnings\b|^@Generated\b|^#!?\[\s*cfg_attr\s*\([^\]]*(?:coverage|allow)|^#\[\s*coverage\s*\(\s*off/;
const DENY = /^#!\[\s*(?:deny|forbid|warn)\s*\(/;

/** Finds what switches a linter, a type checker or coverage off for a line or a file. */
export function suppressedIn(root: Syntax): Suppression[] {
  const found: Suppression[] = [];
  const lines = root.text.split('\n');
  walk(root, (node) => {
    const isMark = /comment/.test(node.type)
      ? COMMENT.test(node.text)
      : /^(?:attribute_item|inner_attribute_item|annotation|marker_annotation)$/.test(node.type) &&
        ATTRIBUTE.test(node.text);
    if (!isMark) return;
    const of = codeOf(node, lines);
    found.push({
      text: node.text.replace(/\s+/g, ' ').slice(0, 200),
      line: node.line,
      ...(of !== undefined && { of }),
    });
  });
  return found;
}

/** What is for the code behind it where it stands alone on its line. */
const FOR_NEXT =
  /disable-next|@ts-ignore|@ts-expect-error|biome-ignore|(?:istanbul|c8|v8) ignore (?:next|if|else)|nolint|NOSONAR|^#\[|^@/;

/** Returns the line of code that a mark is for; undefined for one that is for more than a line. */
function codeOf({ text, line }: Syntax, lines: readonly string[]): string | undefined {
  const before = (lines[line - 1] ?? '').split(text.split('\n')[0]!)[0]!.trim();
  if (before !== '' && !/^(?:\{|\/\*+|<!--)$/.test(before)) return before;
  if (!FOR_NEXT.test(text)) return undefined;
  return lines
    .slice(line - 1 + text.split('\n').length)
    .find((one) => one.trim() !== '' && !/^\s*(?:\/\/|#|\/?\*|@\w+(?:\(.*\))?\s*$)/.test(one))
    ?.trim();
}

/** Finds the rules that a crate's root denies. */
export function deniedIn(root: Syntax): Mark[] {
  return root.children.filter(({ text }) => DENY.test(text)).map(({ text, line }) => ({ text, line }));
}
