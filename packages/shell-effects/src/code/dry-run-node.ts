import { patternEnd } from './literals.js';

/** Ways by which the arguments, a name or the end of the program could be others, that are not followed. */
const UNTOLD =
  /\b(?:eval|Function|vm|Proxy|prototype|defineProperty|Reflect)\b|\bprocess(?:\.\w+)?\s*=(?!=)|\b(?:const|let|var|function|class|as)\s+process\b|\bimport\s+(?:\*\s*as\s+)?process\b(?!\s+from\s+["'](?:node:)?process["'])|\bargv\s*\.\s*(?!includes\b|slice\(2\)|length\b)|\bincludes\s*[=:(]\s*(?:function|\(|\w+\s*=>)/;

const LEAVES = /(?:^|[;{}\n])\s*(?:return|throw|process\s*\.\s*exit\s*\()[^;{}\n]*;?\s*\}?$/;

const MAX_ROUNDS = 64;
const MAX_NAMES = 8;
const MAX_ROUTINES = 40;

/** A text, and the same with what stands in its literals and comments blanked: every place is the same in both. */
interface Script {
  readonly text: string;
  readonly code: string;
}

/**
 * Returns a script of Node as it goes when it was given the flag that it looks for: without the branches that are not
 * taken then, and with the calls of its own functions that start nothing as prints. Only plain forms are followed;
 * otherwise the text stays.
 * @param starts what a code holds that starts programs
 */
export function asNodeDryRun(text: string, asked: string, starts: RegExp): string {
  const code = blank(text);
  if (code === undefined || UNTOLD.test(code)) return text;
  const flag = flagIn(code, asked);
  if (flag === undefined) return text;
  let script: Script = { text, code };
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = takeBranch(script, flag) ?? dropOperand(script, flag);
    if (next === undefined) return printIdle(script, starts);
    script = next;
  }
  return text;
}

/** Literals and comments blanked, but for plain words and the code inside of templates; undefined where one does not end. */
function blank(text: string): string | undefined {
  let code = '';
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at, at + 2);
    const character = text[at] as string;
    const comment = rest === '//' ? '\n' : rest === '/*' ? '*/' : undefined;
    let end = Math.max(at + 1, patternEnd(text, at, code));
    if (comment !== undefined) {
      const found = text.indexOf(comment, at + 2);
      end = found < 0 ? text.length : comment === '\n' ? found : found + 2;
      code += text.slice(at, end).replace(/[^\n]/g, ' ');
    } else if (/["'`]/.test(character)) {
      while (end < text.length && text[end] !== character) end += text[end] === '\\' ? 2 : 1;
      if (end >= text.length) return undefined;
      const inner = text.slice(at + 1, end++);
      // A quote in a pattern that was not seen as one was taken for the start of a text.
      if (character !== '`' && /(?<!\\)\n/.test(inner)) return undefined;
      // A template in a template is no plain form.
      const shown =
        character === '`' ? inner.replace(/\$\{[^{}]*\}|[^\n]/g, (all) => (all.length > 1 ? all : ' ')) : undefined;
      code += character + (shown ?? (/^[\w-]{1,40}$/.test(inner) ? inner : inner.replace(/[^\n]/g, ' '))) + character;
    } else code += end > at + 1 ? `/${' '.repeat(end - at - 2)}/` : character;
    at = end;
  }
  return code;
}

/** Returns a pattern for the expressions that hold the flag; undefined where there are none. */
function flagIn(code: string, asked: string): string | undefined {
  const own = [...code.matchAll(/\bconst\s+(\w+)\s*=\s*process\.argv(?:\.slice\(2\))?\s*(?:;|\n)/g)]
    .slice(0, MAX_NAMES)
    .map(([, name = '']) => name);
  const lists = [
    'process\\.argv(?:\\.slice\\(2\\))?',
    ...own.filter((name) => isConstant(name, code) && !new RegExp(`\\b${name}\\s*\\.\\s*(?!includes\\b)`).test(code)),
  ];
  const asks = [`(?:${lists.join('|')})\\.includes\\(["']${asked}["']\\)`];
  const isDeclared = new RegExp(`["']${asked.slice(2)}["']\\s*:\\s*\\{\\s*type\\s*:\\s*["']boolean["']`).test(code);
  const [, parsed] = /\bconst\s*\{[^{}=]*\bvalues(?:\s*:\s*(\w+))?[^{}=]*\}\s*=\s*parseArgs\(/.exec(code) ?? [];
  if (isDeclared && /\bparseArgs\(/.test(code) && !/\bargs\s*[:,}]/.test(code))
    asks.push(`\\b${parsed ?? 'values'}\\[["']${asked.slice(2)}["']\\](?!\\s*=(?!=))`);
  const held = new RegExp(
    `\\bconst\\s+(\\w+)\\s*=\\s*(?:!!|Boolean\\()?(?:${asks.join('|')})\\)?\\s*(?:\\|\\|[^;\\n]*)?(?:;|\\n)`,
    'g',
  );
  const names = [...code.matchAll(held)]
    .slice(0, MAX_NAMES)
    .map(([, name = '']) => name)
    .filter((name) => isConstant(name, code));
  const flag = `(?:${[...asks, ...names.map((name) => `(?<![\\w$.])${name}(?![\\w$])`)].join('|')})`;
  return new RegExp(flag).test(code) ? flag : undefined;
}

/** Tells whether a name stands for one thing alone in the whole script. */
function isConstant(name: string, code: string): boolean {
  const bound = new RegExp(
    String.raw`\b(?:const|let|var|function|class)\s+${name}\b|\b(?:const|let|var)\s*[{[][^=;]*\b${name}\b|(?<!\b(?:if|while|for|switch)\s*)\((?:[^()]*[,{[\s.])?${name}(?:[\s,=}\]][^()]*)?\)\s*(?:=>|\{)|(?<![\w$.])${name}\s*=>|\bcatch\s*\(\s*${name}\b`,
    'g',
  );
  return (
    (code.match(bound) ?? []).length === 1 &&
    (code.match(new RegExp(`(?<![\\w$])${name}\\s*=(?![=>])`, 'g')) ?? []).length === 1
  );
}

/** The first `if` on the flag, with the branch alone that is taken; what stands behind one that leaves is left out. */
function takeBranch({ text, code }: Script, flag: string): Script | undefined {
  const found = new RegExp(`(?<![\\w$.])if\\s*\\(\\s*(!?)\\s*${flag}\\s*\\)`).exec(code);
  if (found === null) return undefined;
  const from = found.index + found[0].length;
  const end = statementEnd(code, from);
  const other = /^\s*else\b/.exec(code.slice(end))?.[0].length ?? 0;
  const last = other === 0 ? end : statementEnd(code, end + other);
  const [start, stop] = found[1] === '' ? [from, end] : [end + other, last];
  const leaves = LEAVES.test(code.slice(start, stop).trimEnd());
  const close = blockEnd(code, last);
  const isHoisting = /\bfunction\b/.test(code.slice(last, close));
  const behind = leaves && !isHoisting ? close : last;
  const join = (whole: string) => `${whole.slice(0, found.index)} ${whole.slice(start, stop)}\n${whole.slice(behind)}`;
  return { text: join(text), code: join(code) };
}

/** Returns the first `flag || x`, `!flag && x` and `flag ? x : y` without what is not taken. */
function dropOperand({ text, code }: Script, flag: string): Script | undefined {
  const found = new RegExp(`(?<![\\w$.)\\]]\\s*)(?:!\\s*${flag}\\s*&&|${flag}\\s*(?:\\|\\||\\?(?![.?])))`).exec(code);
  if (found === null) return undefined;
  const at = found.index + found[0].length;
  let from = at;
  if (found[0].endsWith('?')) {
    from = expressionEnd(code, at, /[:;\n]/);
    if (code[from] !== ':') return undefined;
    from++;
  }
  const end = expressionEnd(code, from, /[;\n,]/);
  const kept = found[0].endsWith('?') ? [at, from - 1] : [at, at];
  const join = (whole: string) =>
    `${whole.slice(0, found.index)}(0, ${whole.slice(kept[0], kept[1]) || '0'})${whole.slice(end)}`;
  return { text: join(text), code: join(code) };
}

/** Tells where an expression ends: at such a character, or at the bracket around it. */
function expressionEnd(code: string, from: number, stops: RegExp): number {
  let depth = 0;
  let at = from;
  for (; at < code.length; at++) {
    const character = code[at] as string;
    if (/[([{]/.test(character)) depth++;
    else if (/[)\]}]/.test(character) && depth-- === 0) break;
    else if (depth === 0 && stops.test(character)) break;
  }
  return at;
}

/** Tells where a statement ends, a block or an `if` with all that belongs to it included. */
function statementEnd(code: string, from: number): number {
  const at = from + (/^\s*/.exec(code.slice(from))?.[0].length ?? 0);
  if (code[at] === '{') return blockEnd(code, at + 1) + 1;
  const condition = /^if\s*\(/.exec(code.slice(at))?.[0].length;
  if (condition === undefined)
    return Math.min(
      code.length,
      expressionEnd(code, at, /[;\n]/) + (code[expressionEnd(code, at, /[;\n]/)] === ';' ? 1 : 0),
    );
  const end = statementEnd(code, expressionEnd(code, at + condition, /(?!)/) + 1);
  const other = /^\s*else\b/.exec(code.slice(end))?.[0].length;
  return other === undefined ? end : statementEnd(code, end + other);
}

/** Returns the bracket that closes what stands around a place, or the end. */
const blockEnd = (code: string, from: number) => expressionEnd(code, from, /(?!)/);

const ROUTINE =
  /\bfunction\s+(\w+)\s*\([^()]*\)\s*(?=\{)|\bconst\s+(\w+)\s*=\s*(?:async\s*)?(?:\([^()]*\)|\w+)\s*=>\s*/g;

/** Calls of the script's own functions that start nothing become prints. */
function printIdle({ text, code }: Script, starts: RegExp): string {
  const found = [...code.matchAll(ROUTINE)];
  if (found.length > MAX_ROUTINES) return text;
  const routines = found.map((match) => {
    const from = match.index + match[0].length;
    return { name: match[1] ?? match[2] ?? '', body: code.slice(from, statementEnd(code, from)).replaceAll('`', '"') };
  });
  const isOwn = (name: string) => routines.filter((one) => one.name === name).length === 1;
  const busy = new Set(
    routines
      .filter(({ body }) =>
        starts.test(body.replace(/(?<![\w$.])(\w+)\(/g, (call, name: string) => (isOwn(name) ? '(' : call))),
      )
      .map(({ name }) => name),
  );
  for (let size = -1; size !== busy.size; ) {
    size = busy.size;
    for (const { name, body } of routines)
      if ([...busy].some((other) => new RegExp(`(?<![\\w$.])${other}(?![\\w$])`).test(body))) busy.add(name);
  }
  const idle = routines.map(({ name }) => name).filter((name) => isOwn(name) && !busy.has(name));
  if (idle.length === 0) return text;
  const calls = [...code.matchAll(new RegExp(`(?<![\\w$.]|function\\s+)(?:${idle.join('|')})(?=\\()`, 'g'))];
  return calls
    .reverse()
    .reduce((all, { index, 0: name }) => `${all.slice(0, index)}print${all.slice(index + name.length)}`, text);
}
