import type { Literal, Literals } from './literals.js';
import { READS } from './reads.js';

const TEXTS = String.raw`""(?:\s*,\s*"")*`;
const LAUNCH = String.raw`(?<![.\w@:])(?:system|exec|spawn)|\bOpen3\.capture(?:2e?|3)`;
/** A start whose command stands there in full: behind it ends the call, or an option or a condition begins. */
const SHOWN = new RegExp(
  [
    '``',
    String.raw`(?:${LAUNCH})\s*\(?\s*\*?\s*${TEXTS}\s*(?=\)|$|[\n;}|&?]|,\s*\w+:|\b(?:and|or|if|unless|do|then)\b)`,
    String.raw`\bIO\.popen\s*\(\s*(?:""|\[\s*${TEXTS}\s*\])\s*\)`,
  ].join('|'),
  'g',
);
const STARTED = new RegExp(String.raw`(?:(?:${LAUNCH})\s*\(?|\bIO\.popen\s*\(\s*\[?)\s*\*?\s*$|\`$`);

/** Modules from which no text is run. */
const MODULES =
  /^(?:json|csv|yaml|psych|set|date|time|open3|fileutils|pathname|tempfile|tmpdir|digest|optparse|pp|ostruct|securerandom|strscan|bigdecimal|benchmark|English|shellwords|uri|forwardable|singleton|stringio|logger|zlib)$/;

/** What reaches a call by another name, runs a text as code, or hands one to what is started. */
const HIDES =
  /\b(?:\w*eval|(?:public_)?send|__send__|(?:instance_|public_)?method|const_get|binding|Object|Kernel|PTY|Fiddle|ObjectSpace|define_method|alias\w*|fork|syscall|load|autoload|require_relative|\w+_exec|ERB|TOPLEVEL_BINDING|stdin_data|trap|at_exit|refine|prepend|include|extend)\b/;
/** Any mention of a start, or of a way to one. */
const REST =
  /``|(?<![.\w@])(?:system|exec|spawn|open)\b|popen|\bOpen3\b|\bIO\b|\bProcess\b(?!\.(?:clock_gettime|pid)\b)/;

/**
 * Returns the commands that code in Ruby starts, if all of them stand in its calls; undefined where it may start
 * others.
 */
export function shownInRuby({ bare, items }: Literals): string[] | undefined {
  const loaded = items.filter(({ before }) => /\brequire\s*\(?\s*$/.test(before));
  if (HIDES.test(bare) || !loaded.every(({ value }) => MODULES.test(value))) return undefined;
  if (items.some(({ value, list }) => mayRun(list?.join(' ') ?? value))) return undefined;
  const rest = bare.replace(/\brequire\s*\(?\s*""/g, ' ').replace(SHOWN, ' ');
  if (REST.test(rest)) return undefined;
  const started = items.filter(isStarted);
  if (started.length < (bare.match(SHOWN)?.length ?? 0)) return undefined;
  const commands = started.map(({ list, value }) => (list ?? [value]).join(' ').trim());
  return commands.some((command) => command.includes('#{')) ? undefined : commands;
}

const isStarted = ({ before, isItem }: Literal) => !isItem && STARTED.test(before);

/** A text may hold code: beyond a plain name, and what a command prints that only reads, what it puts in is not looked at. */
function mayRun(text: string): boolean {
  const rest = text.replace(/#\{\s*`([\w ./:=%@-]+)`(?:\.\w+)*\s*\}/g, (all, command) =>
    READS.test(command) ? '' : all,
  );
  return /#(?:[$@]|\{(?!\s*[\w.@]+(?:\[["']?[\w -]*["']?\]|\[:\w+\])*(?:\.\w+)*\s*\}))/.test(rest);
}
