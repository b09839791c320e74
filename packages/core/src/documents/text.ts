import type { Nodes } from 'mdast';

/** Terminal sequences, control characters, direction marks and tags: what is not seen but changes what is read. */
const UNSEEN =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffd\u{e0000}-\u{e007f}]/gu;

/** Tabs and line ends stay, what cannot be seen goes. */
export function visible(text: string): string {
  return text.replace(UNSEEN, '').normalize('NFC');
}

/** Makes one line of a text: what is seen of it, with single spaces. */
export function oneLine(text: string): string {
  return visible(text).replace(/\s+/g, ' ').trim();
}

const BOXES = /^(?:\[[ xX✓✔~/<>!?*+.-]?\](?!\()\s*)+/u;
const TICKS = /^(?:(?:\[[ xX✓✔~/<>!?*+.-]?\](?!\()|[✅☑✔✓❌✗✘☐⬜🔲🔳🟢🔴🟡⏳]\ufe0f?)\s*)+/u;

/** Returns the text without boxes and tick signs before it. Signs elsewhere may be what it speaks of ("shows ✅"). */
export function withoutTicks(text: string): string {
  return text.replace(TICKS, '');
}

/** Returns the text without boxes before it. */
export function withoutBoxes(text: string): string {
  return text.replace(BOXES, '');
}

/** Returns HTML without comments and tags; an unclosed comment hides the rest, as it does on a page. */
export function withoutHtml(value: string): string {
  return value.replace(/<!--[\s\S]*?(?:-->|$)/g, ' ').replace(/<[/!?]?[a-zA-Z][^>]*>/g, ' ');
}

/**
 * Returns the words of a Markdown node on one line: emphasis, bullets, wrapping and comments are gone, code and
 * addresses of links stay.
 */
export function plain(node: Nodes): string {
  return oneLine(words(node));
}

/** Reads the text of a node, by the lines that it was written on. */
export function plainLines(node: Nodes): string[] {
  return words(node).split('\n').map(oneLine);
}

function words(node: Nodes): string {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
    case 'code':
      return node.value;
    case 'html':
      return withoutHtml(node.value);
    case 'break':
      return '\n';
    case 'image':
      return `${node.alt ?? ''} (${node.url})`;
    case 'imageReference':
      return node.alt ?? '';
    case 'definition':
      return `${node.identifier}: ${node.url}`;
    case 'link': {
      const label = node.children.map(words).join('');
      return label === node.url || `mailto:${label}` === node.url ? label : `${label} (${node.url})`;
    }
    case 'listItem':
    case 'list':
    case 'blockquote':
    case 'table':
    case 'tableRow':
    case 'root':
      return node.children.map((child) => withoutTicks(oneLine(words(child)))).join(' ');
    default:
      return 'children' in node ? node.children.map(words).join('') : '';
  }
}

const PLACEHOLDER =
  /^(?:(?:todo|tbd|tbc|fixme|xxx|wip|tk)(?:\s*[:([–—-].*)?|none|nothing|n\/?a|empty|placeholder|coming soon|lorem ipsum.*|to be (?:determined|defined|decided|done|filled).*|fill (?:this |me )?(?:in|out).*|[^\p{L}\p{N}]*)[.:!]*$/iu;
const BRACKETED = /^(?:\[[^\][]*\]|<[^<>]*>|\{\{?[^{}]*\}?\})$/;

/**
 * Tells whether a line says nothing yet: a bare `TODO`, `...`, `-`, `none`, or one pair of brackets that waits to be
 * filled.
 */
export function isPlaceholder(line: string): boolean {
  const text = withoutTicks(line).trim();
  return PLACEHOLDER.test(text) || BRACKETED.test(text);
}

/**
 * Tells what follows a "none" that stands for a whole section: its reason, empty when none is given, `undefined` when the
 * line says something else ("None of the routes may change").
 */
export function noneReason(line: string): string | undefined {
  const match = /^(?:none|nothing|n\/a)(?:\s*$|\s*[.,:;(–—-]\s*|\s+(?=because|since|as|for)\b)(.*?)\)?$/i.exec(
    line.trim(),
  );
  return match ? match[1]!.replace(/^[\s.]+$/, '') : undefined;
}
