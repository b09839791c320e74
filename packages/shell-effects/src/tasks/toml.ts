/** A value of a TOML file with its dotted name; tables in lists keep their place as a number. */
export type TomlEntry = readonly [path: string, value: string];

const MAX_LENGTH = 128 * 1024;

/**
 * Returns the texts of a TOML file by dotted name, lists as `name.0`, inline tables as `name.key`. A reader for what
 * task runners keep there, not a check: what it does not know it leaves out.
 */
export function readToml(text: string): TomlEntry[] {
  const reader = new TomlReader(text.slice(0, MAX_LENGTH));
  reader.read();
  return reader.entries;
}

class TomlReader {
  readonly entries: TomlEntry[] = [];
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  read(): void {
    let table = '';
    while (this.at < this.text.length) {
      this.skipBlank();
      const head = this.match(/\[\[?([^\]\n]+)\]\]?/y);
      if (head !== undefined) table = keyOf(head[1] ?? '');
      else {
        const key = this.match(/([^=\n[\]#]+?)\s*=\s*/y);
        if (key !== undefined) this.readValue(join(table, keyOf(key[1] ?? '')));
        this.match(/[^\n]*/y);
      }
    }
  }

  private readValue(path: string): void {
    const long = this.match(/"""\n?([\s\S]*?)"""/y) ?? this.match(/'''\n?([\s\S]*?)'''/y);
    if (long !== undefined) {
      this.entries.push([path, long[1] ?? '']);
      return;
    }
    const basic = this.match(/"((?:[^"\\\n]|\\.)*)"/y);
    const literal = basic === undefined ? this.match(/'([^'\n]*)'/y) : undefined;
    if (basic !== undefined) this.entries.push([path, (basic[1] ?? '').replace(/\\(["\\])/g, '$1')]);
    else if (literal !== undefined) this.entries.push([path, literal[1] ?? '']);
    else if (this.text[this.at] === '[') this.readList(path);
    else if (this.text[this.at] === '{') this.readInline(path);
    else this.match(/[^,\]}\n]*/y);
  }

  private readList(path: string): void {
    this.at++;
    for (let index = 0; this.at < this.text.length; index++) {
      this.skipBlank();
      if (this.text[this.at] === ']') break;
      const before = this.at;
      this.readValue(join(path, String(index)));
      this.skipBlank();
      if (this.text[this.at] === ',') this.at++;
      if (this.at === before) break;
    }
    this.at++;
  }

  private readInline(path: string): void {
    this.at++;
    for (;;) {
      this.skipBlank();
      const key = this.match(/([^=\n[\]{},]+?)\s*=\s*/y);
      if (key === undefined) break;
      this.readValue(join(path, keyOf(key[1] ?? '')));
      this.skipBlank();
      if (this.text[this.at] === ',') this.at++;
    }
    this.match(/\s*\}/y);
  }

  private skipBlank(): void {
    this.match(/(?:\s+|#[^\n]*)*/y);
  }

  private match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return undefined;
    this.at = pattern.lastIndex;
    return found;
  }
}

function keyOf(text: string): string {
  return text
    .trim()
    .replace(/\s*\.\s*/g, '.')
    .replace(/["']/g, '');
}

function join(table: string, key: string): string {
  return table === '' ? key : `${table}.${key}`;
}
