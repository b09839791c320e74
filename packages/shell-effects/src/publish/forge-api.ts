import { posix } from 'node:path';
import { contentOf } from '../disk/paths.js';
import { configuredSettings } from '../git/config.js';
import { HOLE, type Session, type Shell } from '../state.js';

/** Options of `gh` and its like that take the next word. */
const VALUED =
  /^(?:-R|--repo|-X|--method|-H|--header|-f|-F|--field|--raw-field|--input|-q|--jq|-t|--template|--hostname|-p|--preview|--cache)$/;

/** `MOVES_REF` matches an API path by which a forge moves a branch. */
const MOVES_REF =
  /\/(?:merge|merges|merge-upstream|update-branch|accept|rebase|git\/refs(?:\/[^?]*)?|contents\/[^?]*|repository\/(?:commits|merged_branches|tags|branches(?:\/[^?]*)?|files\/[^?]*)|merge_when_pipeline_succeeds|git-receive-pack|_apis\/git\/repositories\/[^?]*\/(?:pushes|refs|merges|cherryPicks|reverts)|(?:repos|repositories)\/[^?]*\/(?:branches|tags|refs\/branches|refs\/tags)(?:\/[^?]*)?)(?:[?#]|$)/;

/** Where a forge completes a pull request by a change of its state. */
const COMPLETES = /\/pull-?requests\/\d+(?:[?#]|$)/i;
const COMPLETED = /completed|autoComplete|MERGED/;

/** Operations of a forge's GraphQL that move a branch. */
const MOVES_BY_QUERY =
  /mergePullRequest|enablePullRequestAutoMerge|AutoMerge|enqueuePullRequest|createCommitOnBranch|mergeBranch|updateRefs?\b|createRef|deleteRef|mergeRequestAccept|mergeRequestSetAutoMerge/;

/**
 * Reports `gh api`, `glab api` or `hub api` with a path and a method that move a branch; `words` are all that follow the
 * program.
 */
export function forgeApi(
  program: string,
  words: readonly string[],
  session: Session,
  shell: Shell,
): string | undefined {
  const operands = words
    .slice(words.indexOf('api') + 1)
    .filter((word, index, all) => !word.startsWith('-') && !VALUED.test(all[index - 1] ?? ''));
  const path = operands[0] ?? '';
  if (/(?:^|\/)graphql$/.test(path))
    return MOVES_BY_QUERY.test(`${words.join(' ')} ${filesOf(words, session, shell)}`)
      ? `${program} api graphql merge`
      : undefined;
  const method = findMethod(words);
  const hasFields = words.some((word) => /^(?:-f|-F|--field|--raw-field|--input)(?:=|$)|^-[fF]./.test(word));
  const writes = method === undefined ? hasFields : !/^(?:GET|HEAD)$/i.test(method);
  if (!writes) return undefined;
  return MOVES_REF.test(`/${path}`) || path.includes(HOLE) ? `${program} api merge` : undefined;
}

/** Returns the texts of files that a request takes its fields or body from. */
function filesOf(words: readonly string[], session: Session, shell: Shell): string {
  const named = words.flatMap((word, at) =>
    words[at - 1] === '--input' ? [word] : (/(?:^|=)@([^=]+)$/.exec(word)?.slice(1) ?? []),
  );
  return named.map((name) => contentOf(session, shell, posix.normalize(name)) ?? '').join(' ');
}

function findMethod(words: readonly string[]): string | undefined {
  for (const [at, word] of words.entries()) {
    if (/^(?:-[a-zA-Z]*X|--method|--request)$/.test(word) && !word.startsWith('--X')) return words[at + 1];
    const match = /^(?:-[a-zA-Z]*X|--method=|--request=)([A-Za-z]+)$/.exec(word);
    if (match !== null) return match[1];
  }
  return undefined;
}

/** Reports a request of `curl`, `wget` or HTTPie to a forge that moves a branch. */
export function forgeRequest(
  program: string,
  words: readonly string[],
  session: Session,
  shell: Shell,
): string | undefined {
  const isHttpie = program !== 'curl' && program !== 'wget';
  const urls = words.filter(
    (word) =>
      /github|gitlab|gitea|bitbucket|codeberg|forgejo|dev\.azure|\/repos\/|\/api\/v\d\/|\/projects\/|\/pulls?\/|\/graphql|_apis\/git|git-receive-pack/.test(
        word,
      ) &&
      /\//.test(word) &&
      !isOwnServer(word, words, session, shell),
  );
  if (urls.length === 0) return undefined;
  const method = isHttpie
    ? words.find((word) => /^(?:GET|HEAD|POST|PUT|PATCH|DELETE)$/i.test(word))
    : findMethod(words);
  const hasBody = words.some((word) =>
    /^(?:-d|--data.*|--json|-F|--form|-T|--upload-file|--post-data.*|--post-file.*|--body-.*)$|^(?:--post-data|--post-file|--data\S*|--json)=|^-d.|^[\w.]+:?=[^=]/.test(
      word,
    ),
  );
  const isWrite = method === undefined ? hasBody : !/^(?:GET|HEAD)$/i.test(method);
  if (!isWrite) return undefined;
  const body = () => `${words.join(' ')} ${filesOf(words, session, shell)}`;
  const moves = (url: string) =>
    /graphql/.test(url)
      ? MOVES_BY_QUERY.test(body())
      : MOVES_REF.test(url) || (COMPLETES.test(url) && COMPLETED.test(body()));
  return urls.some(moves) ? `${program} merge` : undefined;
}

const OWN_MACHINE =
  /^(?:https?:\/\/)?(?:(?:localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1\])(?::\d+)?|:\d+)(?:[/?#]|$)/i;

/** Options by which a request goes elsewhere than its address says, or for another host. */
const ELSEWHERE =
  /^(?:--(?:connect-to|resolve|proxy|preproxy|socks\S*|unix-socket|config)(?:=|$)|-K|-[a-wyzA-Z]*x|(?:-H ?)?[Hh]ost:)/;

/**
 * A server on this machine is what is being developed, not a forge. Where a remote of the repository lies on it too, it
 * may be one.
 */
function isOwnServer(url: string, words: readonly string[], session: Session, shell: Shell): boolean {
  if (!OWN_MACHINE.test(url) || words.some((word) => ELSEWHERE.test(word))) return false;
  const settings = configuredSettings(shell.cwd, session, shell);
  return !settings.some(
    ([name, value]) => /^(?:remote|url)\./i.test(name) && /localhost|127\.|::1|0\.0\.0\.0/.test(name + value),
  );
}

/**
 * Returns a call in code that is given as a word, by which a forge moves a branch: its address and a method that
 * writes.
 */
export function requestInCode(
  words: readonly string[],
  program: string,
  session: Session,
  shell: Shell,
): string | undefined {
  for (const word of words) {
    if (!/\b(?:put|post|patch|delete)\b/i.test(word)) continue;
    const urls = word.match(/https?:\/\/[^\s'"`)]+/g) ?? [];
    const isMove = (url: string) => MOVES_REF.test(url) && /\/(?:repos|projects|api)\//.test(url);
    if (urls.some((url) => isMove(url) && !isOwnServer(url, [], session, shell))) return `${program} merge`;
  }
  return undefined;
}
