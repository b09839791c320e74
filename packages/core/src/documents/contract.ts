import type { Nodes, RootContent } from 'mdast';
import { claimLine, type FoundClaim, type Item } from './claims.js';
import type { Outline } from './outline.js';
import { isCount, isProgress, withoutCount } from './sections.js';
import { plain, visible, withoutHtml, withoutTicks } from './text.js';

/**
 * Returns the canonical text of a document: every block that is not about progress, one line each, without layout.
 * Headings lose their level and known ones get their canonical name, items their bullets and boxes; claims are said by
 * id, also where the id is still to be written.
 */
export function contractOf({ blocks }: Outline, claims: FoundClaim[]): string {
  const said = new Map<Nodes, FoundClaim[]>();
  for (const claim of claims) said.set(claim.node, [...(said.get(claim.node) ?? []), claim]);
  const skipped = new Set<Item>(claims.flatMap((claim) => claim.more));
  const lines: string[] = [];
  const say = (line: string) => {
    if (line !== '') lines.push(line);
  };
  const visit = (node: Nodes): void => {
    const claim = said.get(node);
    for (const each of claim ?? []) say(claimLine(each));
    if (node.type === 'list') for (const item of node.children) visit(item);
    else if (node.type === 'listItem') {
      // A claim's own words are said; claims nested in it are not yet.
      for (const child of node.children) {
        if (child.type === 'list' && (!claim || hasSaid(child))) visit(child);
        else if (!claim) visit(child);
      }
    } else if (claim) return;
    else if (node.type === 'table') for (const row of node.children) visit(row);
    else if (node.type === 'tableRow') say(node.children.map((cell) => withoutTicks(plain(cell))).join(' | '));
    else if (node.type === 'blockquote') for (const child of node.children) visit(child);
    else if (node.type === 'code') say(visible(node.value).replace(/[ \t]+$/gm, ''));
    else if (node.type === 'html') say(withoutTicks(plain({ type: 'text', value: withoutHtml(node.value) })));
    else say(withoutTicks(plain(node)));
  };
  const hasSaid = (node: Nodes): boolean =>
    said.has(node) || ('children' in node && node.children.some((child) => hasSaid(child)));

  for (const { node, key, title } of blocks) {
    if (isProgress(key) || skipped.has(node)) continue;
    if (title && !said.has(node)) say(`# ${title.key ?? withoutCount(title.text)}`);
    else if (!isCountOnly(node)) visit(node);
  }
  return lines.join('\n');
}

function isCountOnly(node: RootContent): boolean {
  return node.type === 'paragraph' && isCount(plain(node));
}
