import { speculate } from '../bash/speculate.js';
import { runCompiled } from '../code/compilers.js';
import { contentOf } from '../disk/paths.js';
import { emitPublish } from '../publish/emit.js';
import {
  baseName,
  type Call,
  callOf,
  type Frame,
  isKnown,
  type Scope,
  type Session,
  type Shell,
  under,
} from '../state.js';
import { programOf } from '../table.js';
import { values } from '../text/command-options.js';
import { quoted } from '../text/quoted.js';
import { isCodingAgent } from './product-calls.js';

/** Programs for which words are text, names or patterns: what follows is never a command of theirs. */
const TEXT = new Set(
  `echo printf grep egrep fgrep rg ag ack sed awk gawk mawk cat bat ls eza man info tldr cheat apropos whatis which whereis type
  help say cowsay figlet toilet banner logger notify-send wall write test [ expr true false touch mkdir rmdir rm cp mv ln apt
  apt-get apt-cache apk brew dnf yum pacman zypper snap port choco winget pip pip3 pipx gem npm pnpm yarn bun cargo go git gh
  glab hub tea claude codex gemini aider llm code cursor subl nano vim vi nvim emacs open xdg-open less more head tail wc sort
  uniq diff cmp jq yq tee tr cut paste basename dirname realpath readlink stat file tree du df chmod chown kill pkill pgrep
  killall ps top pidof locate mdfind fd find set export unset alias unalias local declare typeset readonly return exit trap
  compgen complete bind history fc wait sleep seq yes date cal curl wget http ping dig host node python python3 ruby perl php
  deno eslint oxlint prettier biome tsc jest vitest mocha pytest rspec cucumber behave shellcheck shfmt docker-compose-config make just task terraform
  aws gcloud az kubectl-get slack sendmail mail mutt tmux screen jj sl hg`.split(/\s+/),
);

/** Where a sentence begins to order something: at its start, behind its joints, behind a verb of running. */
const ORDERED =
  /(?:(?:^|[.:;!,])\s*|\b(?:and|then|please|now|just)\s+)(?:\/?!?(?:run|execute|do|call|type|issue)\s+(?:the\s+command\s+)?|[!]\s*)?["'`]?((?:git|gh|glab|hub|jj|sl)\s[^"'`;,]{1,300})/gi;

/** A verb that publishes with what a command has behind it; in a sentence about the command stand other words. */
const ORDER = /\b(?:push|merge|submit|sync|send-pack)\b\s*(?:$|[-\d&|]|(?:origin|upstream|head|to)\b|[\w.-]+[/:])/i;

/** Lists commands that a text tells another agent to run; a question about one, or a word against it, is no order. */
function ordersIn(text: string): string[] {
  return [...text.matchAll(ORDERED)]
    .slice(0, MAX_TRIES)
    .map((match) => (match[1] ?? '').replace(/[.!?)]+(?=\s|$).*$/, ''))
    .filter((order) => ORDER.test(order));
}

/** Where a clause of an order begins, and what is ordered in plain words: "commit and push the branch", "then merge it". */
const CLAUSE = String.raw`(?:^|[.:;!,]\s*|\n\s*(?:\d+[.)]|[-*])\s*|\b(?:and|then|please|now|just|also|afterwards|finally)\s+)`;
const THING = String.raw`(?:it|this|that|them|all|everything)\b|(?:the|this|our|my|your|all)\s+(?:\w+\s+)?(?:branch|commits?|changes|work|code|result|fix|tags?|release)\b`;
const ORDERED_PUSH = new RegExp(
  String.raw`${CLAUSE}push(?:\s*(?:$|[.!;,\n]|and\b)|\s+(?:${THING}|(?:straight\s+|directly\s+|up\s+)?to\s+(?:the\s+)?(?:origin|remote|upstream|main|master|github|gitlab|server)\b))|${CLAUSE}merge\s+(?:it\s*(?:$|[.!;,])|(?:the|this|my|your|that)\s+(?:pull|merge)\s+request\b|(?:the\s+|this\s+)?[pm]r\b|#\d)`,
  'i',
);

/** Options by which a client takes its order from a file. */
const ORDER_FILES = ['--message-file', '--prompt-file', '--instructions', '--recipe', '--file'];

/**
 * Tells what a nested client is told. A text of several lines, or one that comes in, is rather a document that it is
 * given, unless it is told nothing else.
 */
function promptsOf(words: readonly string[], { session, shell, frame }: Scope): string[] {
  const isGiven = (word: string, at: number) => !word.startsWith('-') && TAKES_PROMPT.test(words[at - 1] ?? '');
  const texts = words.filter((word, at) => isKnown(word) && (/\s/.test(word) || isGiven(word, at)));
  const documents = values(words, ORDER_FILES).map((file) => contentOf(session, shell, file));
  if (texts.length === 0) documents.push(frame.input?.rest);
  const told = texts.length === 1 ? texts : texts.filter((text) => !text.includes('\n'));
  return [...told, ...documents.filter(isKnown)];
}

const TAKES_PROMPT = /^(?:-p|--print|--prompt|--message|exec|run)$/;

/** Containers and clusters: of their many subcommands only these start something. */
const STARTS_IN_CONTAINER = /^(?:run|exec|create|attach|debug)$/;

/** `kubectl create … --dry-run=client -- git push` prints what it would send. */
function isTrial(words: readonly string[]): boolean {
  const own = words.slice(0, words.includes('--') ? words.indexOf('--') : words.length);
  return own.some((word) => /^--dry-run=(?:client|server)$/.test(word));
}

/** Words with which a command begins that may publish. */
const BEGINS =
  /^(?:git(?:-[\w-]+)?|gh|glab|hub|jj|sl|hg|(?:ba|da|z|k|fi)?sh|env|sudo|npm|pnpm|yarn|npx|bun|make|just|task)(?:\.exe)?$/;

/** Options whose value is code, whatever the program: `-c`, `-e`, `--exec`, `--rsh`, `--pager`. */
const CODE_OPTION =
  /^(?:-[ceExF]|-oProxyCommand|--?(?:[a-z]+-)*(?:c|exec|execute|command|cmd|run|shell|call|eval|filter|hook|pre|post|preview|bind|pager|editor|rsh|path|wrapper|wrap|toolexec|program|vettool|unzip-command|do|sendmail|trigger|lint-cmd|TT)|-TT|-S)$/;

/** A text that could be a command which publishes; a glance before it is parsed. */
const TELLING = /\b(?:git|gh|glab|hub|jj|sl|npm|pnpm|yarn|make|just|task)\b|\.(?:sh|bash|mjs|c?js|py|rb|pl)\b|\.\//;

const MAX_TRIES = 6;

/**
 * A program that we do not know and that is given the words of a command (`prlimit … git push`, `foo --exec 'git push'`) most
 * likely starts it. Only what publishes is kept: anything else would be a guess.
 */
export function runEmbedded(call: Call): undefined {
  const { program, words, session, shell, frame } = call;
  const inner: Frame = { ...under(frame, program), exit: 'hidden', certain: false };
  // The words of a coding agent's call are a person's to it.
  if (isCodingAgent(program, session.context.products)) {
    for (const text of promptsOf(words, call)) {
      for (const order of ordersIn(text))
        if (speculate(session, () => session.code(order, shell.clone(), inner, 'guess'))) return;
      if (!ORDERED_PUSH.test(text)) continue;
      emitPublish(`${program}, told to push`, { ...call, frame: inner });
      return;
    }
    return;
  }
  const { enters, contains } = programOf(program);
  contains?.(call);
  if (isSilent(program, words)) return;
  const entered = enters?.(words);
  if (entered !== undefined && speculate(session, () => session.run(entered, shell.clone(), inner))) return;
  let tries = 0;
  for (const [at, word] of words.entries()) {
    if (tries >= MAX_TRIES || !isKnown(word)) continue;
    // Short options of a program that reads text are patterns.
    const isPattern = TEXT.has(program) && /^-\w{1,3}$/.test(word);
    const text = isPattern ? undefined : codeOf(word, words[at + 1]);
    if (text !== undefined && (TELLING.test(text) || startsFile(word, text, session, shell))) {
      tries++;
      if (speculate(session, () => session.code(text, shell.clone(), inner, 'guess'))) return;
      // `start-stop-daemon --exec git -- push`: its words stand behind the dashes.
      const dashes = /\s/.test(text) ? -1 : words.indexOf('--', at);
      if (dashes > 0 && speculate(session, () => session.run([text, ...words.slice(dashes + 1)], shell.clone(), inner)))
        return;
    }
    const image = enters !== undefined ? word.replace(/:[\w.-]+$/, '') : word;
    if (TEXT.has(program) || !BEGINS.test(baseName(image))) continue;
    tries++;
    if (speculate(session, () => session.run([image, ...words.slice(at + 1)], shell.clone(), inner))) return;
  }
}

/**
 * `startsFile` tells whether an option's value names a file that is started, whatever it is called, as in `-vettool=/tmp/x`.
 */
function startsFile(option: string, text: string, session: Session, shell: Shell): boolean {
  const [path = ''] = text.split(' ');
  return (
    /(?:toolexec|vettool|exec|wrapper|program)(?:=|$)/.test(option) &&
    path.includes('/') &&
    contentOf(session, shell, path) !== undefined
  );
}

function isSilent(program: string, words: readonly string[]): boolean {
  if (programOf(program).enters !== undefined)
    return isTrial(words) || !words.some((word) => STARTS_IN_CONTAINER.test(word));
  return TEXT.has(program) && !OPTIONS_RUN.has(program);
}

/** Programs whose words are text, and that have options which run something. */
const OPTIONS_RUN = new Set(['rg', 'go', 'sort', 'wget', 'cargo']);

/** Returns the code that a word gives: an option's value, or socat's and ssh's ways to name a program. */
function codeOf(word: string, next: string | undefined): string | undefined {
  const address = /^(?:EXEC|SYSTEM):(.*?)(?:,\w+)*$/i.exec(word)?.[1];
  if (address !== undefined) return address;
  const setting = /^(?:-o)?\s*(?:Proxy|Local|Remote|KnownHosts)Command[ =](.*)$/is.exec(word)?.[1];
  if (setting !== undefined) return setting;
  const equals = word.startsWith('-') ? word.indexOf('=') : -1;
  const name = equals > 0 ? word.slice(0, equals) : word;
  if (!CODE_OPTION.test(name)) return undefined;
  const value = equals > 0 ? word.slice(equals + 1) : next;
  if (!isKnown(value)) return undefined;
  // `-wrapper git,push` and `start:execute(git push)`.
  if (name === '-wrapper') return value.split(',').map(quoted).join(' ');
  return /^[\w-]+:(?:execute|become|reload)\w*\((.*)\)$/s.exec(value)?.[1] ?? value;
}

/** Variables by which many programs are told what to start: editors, pagers, browsers, compilers and what wraps them. */
const STARTS_BY_VARIABLE =
  /^(?:CC|CXX|CPP|LD|AR|RUSTC|RUSTDOC|\w+_LINKER|\w*(?:EDITOR|PAGER|BROWSER|ASKPASS|WRAPPER|RUNNER)|VISUAL|LESSOPEN|LESSCLOSE|\w+_(?:RSH|SSH)|PROMPT_COMMAND|SHELL)$/;

/** Reports what a variable of the line that names a program would publish, if a program starts it. */
export function runVariables({ program, session, shell, frame }: Call): void {
  const goFlags = program === 'go' ? shell.variables.get('GOFLAGS') : undefined;
  if (goFlags?.exported && isKnown(goFlags.value)) {
    const child = shell.clone();
    child.variables.delete('GOFLAGS');
    runEmbedded(callOf(['go', ...goFlags.value.split(/\s+/)], session.at(child, under(frame, 'GOFLAGS'))));
  }
  for (const [name, variable] of shell.variables) {
    if (variable.exported && /^(?:LD_PRELOAD|DYLD_INSERT_LIBRARIES)$/.test(name))
      for (const path of variable.value.split(/[\s:]+/)) runCompiled(path, session.at(shell, under(frame, name)));
    if (!variable.exported || !STARTS_BY_VARIABLE.test(name) || !isKnown(variable.value)) continue;
    const [started = ''] = variable.value.split(/\s/);
    const isScript = started.includes('/') && contentOf(session, shell, started) !== undefined;
    if (!(isScript || TELLING.test(variable.value)) || program === 'git') continue;
    const child = shell.clone();
    child.variables.delete(name);
    const inner: Frame = { ...under(frame, name), exit: 'hidden', certain: false };
    speculate(session, () => session.code(variable.value.replace(/^\|+/, ''), child, inner, 'guess'));
  }
}
