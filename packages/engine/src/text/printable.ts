/** Files of a repository are hostile text: no control character of theirs reaches the terminal, and nothing hides in it. */
export function printable(text: string): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu,
      '\ufffd',
    );
}
