import { baseName, type Frame, HOLE, type Session, type Shell, spell } from './state.js';

/** Options of `gh` and `curl` that take the next word. */
const GH_VALUED =
  /^(?:-R|--repo|-X|--method|-H|--header|-f|-F|--field|--raw-field|--input|-q|--jq|-t|--template|--hostname|-p|--preview|--cache)$/;

/** Front ends that publish commits without `git push`. Reads are left out. */
export function runPublisher(argv: readonly string[], session: Session, shell: Shell, frame: Frame): void {
  const program = baseName(argv[0] ?? '');
  const front = findFront(program, argv.slice(1));
  if (front !== undefined) {
    session.effects.push({
      kind: 'publish',
      front,
      directory: shell.cwd,
      spelled: spell(argv),
      certain: frame.certain,
    });
  }
  if (program === 'claude') reportClient(argv, session);
}

function findFront(program: string, words: readonly string[]): string | undefined {
  const operands = words.filter(
    (word, at) =>
      !word.startsWith('-') &&
      !/^(?:-R|--repo|--repository|--config|--at-op(?:eration)?|--color|--cwd)$/.test(words[at - 1] ?? ''),
  );
  const [a = '', b = ''] = operands;
  const isDry = words.some((word) => word === '--dry-run' || word === '--help' || word === '-h');
  switch (program) {
    case 'gh':
      if (a === 'pr' && b === 'merge' && !words.includes('--disable-auto') && !isDry) return 'gh pr merge';
      if (a === 'repo' && b === 'sync' && words.some((word) => word.includes('/'))) return 'gh repo sync';
      if (a === 'pr' && b === 'update-branch') return 'gh pr update-branch';
      if (a === 'api') return ghApi(words);
      return undefined;
    case 'glab':
      if (a === 'mr' && /^(?:merge|accept)$/.test(b) && !isDry) return 'glab mr merge';
      return a === 'api' ? ghApi(words)?.replace(/^gh/, 'glab') : undefined;
    case 'hub':
      if (a === 'push') return isDry || words.includes('-n') ? undefined : 'hub push';
      if (a === 'sync') return 'hub sync';
      return a === 'api' ? ghApi(words)?.replace(/^gh/, 'hub') : undefined;
    case 'tea':
      return /^(?:pr|pulls?|pull-requests?)$/.test(a) && /^(?:merge|m)$/.test(b) ? 'tea pr merge' : undefined;
    case 'jj':
      if (isDry) return undefined;
      return a === 'git' && b === 'push' ? 'jj git push' : undefined;
    case 'sl':
      if (isDry) return undefined;
      return a === 'push' ? 'sl push' : a === 'pr' && /^(?:submit|s)$/.test(b) ? 'sl pr submit' : undefined;
    case 'hg':
      return a === 'push' ? 'hg push' : undefined;
    case 'gt':
      return /^(?:submit|s|ss|merge)$/.test(a) || (a === 'stack' && b === 'submit')
        ? isDry
          ? undefined
          : `gt ${a}`
        : undefined;
    case 'spr':
      return /^(?:update|merge|land|diff)$/.test(a) ? `spr ${a}` : undefined;
    case 'ghstack':
      return a === '' || a === 'submit' || a === 'land' ? `ghstack ${a}`.trim() : undefined;
    case 'arc':
      return a === 'land' ? 'arc land' : undefined;
    case 'repo':
      return a === 'upload' ? (isDry ? undefined : 'repo upload') : undefined;
    case 'git-town':
      return /^(?:ship|sync|propose)$/.test(a) && !isDry ? `git-town ${a}` : undefined;
    case 'lab':
      return a === 'mr' && b === 'merge' ? 'lab mr merge' : undefined;
    case 'az':
      return a === 'repos' && b === 'pr' && words.some((word) => word === 'completed' || word === '--auto-complete')
        ? 'az repos pr update'
        : undefined;
    case 'bb':
    case 'bitbucket':
      return a === 'pr' && b === 'merge' ? `${program} pr merge` : undefined;
    case 'curl':
    case 'wget':
    case 'http':
    case 'https':
    case 'xh':
    case 'httpie':
      return forgeRequest(program, words);
    default:
      return undefined;
  }
}

/** An API path by which a forge moves a branch. */
const MOVES_REF =
  /\/(?:merge|merges|merge-upstream|update-branch|accept|git\/refs(?:\/[^?]*)?|contents\/[^?]*|repository\/(?:commits|branches|files\/[^?]*)|merge_when_pipeline_succeeds)(?:[?#]|$)/;

function ghApi(words: readonly string[]): string | undefined {
  const at = words.indexOf('api');
  const operands = words
    .slice(at + 1)
    .filter((word, index, all) => !word.startsWith('-') && !GH_VALUED.test(all[index - 1] ?? ''));
  const path = operands[0] ?? '';
  const method = findMethod(words);
  const hasFields = words.some((word) => /^(?:-f|-F|--field|--raw-field|--input)(?:=|$)|^-[fF]./.test(word));
  if (path === 'graphql') {
    const text = words.join(' ');
    return /mergePullRequest|enablePullRequestAutoMerge|createCommitOnBranch|mergeBranch|updateRefs?\b|createRef|deleteRef/.test(
      text,
    )
      ? 'gh api graphql merge'
      : undefined;
  }
  const writes = method === undefined ? hasFields : !/^(?:GET|HEAD)$/i.test(method);
  if (!writes) return undefined;
  return MOVES_REF.test(`/${path}`) || path.includes(HOLE) ? 'gh api merge' : undefined;
}

function findMethod(words: readonly string[]): string | undefined {
  for (const [at, word] of words.entries()) {
    if (/^(?:-X|--method|--request)$/.test(word)) return words[at + 1];
    const match = /^(?:-X|--method=|--request=)(\w+)$/.exec(word);
    if (match !== null) return match[1];
  }
  return undefined;
}

function forgeRequest(program: string, words: readonly string[]): string | undefined {
  const isHttpie = program !== 'curl' && program !== 'wget';
  const url = words.find(
    (word) =>
      /github|gitlab|gitea|bitbucket|codeberg|forgejo|\/repos\/|\/api\/v\d\/|\/projects\/|\/pulls?\/|\/graphql/.test(
        word,
      ) && /\//.test(word),
  );
  if (url === undefined) return undefined;
  const method = isHttpie
    ? words.find((word) => /^(?:GET|HEAD|POST|PUT|PATCH|DELETE)$/.test(word))
    : (findMethod(words) ?? words.find((word) => /^--method=/.test(word))?.slice(9));
  const hasBody = words.some((word) =>
    /^(?:-d|--data.*|--json|-F|--form|-T|--upload-file|--post-data.*|--post-file.*|--body-.*)$|^(?:--post-data|--post-file|--data\S*|--json)=|^-d./.test(
      word,
    ),
  );
  const isWrite = method === undefined ? hasBody : !/^(?:GET|HEAD)$/i.test(method);
  if (!isWrite) return undefined;
  if (/graphql/.test(url))
    return /mergePullRequest|AutoMerge|createCommitOnBranch|mergeBranch|updateRef|createRef/.test(words.join(' '))
      ? `${program} merge`
      : undefined;
  return MOVES_REF.test(url) ? `${program} merge` : undefined;
}

/** The host's own client can switch hooks off. */
function reportClient(argv: readonly string[], session: Session): void {
  const words = argv.slice(1);
  const spelled = spell(argv);
  const operands = words.filter((word) => !word.startsWith('-'));
  if (
    operands[0] === 'config' &&
    /^(?:set|add|remove|rm|unset)$/.test(operands[1] ?? '') &&
    words.some((word) => /hooks|permission/i.test(word))
  ) {
    session.effects.push({ kind: 'disarm', what: 'hostSettings', spelled });
  } else if (/^plugins?$/.test(operands[0] ?? '') && /^(?:disable|uninstall|remove|rm)$/.test(operands[1] ?? '')) {
    session.effects.push({ kind: 'disarm', what: 'hostPlugin', spelled });
  } else if (
    words.some((word) =>
      /^(?:--settings|--setting-sources|--bare|--safe-mode|--dangerously-skip-permissions)(?:=|$)/.test(word),
    )
  ) {
    session.effects.push({ kind: 'disarm', what: 'hostSettings', spelled });
  }
}
