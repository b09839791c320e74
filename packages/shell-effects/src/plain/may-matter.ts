/**
 * The cheap question asked before the parser is loaded. No imports: this file is part of the small entry that every event
 * pays for.
 */

/** Programs that read and print, whatever their words (but see `isRisky`). */
const HARMLESS = new Set(
  'ls cat echo grep egrep fgrep rg head tail wc pwd cd cut tr diff cmp stat file du df whoami hostname uname printf true false test sleep basename dirname which sort uniq nl tree jq column less more find sed git'.split(
    ' ',
  ),
);

const GIT_HARMLESS = ['status', 'log', 'diff', 'show', 'add', 'ls-files', 'blame', 'rev-parse'];

/**
 * Tells whether a text needs a shell to be understood: expansions, escapes, groups, here-documents, comments, digits
 * glued to a redirection, one redirection as another's target, control characters.
 */
const needsParser = (text: string) =>
  /[$`\\{}()#!\x00-\x08\x0b-\x1f\x7f]|<<|<>|>\||&>|=\(|(?:^|[\s;&|])~[^/\s]|[^\s\d;&|]\d+[<>]|[<>](?:\s+\d*|\d+)[<>]|>>\s*\d*[<>]/.test(
    text,
  );

/** Redirections that write no file. */
const withoutNowhere = (text: string) =>
  text.replace(/[12]?>&[12](?=\s|$|[|;&])|[12]?>\s?\/dev\/null(?=\s|$|[|;&])/g, ' ');

/** `isPlain` tells whether a command is words and blanks only: no quote, expansion, redirection or separator. */
const isPlain = (command: string) => /^[\w ./:@%+,=-]*$/.test(command);

/**
 * Tells whether the command might push, publish, disarm, run something of interest or write to a protected-looking
 * name, or when it takes more than this function to know. It errs towards true; false means a list of plain reading
 * commands.
 * @param isKnown what else does not matter, by its words; asked only of what is no plain reading command. @default nothing
 */
export function mayMatter(command: string, isKnown?: (words: readonly string[]) => boolean): boolean {
  const matters = (words: readonly string[]) => !isHarmless(words) && isKnown?.(words) !== true;
  if (command.length > 4_096) return true;
  // The commonest case by far is spared the expressions below, whose compilation costs more than all the rest.
  if (isPlain(command)) return matters(command.trim().split(' '));
  const text = withoutQuotes(command);
  if (text === undefined || needsParser(text)) return true;
  // Whatever is written may be a secret, or closed by a phase.
  if (withoutNowhere(text).includes('>')) return true;
  const parts = text.replace(/[12]?>&[12](?=\s|$|[|;&])/g, ' ').split(/&&|\|\||[;|&\n]/);
  return parts.some(
    (part) =>
      part.trim() !== '' &&
      matters(
        part
          .replace(/\d?(?:>>?|<)\s*\S+/g, ' ')
          .trim()
          .split(/[ \t]+/),
      ),
  );
}

/**
 * A backslash that the shell may take for itself. Between double quotes it leaves it to these, as patterns have them: `a\|b`.
 */
const MEANT = /\\(?![|.*+?^()[\]{}<>swdbSWDB])/;

/**
 * Returns the text with whole quoted words replaced by a placeholder; undefined when quotes stand inside words or hold
 * something that expands.
 */
function withoutQuotes(command: string): string | undefined {
  let text = '';
  for (let at = 0; at < command.length; at++) {
    const character = command[at] as string;
    if (character !== "'" && character !== '"') {
      text += character;
      continue;
    }
    const end = command.indexOf(character, at + 1);
    if (end < 0) return undefined;
    const inside = command.slice(at + 1, end);
    const before = command[at - 1] ?? ' ';
    const after = command[end + 1] ?? ' ';
    if (!/[\s=]/.test(before) || !/[\s;|&]/.test(after)) return undefined;
    if (character === '"' && (/[$`!]/.test(inside) || MEANT.test(inside))) return undefined;
    // What a quoted word says matters only for the programs that read their words as code or as options.
    text += /^[\w./:@%+,=-]+$/.test(inside) ? inside : 'QUOTED';
    at = end;
  }
  return text;
}

function isHarmless(words: readonly string[]): boolean {
  const [program = ''] = words;
  if (program === '') return true;
  if (!HARMLESS.has(program) && program !== '[') return false;
  // Compiling the rules of them all costs more than the rest of this question.
  return !(WITH_RULES.has(program) ? isRisky : writesByOption)(program, words.slice(1));
}

/** Programs that `isRisky` knows more of. */
const WITH_RULES = new Set('git find sed sort tree rg uniq less more printf test [ file tr cut'.split(' '));

/** Options by which any other one writes or runs something. */
function writesByOption(_program: string, words: readonly string[]): boolean {
  return words.some((word) => word.startsWith('--') && /^--(?:output|pre|exec)/.test(word));
}

/** Options by which a reading program writes or runs something. */
function isRisky(program: string, words: readonly string[]): boolean {
  switch (program) {
    case 'git': {
      const plain = words[0] === '--no-pager' ? words.slice(1) : words;
      if (!GIT_HARMLESS.includes(plain[0] ?? '')) return true;
      return plain.some((word) => /^(?:--out|--ext|--textconv|--open|-O)/.test(word));
    }
    case 'find':
      return words.some((word) => /^-(?:exec|ok|delete|fprint|fls)/.test(word));
    case 'sed':
      return (
        words[0] !== '-n' ||
        !/^\d+(?:,(?:\d+|\$))?p$/.test(words[1] ?? '') ||
        words.slice(2).some((word) => word.startsWith('-'))
      );
    case 'sort':
    case 'tree':
      return words.some((word) => /^-\w*o|^--o|^--compress/.test(word));
    case 'rg':
      return words.some((word) => /^--(?:pre|hostname-bin)/.test(word));
    case 'uniq':
      return words.filter((word) => !word.startsWith('-')).length > 1;
    case 'less':
    case 'more':
      return words.some((word) => /^[-+]/.test(word));
    case 'printf':
    case 'test':
    case '[':
      return words.some((word) => word === '-v');
    case 'file':
      return words.some((word) => /^-\w*C|^--compile/.test(word));
    case 'tr':
    case 'cut':
      return false;
    default:
      return true;
  }
}
