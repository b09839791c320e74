import { type Syntax, walk } from '../syntax/syntax.js';
import type { Mark } from './model.js';

const COMMENT =
  /eslint-disable|biome-ignore|@ts-ignore|@ts-nocheck|@ts-expect-error|tslint:disable|istanbul ignore|c8 ignore|v8 ignore|pragma:\s*no cover|#\s*noqa|type:\s*ignore|pylint:\s*disable|mypy:\s*ignore|pyright:\s*ignore|\/\/\s*nolint|#nosec|rubocop:disable|:nocov:|NOSONAR|CHECKSTYLE[.:]\s?OFF|noinspection|swiftlint:disable|simplecov:disable/i;
const ATTRIBUTE =
  /^#!?\[\s*(?:allow|expect)\s*\(|^@SuppressWarnings\b|^@SuppressFBWarnings\b|^@Generated\b|^#!?\[\s*cfg_attr\s*\([^\]]*(?:coverage|allow)|^#\[\s*coverage\s*\(\s*off/;
const DENY = /^#!\[\s*(?:deny|forbid|warn)\s*\(/;

/** Finds what switches a linter, a type checker or coverage off for a line or a file. */
export function suppressedIn(root: Syntax): Mark[] {
  const found: Mark[] = [];
  walk(root, (node) => {
    const isMark = /comment/.test(node.type)
      ? COMMENT.test(node.text)
      : /^(?:attribute_item|inner_attribute_item|annotation|marker_annotation)$/.test(node.type) &&
        ATTRIBUTE.test(node.text);
    if (isMark) found.push({ text: node.text.replace(/\s+/g, ' ').slice(0, 200), line: node.line });
  });
  return found;
}

/** Finds the rules that a crate's root denies. */
export function deniedIn(root: Syntax): Mark[] {
  return root.children.filter(({ text }) => DENY.test(text)).map(({ text, line }) => ({ text, line }));
}
