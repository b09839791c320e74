/** A block is a function or class of a Python file, with its decorators. */
export interface PythonBlock {
  /** The names that lead to it, its own at the end. */
  path: string[];
  isClass: boolean;
  /** A function whose name begins with `test`, in nothing but classes. */
  isTest: boolean;
  from: number;
  /** Behind the last line that is indented deeper. */
  to: number;
  /** Offset of the block's own name. */
  at: number;
}

/**
 * Functions and classes of a text, in their order; a body reaches to the next line that is indented no deeper.
 * @param masked the text without literals
 */
export function pythonBlocks(masked: string): PythonBlock[] {
  const lines = masked.split('\n');
  const starts: number[] = [0];
  for (const line of lines) starts.push(starts.at(-1)! + line.length + 1);
  const found: PythonBlock[] = [];
  let outer: { indent: number; name: string; isClass: boolean }[] = [];
  for (const [index, line] of lines.entries()) {
    const match = /^([ \t]*)(?:async\s+)?(def|class)\s+(\w+)/.exec(line);
    if (!match) continue;
    const indent = match[1]!.length;
    const name = match[3]!;
    const isClass = match[2] === 'class';
    outer = outer.filter((one) => one.indent < indent);
    const isTest = !isClass && name.startsWith('test') && outer.every((one) => one.isClass);
    // Whatever else a file defines, only tests and outer classes are asked for.
    if (isTest || (isClass && indent === 0)) {
      found.push({
        path: [...outer.map((one) => one.name), name],
        isClass,
        isTest,
        from: starts[firstDecorator(lines, index, indent)]!,
        to: starts[endOfBlock(lines, index, indent)]!,
        at: starts[index]! + match[0].length - name.length,
      });
    }
    outer.push({ indent, name, isClass });
  }
  return found;
}

const indentOf = (line: string) => line.length - line.trimStart().length;

/** Returns the line behind a block, without the empty ones at its end. */
function endOfBlock(lines: readonly string[], definition: number, indent: number): number {
  let end = definition + 1;
  for (let at = definition + 1; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (line.trim() === '') continue;
    if (indentOf(line) <= indent && !/^\s*[)\]}]/.test(line)) break;
    end = at + 1;
  }
  return end;
}

/** The first line of the decorators above a definition, which may go over several lines. */
function firstDecorator(lines: readonly string[], definition: number, indent: number): number {
  let first = definition;
  for (let at = definition - 1; at >= 0; at -= 1) {
    const line = lines[at]!;
    if (line.trim() === '') break;
    if (indentOf(line) === indent && line.trimStart().startsWith('@')) first = at;
    else if (indentOf(line) <= indent && !/^\s*[)\]}]/.test(line)) break;
  }
  return first;
}
