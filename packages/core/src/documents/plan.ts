import type { RootContent } from 'mdast';
import type { Finding } from '../finding.js';
import { findingAt, type Section } from './document.js';
import { lineOf, type Outline } from './outline.js';
import { isPlaceholder, plain, visible, withoutTicks } from './text.js';

/** The sections of a plan that are asked for; without the user's concerns a plan does not hold, the others are told. */
const SECTIONS = {
  'user-concerns': 'block',
  probes: 'warn',
  expectations: 'warn',
  'architecture-files': 'warn',
} as const;

/** Tells what a plan lacks. */
export function planFindings(path: string, sections: Record<string, Section>): Finding[] {
  return Object.entries(SECTIONS).flatMap(([name, level]) => {
    const section = sections[name];
    if (section && !section.empty) return [];
    return [
      findingAt(path, section?.line ?? 1, section ? 'SECTION_EMPTY' : 'SECTION_MISSING', { section: name }, level),
    ];
  });
}

/**
 * Returns the files of the architecture section, as paths from the repository's root: the code spans of each item, else
 * where its links lead, else what stands before its explanation; a code block has one a line. Paths that lead outside
 * are left out and told.
 */
export function architectureFiles({ blocks }: Outline, path: string): { files: string[]; findings: Finding[] } {
  const files = new Set<string>();
  const findings: Finding[] = [];
  for (const { node, key, title } of blocks) {
    if (key !== 'architecture-files' || title) continue;
    for (const { written, line } of pathsIn(node)) {
      if (/^(?:[/\\~]|[a-zA-Z]:[\\/]|[a-z]+:\/\/)|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(written))
        findings.push(findingAt(path, line, 'PATH_OUTSIDE', { file: written.slice(0, 200) }, 'warn'));
      else files.add(written.replace(/^\.\//, ''));
    }
  }
  return { files: [...files], findings };
}

function pathsIn(node: RootContent): { written: string; line: number }[] {
  if (node.type === 'code')
    return node.value.split('\n').flatMap((text, index) => {
      const written = visible(text)
        .trim()
        .split(/\s+[#-]/)[0]!;
      return written === '' || isPlaceholder(written) ? [] : [{ written, line: lineOf(node) + index + 1 }];
    });
  if (node.type === 'list') return node.children.flatMap((item) => item.children.flatMap(pathsIn));
  if (node.type === 'table')
    return node.children.slice(1).flatMap((row) => row.children.slice(0, 1).flatMap(firstPath));
  return node.type === 'paragraph' ? firstPath(node) : [];
}

function firstPath(
  node: Extract<RootContent, { type: 'paragraph' | 'tableCell' }>,
): { written: string; line: number }[] {
  const line = lineOf(node);
  const spans = node.children.flatMap((child) => (child.type === 'inlineCode' ? [visible(child.value).trim()] : []));
  const links = node.children.flatMap((child) =>
    child.type === 'link' && !/^[a-z]+:/i.test(child.url) ? [visible(child.url).replace(/#.*$/, '')] : [],
  );
  const named = spans.length > 0 ? spans : links;
  if (named.length > 0) return named.filter((one) => /[./]/.test(one)).map((written) => ({ written, line }));
  const written = withoutTicks(plain(node)).split(/\s+[-–—(]|:\s|,\s|\s/)[0]!;
  return /[./]/.test(written) && !isPlaceholder(written) ? [{ written, line }] : [];
}
