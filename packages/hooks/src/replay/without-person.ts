import { hostname } from 'node:os';
import { withoutSecrets } from '@flow/engine/facts/trail/audit-line';

/** What is known of a person and their machine, and is to be taken out of a text. */
export interface Person {
  /** Root of the repository, absolute. */
  readonly root: string;
  readonly home: string;
  /** Names of the person: of the account, and as commits have it. */
  readonly names: readonly string[];
}

/** A value of a variable or an option whose name says that it is a secret. */
const NAMED_SECRET = /(\b\w*(?:TOKEN|SECRET|PASSW(?:OR)?D|API_?KEY|CREDENTIAL)\w*=)("[^"]*"|'[^']*'|[^\s;&|]+)/gi;
/** A long word of letters and digits is a key or a digest, but for a commit's short name. */
const LONG_WORD = /\b(?=[A-Za-z_-]*\d)(?=[\d_-]*[A-Za-z])[\w-]{24,}\b/g;
/** Whoever is named in an address, with or without a scheme, whatever the password holds but blanks and strokes. */
const USER_INFO = /(\b[a-z][\w+.-]*:\/\/)[^\s/]*@/gi;
const BARE_USER_INFO = /(?<![\w/.])[\w.+-]+:[^\s/@:'"]+@(?=(?:[\w-]+\.)+[a-z]{2,}\b|localhost\b)/gi;
/** What is handed to a program as a user and a password: `curl -u name:word`. Numbers are ids of a container's user. */
const USER_OPTION = /(\s(?:-u|--user|--proxy-user|--creds)[\s=]?)(?!\d+:\d+\b)["']?[^\s:'"]+:[^\s'"]*["']?/g;
const FILE_HOST = /\b(file:\/\/)[^\s/]+(?=\/)/gi;
const ADDRESS = /\b([a-z][\w+.-]*):\/\/[^\s'"`)\]>]+/gi;
const SSH_ADDRESS = /\b[\w.-]+@(?!(?:npm|workspace|file|link|portal|patch|jsr|sha256):)[\w.-]+:[\w./~-]+/g;
/** A login by a name of a machine without a dot. */
const LOGIN = /(?<=\b(?:ssh|scp|sftp|rsync|mosh|ssh-copy-id)\b[^\n;|&]{0,200}\s)[\w.-]+@[\w-]+(?![\w.@-])/g;
const MAIL = /\b[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,}\b/g;
const NUMBER_ADDRESS = /\b(?:\d{1,3}\.){3}\d{1,3}\b/g;

/** One name of a path; blanks and strokes may be written in several ways. */
const NAME = String.raw`[^\s\\/:'"\x60;|&<>()$]+`;
const STROKE = String.raw`(?:\/|\\{1,2}|%2F|%5C)`;
/** Homes of the accounts of any system: `/home/x`, `C:\Users\x`, `/mnt/c/Users/x`, `\\server\Users\x`. */
const HOMES = new RegExp(
  String.raw`(?:(?<![\w.-])[A-Za-z]:|(?:${STROKE}(?:mnt|cygdrive))?${STROKE}[A-Za-z](?=${STROKE}Users)|${STROKE}{2}${NAME}(?=${STROKE}Users)|${STROKE}(?:var|usr|export|private|System\/Volumes\/Data)(?=${STROKE}(?:home|Users)))?${STROKE}(?:home|Users)${STROKE}(?!(?:Public|Shared|Default)\b)${NAME}`,
  'gi',
);
/** What belongs to one account elsewhere: removable disks, and the folders of a session. */
const ACCOUNT_PLACES = /(\/(?:run\/media|media|run\/user|var\/spool\/mail|var\/mail|var\/folders\/\w+)\/)[\w.+-]+/g;
const OTHERS_HOME = /(?<![\w/.~^])~[A-Za-z][\w.-]*(?=\/)/g;

/** Names of accounts that many machines have; they say nothing of a person, and commands have such words. */
const COMMON =
  /^(?:admin|administrator|app|apps|build|builder|ci|code|codespace|default|dev|developer|docker|git|guest|home|jenkins|main|mail|node|npm|postgres|python|root|runner|runneradmin|test|tester|ubuntu|user|users|vagrant|vscode|web|work|workspace|www)$/i;

/** Returns a text without what says who wrote it, where, and with which keys; the words of commands stay. */
export function withoutPerson(text: string, { root, home, names }: Person): string {
  const known = [hostname(), ...names, home.split(/[\\/]/).at(-1) ?? '']
    .filter((name) => name.length > 2 && !COMMON.test(name))
    .sort((a, b) => b.length - a.length);
  const secretless = withoutSecrets(text.replace(NAMED_SECRET, '$1x').replace(FILE_HOST, '$1')).replaceAll(
    '[redacted]',
    'x',
  );
  const placed = withoutPlace(withoutPlace(secretless, root, '{{REPO}}'), home, '{{HOME}}')
    .replace(USER_INFO, '$1')
    .replace(HOMES, '{{HOME}}')
    .replace(ACCOUNT_PLACES, '$1person')
    .replace(OTHERS_HOME, '~person')
    .replace(ADDRESS, (all, scheme: string) => (/^file$/i.test(scheme) ? all : `${scheme}://example.com/x`))
    .replace(USER_OPTION, '$1x:x')
    .replace(BARE_USER_INFO, 'person@')
    .replace(SSH_ADDRESS, 'git@example.com:x/x.git')
    .replace(LOGIN, 'person@host')
    .replace(MAIL, (mail) => (mail === 'git@example.com' ? mail : 'person@example.com'))
    .replace(NUMBER_ADDRESS, (one) => (one.startsWith('127.') || one === '0.0.0.0' ? one : '192.0.2.1'))
    .replace(LONG_WORD, 'x');
  const whole = known.reduce((rest, name) => rest.replace(wordOf(name), 'person'), placed);
  return partsOf(names).reduce((rest, part) => rest.replace(part, 'person'), whole);
}

/** First and last names, as they are written when somebody speaks of a person: `Anne said so`. */
const partsOf = (names: readonly string[]) =>
  names
    .flatMap((name) => (/\s/.test(name) ? name.split(/\s+/) : []))
    .filter((part) => /^\p{Lu}[\p{L}-]{2,}$/u.test(part) && !COMMON.test(part))
    .map((part) => new RegExp(`(?<![\\p{L}\\d])${part}(?![\\p{L}\\d])`, 'gu'));

/** A name, its words joined in whatever way, beside anything but letters and digits. */
const wordOf = (name: string) => {
  const words = name.split(/[\s._-]+/).map((word) => word.replace(/[^\w\s]/g, '\\$&'));
  return new RegExp(`(?<![a-z0-9])${words.join('(?:[\\s._+-]|%20|\\\\ )?')}(?![a-z0-9])`, 'gi');
};

/** A folder in each way in which it is written, as a placeholder: for a shell, in JSON, in an address, as one name. */
function withoutPlace(text: string, place: string, placeholder: string): string {
  if (place.length < 2) return text;
  const slashed = place.replaceAll('\\', '/');
  const drive = /^([A-Za-z]):/.exec(slashed)?.[1]?.toLowerCase();
  const forms = [
    place,
    place.replaceAll('\\', '\\\\'),
    place.replaceAll(' ', '\\ '),
    slashed,
    encodeURI(slashed),
    encodeURIComponent(slashed),
    ...(drive === undefined ? [] : [`/mnt/${drive}${slashed.slice(2)}`, `/${drive}${slashed.slice(2)}`]),
    // Clients name folders of a project by its path.
    place.replace(/[^A-Za-z0-9]/g, '-'),
  ];
  return [...new Set(forms)]
    .filter((form) => /[^-]{2}/.test(form))
    .sort((a, b) => b.length - a.length)
    .reduce(
      (rest, form) =>
        rest.replace(
          new RegExp(
            `${/^\w/.test(form) ? '(?<![\\w-])' : ''}${form.replace(/[^\w\s]/g, '\\$&')}(?![\\w-])`,
            drive === undefined ? 'g' : 'gi',
          ),
          () => placeholder,
        ),
      text,
    );
}
