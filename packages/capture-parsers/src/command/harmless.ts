import { readShellLine } from './shell-line.js';
import { BLOCK_WORDS, baseName, withoutAssignments } from './words.js';

/** Programs that start no test, whatever their words are. */
const HARMLESS = new Set(
  (
    'echo printf cd pushd popd dirs pwd export unset set shopt local declare typeset readonly alias unalias read test [ [[ true false : ' +
    'exit return shift break continue wait kill pkill killall jobs fg bg disown sleep usleep ulimit umask hash type which whereis ' +
    'fi done esac } ) ls ll dir tree cat tac bat head tail less more nl grep egrep fgrep rg ag sed cut tr sort uniq wc column ' +
    'paste join comm diff cmp patch tee fold fmt rev jq yq xmllint mkdir rmdir rm cp mv ln touch chmod chown chgrp install mktemp ' +
    'basename dirname realpath readlink stat file du df free ps top uptime nproc id whoami groups uname hostname date cal seq yes ' +
    'clear reset tput stty history tar gzip gunzip zcat zip unzip xz bzip2 zstd xxd od hexdump strings base64 md5sum sha1sum ' +
    'sha256sum shasum cksum curl wget gh glab apt apt-get apk dnf yum brew nvm fnm pyenv rbenv man info lsof ss netstat ping dig ' +
    'gcc g++ cc c++ clang clang++ rustc javac ld ar ranlib ' +
    'nslookup rsync scp printenv locale getconf sync mount umount lsb_release'
  ).split(' '),
);

/** Words of programs that install, list or ask, and those of git that run none of the project's hooks. */
const HARMLESS_WORDS: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    ['npm', 'pnpm', 'yarn', 'bun'].map((name) => [
      name,
      /^(?:add|i|install|ci|ls|list|outdated|view|info|why|config|cache|prefix|root|bin|audit|--version|-v)$/,
    ]),
  ),
  ...Object.fromEntries(
    ['pip', 'pip3', 'pipx'].map((name) => [name, /^(?:install|uninstall|list|show|freeze|check)$/]),
  ),
  git: /^(?:status|diff|log|show|branch|fetch|stash|add|rev-parse|ls-files|remote|blame|grep|config|describe|tag|restore|reset|clean|init|clone|checkout|switch|pull|worktree|shortlog|reflog|cat-file|rev-list|-C|--no-pager)$/,
  go: /^(?:mod|get|env|version|list|install|doc|clean|work|fmt)$/,
  cargo: /^(?:fetch|update|add|tree|metadata|clean|install|generate-lockfile|--version|-V)$/,
  uv: /^(?:sync|pip|lock|add|venv|python|--version)$/,
  poetry: /^(?:install|lock|add|env|show|config)$/,
  pipenv: /^(?:install|sync|lock)$/,
  bundle: /^(?:install|update|config|list|show)$/,
  composer: /^(?:install|update|require|dump-autoload)$/,
  docker: /^(?:ps|images|logs|inspect|version|info)$/,
  rustup: /./,
  corepack: /^(?:enable|prepare)$/,
};

/** Programs that run what stands behind their own words. */
const WRAPPERS = new Set(
  'env time nice nohup sudo command timeout gtimeout stdbuf ionice setsid builtin xargs'.split(' '),
);

/** Files of settings, which people read into their shell before a run. */
const SETTINGS =
  /(?:^|\/)(?:activate(?:\.\w+)?|\.?(?:bash|zsh)rc|\.?(?:bash_)?profile|nvm\.sh|conda\.sh|\.?env(?:\.\w+)?)$/;

const DEPTH_CAP = 4;

/** Tells whether a step can have started no test, so that nothing is lost where nobody knows how it ended. */
export function isHarmless(all: readonly string[], depth = 0): boolean {
  if (depth > DEPTH_CAP || !all.every((word) => substitutesNothing(word, depth))) return false;
  let words = withoutAssignments(all);
  while (words[0] === '!' || words[0] === '{' || BLOCK_WORDS.has(words[0] ?? '')) {
    // What these have behind them is no command.
    if (/^(?:for|case|function|trap)$/.test(words[0]!))
      return words[0] !== 'trap' || isHarmlessText(words[1] ?? '', depth);
    if (words[0] === 'eval') return isHarmlessText(words.slice(1).join(' '), depth);
    words = withoutAssignments(words.slice(1));
  }
  const name = baseName(words[0] ?? '');
  if (!name || HARMLESS.has(name)) return true;
  const rest = words.slice(1);
  if (rest.length === 1 && /^(?:--version|--help|-V|version|help)$/.test(rest[0]!)) return true;
  if (name === 'source' || name === '.') return SETTINGS.test(rest[0] ?? '');
  if (name === 'find') return !rest.some((word) => /^-(?:exec|execdir|ok|okdir)$/.test(word));
  if (name === 'awk') return !rest.some((word) => /system\s*\(|\|/.test(word));
  const own = Object.hasOwn(HARMLESS_WORDS, name) ? HARMLESS_WORDS[name] : undefined;
  if (own) return own.test(rest.find((word) => !/^--?(?:prefix|cwd|C)?=/.test(word)) ?? '');
  if (/^python[\d.]*$/.test(name)) return rest[0] === '-m' && /^(?:pip|venv|ensurepip)$/.test(rest[1] ?? '');
  if (!WRAPPERS.has(name)) return false;
  const from = rest.findIndex((word) => !/^-|^\d|=/.test(word));
  return from < 0 || isHarmless(rest.slice(from), depth + 1);
}

/** Tells whether what a word has between `$(` and `)` starts no test either. */
function substitutesNothing(word: string, depth: number): boolean {
  if (!word.includes('`') && !word.includes('$(')) return true;
  const inner = [...word.matchAll(/\$\(([^()`]*)\)|`([^`]*)`/g)].map((match) => match[1] ?? match[2] ?? '');
  const rest = word.replace(/\$\(([^()`]*)\)|`([^`]*)`/g, '');
  return !/\$\(|`/.test(rest) && inner.every((text) => isHarmlessText(text, depth));
}

function isHarmlessText(text: string, depth: number): boolean {
  return readShellLine(text).every(({ words }) => isHarmless(words, depth + 1));
}
