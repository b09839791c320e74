import { contentOf } from '../disk/paths.js';
import { productCall } from '../programs/product-calls.js';
import { type Call, HOLE, known, resolvePath, type Scope, type Session, type Shell, spell, under } from '../state.js';
import { findOperands, values } from '../text/command-options.js';
import { quoted } from '../text/quoted.js';
import { disarmedBy } from './client-switches.js';
import { forgeApi, forgeRequest, requestInCode } from './forge-api.js';
import { FRONTS } from './fronts.js';

/** Front ends that publish commits without `git push`. Reads are left out. */
export function runPublisher(call: Call): void {
  const { argv, program, words, session, shell, frame } = call;
  const extension = program === 'cargo' ? findFront(`cargo-${words[0]}`, words.slice(1)) : undefined;
  const front = extension ?? findFront(program, words) ?? findRequest(program, words, session, shell);
  if (front !== undefined) emitPublish(front, call);
  runProduct(call);
  const moves = Object.hasOwn(MOVERS, program) ? MOVERS[program] : undefined;
  const isTrial = words.some((word) => TRIAL.test(word));
  if (!isTrial && moves?.test(words.filter((word) => !word.startsWith('-')).join(' ')) === true) {
    session.effects.push({
      kind: 'git',
      verb: program,
      argv: argv.map(known),
      directory: shell.cwd,
      movesHead: true,
      changesContent: true,
      spelled: spell(argv),
      certain: frame.certain,
    });
  }
  if (program === 'gh') followAlias(words, call);
  if (program === 'jj') followJjAlias(words, call);
  const what = disarmedBy(argv, session.context.products);
  if (what !== undefined) session.effects.push({ kind: 'disarm', what, spelled: spell(argv) });
}

/** A program of a product that commits and pushes by itself. */
function runProduct(call: Call): void {
  const { argv, session, shell } = call;
  const asked = productCall(argv, session.context.products);
  if (asked === undefined) return;
  const { publishes, directoryOptions = [] } = asked.program;
  if (publishes === undefined || asked.verb !== publishes.verb) return;
  if (asked.words.some((word) => TRIAL.test(word)) || publishes.unless?.test(asked.words.join(' '))) return;
  const at = asked.words.findIndex((word) => directoryOptions.includes(word));
  const there = at < 0 ? shell : shell.external();
  if (at >= 0) there.cwd = resolvePath(asked.words[at + 1] ?? HOLE, shell, session.context.home);
  emitPublish(publishes.label, { ...call, shell: there });
}

/** `gh alias set m 'pr merge'`, and a later `gh m` in the same line. */
function followAlias(words: readonly string[], { session, shell, frame }: Scope): void {
  const key = (name: string) => `gh alias ${name}`;
  if (words[0] === 'alias' && words[1] === 'set') {
    const [name, expansion] = words.slice(2).filter((word) => !word.startsWith('-'));
    const isShell = words.some((word) => word === '--shell' || word === '-s');
    if (name !== undefined && expansion !== undefined)
      session.gitSettings.set(key(name), isShell ? `!${expansion}` : expansion);
    return;
  }
  const expansion = session.gitSettings.get(key(words[0] ?? ''));
  if (expansion === undefined) return;
  const code = expansion.startsWith('!')
    ? expansion.slice(1)
    : `gh ${expansion} ${words.slice(1).map(quoted).join(' ')}`;
  session.gitSettings.delete(key(words[0] ?? ''));
  session.code(code, shell.external(), under(frame, 'gh alias'), 'guess');
  session.gitSettings.set(key(words[0] ?? ''), expansion);
}

/** `aliases.up = ["git", "push"]`, as TOML on the command line. */
const JJ_ALIAS = /^aliases\.["']?([\w-]+)["']?\s*=?\s*(\[[\s\S]*\])$/;
const JJ_VALUED = ['--config', '--config-toml', '--config-file', '-R', '--repository', '--at-op', '--color'];

/** An alias of Jujutsu's that the line gives, by an option or by `jj config set`, and its use. */
function followJjAlias(words: readonly string[], { session, shell, frame }: Scope): void {
  const operands = findOperands(words, JJ_VALUED);
  const isSet = operands[0] === 'config' && operands[1] === 'set';
  const given = isSet ? [operands.slice(2).join('=')] : values(words, ['--config', '--config-toml']);
  for (const [, name = '', list = ''] of given.flatMap((one) => [JJ_ALIAS.exec(one) ?? []]).filter((one) => one.length))
    session.gitSettings.set(`jj alias ${name}`, list);
  for (const file of [...values(words, ['--config-file']), '.jj/repo/config.toml'])
    for (const match of (contentOf(session, shell, file) ?? '').matchAll(
      /^[ \t]*(?:aliases\.)?([\w-]+)\s*=\s*(\[.*\])/gm,
    ))
      session.gitSettings.set(`jj alias ${match[1]}`, match[2] ?? '');
  const key = `jj alias ${operands[0]}`;
  const list = session.gitSettings.get(key);
  if (isSet || list === undefined) return;
  const expansion = [...list.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'/g)].map((one) => one[1] ?? one[2] ?? '');
  session.gitSettings.delete(key);
  session.run(['jj', ...expansion, ...operands.slice(1)], shell.external(), under(frame, 'jj alias'));
  session.gitSettings.set(key, list);
}

/** What other programs than git do to the branch that is checked out. */
const MOVERS: Readonly<Record<string, RegExp>> = {
  gh: /^(?:pr checkout|co|repo sync$)/,
  glab: /^mr checkout/,
  hub: /^(?:merge|am|cherry-pick|checkout|pull|sync|pr checkout)/,
  jj: /^(?:rebase|edit|abandon|undo|op restore|restore|squash|split|absorb|backout|revert|parallelize)\b/,
  sl: /^(?:rebase|goto|update|pull|graft|fold|histedit|uncommit|unamend|absorb)\b/,
  gt: /^(?:restack|move|fold|checkout|co|up|down|top|bottom|get|absorb)\b/,
  gs: /^(?:repo restack|stack restack|branch (?:restack|onto|checkout|fold)|up|down|top|bottom)\b/,
  stg: /^(?:push|pop|goto|pull|rebase|undo)\b/,
  // They write a version, and most of them commit it.
  'standard-version': /^/,
  'commit-and-tag-version': /^/,
  changeset: /^version\b/,
  bumpversion: /^./,
  bump2version: /^./,
  'bump-my-version': /^bump\b/,
  cz: /^bump\b/,
};

/**
 * Reports that a program other than git publishes commits from the current folder; `front` is how it is called to do
 * so.
 */
export function emitPublish(front: string, { argv, session, shell, frame }: Call): void {
  session.effects.push({
    kind: 'publish',
    front,
    directory: shell.cwd,
    spelled: spell(argv),
    certain: frame.certain,
  });
}

/** Words by which any of these programs only shows what it would do. */
const TRIAL = /^(?:--dry-run(?:=.*)?|--dryRun|--help|-h|--version|--preview|--simulate|--print)$/;

/** The program and the words that publish commits; undefined when these words publish nothing. */
export function findFront(program: string, words: readonly string[]): string | undefined {
  const ways = Object.hasOwn(FRONTS, program) ? FRONTS[program] : undefined;
  if (ways === undefined || words.some((word) => TRIAL.test(word) && word !== '--dry-run=false')) return undefined;
  const all = words.join(' ');
  for (const way of ways) {
    const valued = new Set((way.valued ?? '').split(' '));
    const operands = words.filter(
      (word, at) => !word.startsWith('-') && (at === 0 || !valued.has(words[at - 1] as string)),
    );
    const found = way.when.exec(operands.join(' '));
    if (found === null || way.unless?.test(all) || way.needs?.test(all) === false) continue;
    return `${program.replace(/^git-/, 'git ')} ${found[0].trim()}`.trim();
  }
  return undefined;
}

function findRequest(program: string, words: readonly string[], session: Session, shell: Shell): string | undefined {
  if (/^(?:gh|glab|hub)$/.test(program))
    return words.find((word) => !word.startsWith('-')) === 'api' ? forgeApi(program, words, session, shell) : undefined;
  if (/^(?:python|node|nodejs|deno|bun|ruby|perl|php)[\d.]*$/.test(program))
    return requestInCode(words, program, session, shell);
  return /^(?:curl|wget|http|https|xh|xhs|httpie|curlie)$/.test(program)
    ? forgeRequest(program, words, session, shell)
    : undefined;
}
