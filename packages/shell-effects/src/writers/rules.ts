import { expandBraces } from '../bash/words/braces.js';
import { expandGlob, matchGlob } from '../bash/words/glob.js';
import { type Found, walkDisk } from '../disk/disk.js';
import { isDirectory } from '../disk/paths.js';
import type { Write, WriteHow } from '../effects.js';
import { HOLE, isKnown } from '../state.js';
import { findOperands, optionNames, values } from '../text/command-options.js';
import { hasOption, type WriterCall, write } from './call.js';

/** Words by which a program, or a subcommand, says what it writes. */
export interface WriterRule {
  /** Options that take the next word and name no file that is written. */
  readonly valued?: string;
  /** Options whose value is a file that is written. */
  readonly out?: string;
  /** Options whose value is a folder that is written into. */
  readonly into?: string;
  /** Which operands are written. */
  readonly targets?: 'each' | 'first' | 'second' | 'third' | 'last' | 'rest' | 'behind';
  readonly how?: WriteHow;
  readonly reach?: Write['reach'];
  /** The operands are written only with such an option or word, and never with such another. */
  readonly when?: RegExp;
  readonly unless?: RegExp;
  /** Path that stands for operands that are not given. */
  readonly otherwise?: string;
  /** Files that it writes of itself. */
  readonly own?: string;
  /** Whether the rule holds only where no operand and no option says another place. */
  readonly ownOnly?: boolean;
}

/** Words by which a program names the files that it reads. */
export interface ReaderRule {
  readonly valued?: string;
  /** Leading operands that are no files: a pattern, a program. */
  readonly skip?: number;
  /** Options that stand for those operands. */
  readonly instead?: RegExp;
  /** Options whose value is a file that is read. */
  readonly files?: string;
  /** With such an option folders are read, too. */
  readonly deep?: RegExp;
}

/** Reports what a rule finds in a call; `taken` leading operands are the subcommand. */
export function applyRule(call: WriterCall, rule: WriterRule, taken: number): void {
  const out = optionNames(rule.out);
  const into = optionNames(rule.into);
  const operands = findOperands(call.words, [...optionNames(rule.valued), ...out, ...into]).slice(taken);
  if (call.words.some((word) => /^(?:--help|--version)$/.test(word))) return;
  if (rule.unless !== undefined && call.words.some((word) => (rule.unless as RegExp).test(word))) return;
  const named = values(call.words, out).filter((path) => path !== '-');
  for (const path of named) write(call, withoutScheme(path), rule.into === undefined ? 'exact' : reachOf(call, path));
  const folders = values(call.words, into);
  for (const path of folders) write(call, path, 'into');
  if (rule.when !== undefined && !call.words.some((word) => (rule.when as RegExp).test(word))) return;
  const targets = rule.targets === undefined ? [] : pick(operands, rule.targets);
  if (targets.length === 0 && rule.otherwise !== undefined && named.length + folders.length === 0)
    write(call, rule.otherwise, isDirectory(call.session, call.shell, rule.otherwise) ? 'into' : rule.reach, rule.how);
  for (const path of targets) writeTarget(call, path, rule);
  if (rule.own === undefined || (rule.ownOnly && targets.length + named.length + folders.length > 0)) return;
  for (const path of rule.own.split(' '))
    for (const place of placesOf(path, call)) write(call, place, place.endsWith('/') ? 'into' : 'exact');
}

/** Variables by which a user says that a store lies elsewhere: its file, or its folder with the name in it. */
const MOVED: Readonly<Record<string, string>> = {
  '~/.kube/config': 'KUBECONFIG',
  '~/.npmrc': 'NPM_CONFIG_USERCONFIG npm_config_userconfig',
  '~/.docker/config.json': 'DOCKER_CONFIG/config.json',
  '~/.aws/credentials': 'AWS_SHARED_CREDENTIALS_FILE',
  '~/.aws/config': 'AWS_CONFIG_FILE',
  '~/.cargo/credentials.toml': 'CARGO_HOME/credentials.toml',
};

/** Tells where a program's own file lies: where an exported variable of the line says, or the usual place. */
function placesOf(path: string, { shell }: WriterCall): readonly string[] {
  const names = Object.hasOwn(MOVED, path) ? (MOVED[path] as string).split(' ') : [];
  for (const [name = '', ...rest] of names.map((one) => one.split('/'))) {
    const variable = shell.variables.get(name);
    if (variable?.exported !== true || variable.value === '') continue;
    // Of several files kubectl changes the one that holds what is changed.
    const told = name === 'KUBECONFIG' ? variable.value.split(':') : [variable.value];
    return told.filter((one) => one !== '').map((one) => [one, ...rest].join('/'));
  }
  return [path];
}

function reachOf(call: WriterCall, path: string): Write['reach'] {
  return isDirectory(call.session, call.shell, path) ? 'into' : 'exact';
}

/** `withoutScheme` returns the path of a value such as `json:report.json` or `file:x`. */
function withoutScheme(value: string): string {
  return value.replace(/^[a-z][\w-]{2,}:(?=[^/\\]|\/[^/])/i, '');
}

function pick(operands: readonly string[], targets: NonNullable<WriterRule['targets']>): readonly string[] {
  switch (targets) {
    case 'each':
      return operands;
    case 'first':
      return operands.slice(0, 1);
    case 'second':
      return operands.slice(1, 2);
    case 'third':
      return operands.slice(2, 3);
    case 'last':
      return operands.length > 1 ? operands.slice(-1) : [];
    case 'rest':
      return operands.slice(1);
    // What to look for and what to put there stand first.
    case 'behind':
      return operands.slice(2);
  }
}

function writeTarget(call: WriterCall, raw: string, rule: WriterRule): void {
  // `go fmt ./...` and globs that a program itself resolves: everything beneath what is plain before them.
  const open = /^(.*?)(?:\/?\.\.\.$|[^/]*[*?{[])/.exec(raw);
  const how = rule.how ?? 'write';
  if (raw.startsWith('!')) return;
  if (open === null || raw.includes(HOLE)) {
    const isFolder = rule.reach === undefined && isDirectory(call.session, call.shell, raw);
    write(call, raw, isFolder ? 'into' : rule.reach, how);
    return;
  }
  const found = raw.endsWith('...') ? undefined : expandGlob(raw, call.shell.cwd, (path) => call.session.list(path));
  if (found !== undefined) for (const path of found) write(call, path, 'exact', how);
  else {
    const start = open[1] === '' ? '.' : (open[1] as string);
    const fitting = raw.endsWith('...')
      ? undefined
      : fittingBeneath(call, start, raw.slice((open[1] as string).length));
    if (fitting === undefined) write(call, start, 'into', how);
    else for (const { path, isFolder } of fitting) write(call, path, isFolder ? 'into' : 'exact', how);
  }
}

const MAX_FITTING = 400;

/**
 * Tells what beneath a folder may fit a pattern as programs read them: the folders that it names and its last part.
 * Hidden files count, as programs differ there, and so does all in a folder that fits. Undefined when that cannot be
 * known.
 */
function fittingBeneath(call: WriterCall, folder: string, pattern: string): readonly Found[] | undefined {
  // `!(…)` means other things to other programs.
  if (/[()]|(?:^|\/)\.\.(?:\/|$)/.test(pattern)) return undefined;
  const choices = expandBraces(pattern)?.map((choice) => choice.split('/').filter((part) => !/^\.?$/.test(part)));
  const beneath = walkDisk(folder, call.session, call.shell);
  if (choices === undefined || beneath === undefined || beneath.some(({ name }) => !isKnown(name))) return undefined;
  const found = beneath.filter(({ path, name, depth }) => {
    const folders = path.split('/').slice(-depth - 1, -1);
    return depth > 0 && choices.some((parts) => fitsParts(parts, folders, name));
  });
  return found.length > MAX_FITTING ? undefined : found;
}

function fitsParts(parts: readonly string[], folders: readonly string[], name: string): boolean {
  const named = parts.slice(0, -1).filter((part) => !/[*?[]/.test(part));
  return named.every((part) => folders.includes(part)) && matchGlob(parts.at(-1) ?? '*', name);
}

/** Option names by which any program says where its output goes. */
const TELLING =
  /^--?(?:[\w.]+[-_.])*(?:o?ut|output|outfile|outdir|outputs?|out-?(?:file|dir|path)|output-?\w+|\w+_out|dest(?:ination)?|(?:report|log|junit|cid|iid|metadata|trace|profile|stats)-?file|file-reporter|junit\w*|log-\w*junit|logfile|save(?:-as|-to)?|dump|export-\w+|reporter-destination|(?:cpu|heap)-prof-(?:dir|name)|diagnostic-dir|redirect-warnings|trace-event-file-pattern|report-filename|basetemp|results?-dir(?:ectory)?|target-dir)(?:\.\w+)*$/i;

/** Programs whose `-o` is no output file. */
const OTHER_O =
  /^(?:grep|egrep|fgrep|rg|ag|ack|ps|ls|ssh|set|mount|test|kubectl|oc|helm|gh|aws|az|gcloud|netstat|ss|id|od|find|fd|xargs|lsof|getconf|useradd|usermod|pytest|py\.test|systemctl|docker|podman|nmap|top|column|lsblk|findmnt|shopt|bash|sh|zsh|unzip|cut|xmllint|tmux|sed|scp|sftp|sshfs|npm|pnpm|yarn|git|tsx|node|python\d?|cat|diff|comm|tree|stat|wc|tail|head|less|chown|chmod|install|cargo|pip|apt|apt-get|jq|mysql|istioctl|argocd|flux|doctl|linode-cli|fly|consul|vault)$/;

/** Programs that only read and print, whatever their options are called. */
const PRINTERS =
  /^(?:ls|cat|echo|grep|egrep|fgrep|rg|head|tail|wc|pwd|cut|tr|cmp|stat|file|du|df|whoami|hostname|uname|printf|true|false|test|sleep|basename|dirname|which|nl|jq|column|more|less|find|sed)$/;

/** Names whose value says more than the path: `output=x`, `json:x`, `LogFileName=x`. */
const COMPOUND = /^(?:--?reporter-options?|-O|--logger|--cov-report|--out-format|--report)$/;

/** Applies the output options that any program may have, by their telling names. */
export function applyTellingOptions(call: WriterCall, known: readonly string[]): void {
  if (PRINTERS.test(call.program)) return;
  for (const [at, word] of call.words.entries()) {
    if (word === '--') break;
    if (!/^--?[A-Za-z]/.test(word)) continue;
    const equals = word.indexOf('=');
    const name = equals > 0 ? word.slice(0, equals) : word;
    const value = equals > 0 ? word.slice(equals + 1) : (call.words[at + 1] ?? '');
    if (COMPOUND.test(name)) {
      const path = /(?:^|[;,])(?:output|mochaFile|LogFileName|[a-z][\w-]*(?=:)):?=?([^;,]+)/.exec(value)?.[1];
      if (path !== undefined && /[./]/.test(path)) write(call, path);
      continue;
    }
    if (known.includes(name)) continue;
    const isShort = name === '-o' && !OTHER_O.test(call.program);
    const glued = /^-o(?=[\w./~]*[./])(.+)$/.exec(word)?.[1];
    if (glued !== undefined && equals < 0 && !OTHER_O.test(call.program) && !TELLING.test(word)) write(call, glued);
    if (!isShort && !TELLING.test(name)) continue;
    if (value === '' || value === '-' || value.startsWith('-')) continue;
    // A word such as `json` is a format.
    if (
      !/[./~\0]/.test(value) &&
      isShort &&
      hasOption(call, /^-o$/) &&
      /^(?:json|yaml|wide|name|text|table)$/.test(value)
    )
      continue;
    write(call, withoutScheme(value), /dir|dest|basetemp/i.test(name) ? 'into' : reachOf(call, value));
  }
}
