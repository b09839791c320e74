/** `KINDS` holds the kinds of entries: modes without permissions. */
export const KINDS = { file: 0x8000, link: 0xa000, submodule: 0xe000 };

/** Where the parts of an entry begin, behind its own beginning. */
export const PARTS = { changed: 0, written: 8, mode: 24, size: 36, id: 40 };

/** Bytes of the ids that git gives objects by SHA-1. */
export const SHA1 = 20;

/**
 * Goes through the entries of an index of version 2 or 3, without git (its documentation, gitformat-index).
 * @param visit is told where an entry begins, and where its name does and ends
 * @returns where the entries end; null where the index is of another form, or cannot be read
 */
export function walkEntries(
  bytes: Buffer,
  idLength: number,
  visit: (at: number, name: number, end: number) => void,
): number | null {
  if (bytes.length < 12 || bytes.readUInt32BE(4) > 3) return null;
  const flagsAt = PARTS.id + idLength;
  let at = 12;
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    if (at + flagsAt + 4 > bytes.length) return null;
    const flags = wordAt(bytes, at + flagsAt);
    const name = at + flagsAt + (flags & EXTENDED ? 4 : 2);
    const length = flags & 0xfff;
    const end = length < 0xfff ? name + length : bytes.indexOf(0, name);
    if (end < name || bytes[end] !== 0) return null;
    visit(at, name, end);
    at += (end - at + 8) & ~7;
  }
  return isSplit(bytes, at, idLength) ? null : at;
}

/** Returns two bytes as a number; Node's own way looks at its arguments each time. */
const wordAt = (bytes: Buffer, at: number): number => (bytes[at]! << 8) | bytes[at + 1]!;

/** What git calls the kinds of entries, by their modes. */
const TYPES: Readonly<Record<string, string>> = {
  '100644': 'blob',
  '100755': 'blob',
  '120000': 'blob',
  '160000': 'commit',
};

/**
 * Tells what an index has under each path, in the form and the order of `treeEntries`: what `git write-tree` makes of the index,
 * without a git that lists it.
 * @returns null where that cannot be told: another form of index, a folder in the place of its files, an entry without content
 */
export function entriesOf(bytes: Buffer, idLength: number): Map<string, string> | null {
  const entries = new Map<string, string>();
  const digits = bytes.toString('hex');
  // Names are cut out of one text, which costs a fifth of what making each of them does, where bytes are characters.
  const text = bytes.toString('latin1');
  const modes = new Map<number, string | null>();
  const flagsAt = PARTS.id + idLength;
  let isPlain = true;
  const end = walkEntries(bytes, idLength, (at, name, last) => {
    const bits = (wordAt(bytes, at + PARTS.mode) << 16) | wordAt(bytes, at + PARTS.mode + 2);
    let head = modes.get(bits);
    if (head === undefined) {
      const mode = (bits >>> 0).toString(8);
      head = TYPES[mode] === undefined ? null : `${mode} ${TYPES[mode]} `;
      modes.set(bits, head);
    }
    const flags = wordAt(bytes, at + flagsAt);
    const isAhead = (flags & EXTENDED) !== 0 && (wordAt(bytes, at + flagsAt + 2) & INTENT_TO_ADD) !== 0;
    if (head === null || isAhead || (flags & STAGE) !== 0) isPlain = false;
    else {
      const plain = text.slice(name, last);
      const path = BEYOND_ASCII.test(plain) ? bytes.toString('utf8', name, last) : plain;
      entries.set(path, head + digits.slice((at + PARTS.id) * 2, (at + flagsAt) * 2));
    }
  });
  return isPlain && end !== null ? entries : null;
}

/**
 * Tells whether an extension says that entries are in another file; each has a name of four letters, and its length.
 */
function isSplit(bytes: Buffer, from: number, idLength: number): boolean {
  for (let at = from; at + 8 <= bytes.length - idLength; at += 8 + bytes.readUInt32BE(at + 4)) {
    if (bytes.toString('latin1', at, at + 4) === 'link') return true;
  }
  return false;
}

/** Flag of an entry with more flags, as `--skip-worktree` gives it. */
const EXTENDED = 0x4000;

/** Flag of an entry that `git add --intent-to-add` announced: a tree has none of these. */
const INTENT_TO_ADD = 0x2000;

/** Bits of the side of a conflict that an entry is of. */
const STAGE = 0x3000;

const BEYOND_ASCII = /[\x80-\xff]/;
