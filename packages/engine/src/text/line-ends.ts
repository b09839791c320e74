/**
 * Returns the bytes of a text with git's own line ends: the same for one that git writes to disk with others
 * (`core.autocrlf`, `eol`).
 */
export function gitLineEnds(bytes: Buffer): Buffer {
  if (bytes.includes(0) || !bytes.includes('\r\n')) return bytes;
  return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}

/** Returns the bytes of a text with the line ends of another one, where all lines of that one end in CRLF. */
export function lineEndsOf(model: Buffer, bytes: Buffer): Buffer {
  const text = model.toString('latin1');
  if (!text.includes('\r\n') || /(?<!\r)\n/.test(text)) return bytes;
  return Buffer.from(gitLineEnds(bytes).toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
}
