import { productCall } from '../starts/product-calls.js';
import { type Call, HOLE, known, resolvePath, type Session, type Shell, spell } from '../state.js';
import { programOf } from '../table.js';
import { disarmedBy } from './client-switches.js';
import { emitPublish } from './emit.js';
import { forgeApi, forgeRequest, requestInCode } from './forge-api.js';

/** Front ends that publish commits without `git push`. Reads are left out. */
export function runPublisher(call: Call): void {
  const { argv, program, words, session, shell, frame } = call;
  const extension = program === 'cargo' ? findFront(`cargo-${words[0]}`, words.slice(1)) : undefined;
  const front = extension ?? findFront(program, words) ?? findRequest(program, words, session, shell);
  if (front !== undefined) emitPublish(front, call);
  runProduct(call);
  const { moves, aliases } = programOf(program);
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
  aliases?.(call);
  const what = disarmedBy(argv, session.context.products);
  if (what !== undefined) session.effects.push({ kind: 'disarm', what, spelled: spell(argv) });
}

/** Runs a program of a product that commits and pushes by itself. */
function runProduct(call: Call): void {
  const { argv, session, shell } = call;
  const asked = productCall(argv, session.context.products);
  if (asked === undefined) return;
  const { publishes, directoryOptions = [] } = asked.program;
  if (publishes === undefined || asked.verb !== publishes.verb) return;
  if (asked.words.some((word) => TRIAL.test(word)) || publishes.unless?.test(asked.words.join(' '))) return;
  const at = asked.words.findIndex((word) => directoryOptions.includes(word));
  const there = at < 0 ? shell : shell.external();
  if (at >= 0) there.cwd = resolvePath(asked.words[at + 1] ?? HOLE, shell, session);
  emitPublish(publishes.label, { ...call, shell: there });
}

/** Words by which any of these programs only shows what it would do. */
const TRIAL = /^(?:--dry-run(?:=.*)?|--dryRun|--help|-h|--version|--preview|--simulate|--print)$/;

/** Returns the program and the words that publish commits; undefined when these words publish nothing. */
export function findFront(program: string, words: readonly string[]): string | undefined {
  const ways = programOf(program).publishes;
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
