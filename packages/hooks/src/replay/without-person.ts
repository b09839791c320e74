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
const ADDRESS = /\b([a-z][\w+.-]*):\/\/[^\s'"`)\]>]+/gi;
const SSH_ADDRESS = /\b[\w.-]+@[\w-]+(?:\.[\w-]+)+:[\w./~-]+/g;
const MAIL = /\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b/g;
const NUMBER_ADDRESS = /\b(?:\d{1,3}\.){3}\d{1,3}\b/g;
const HOME = /\/(?:home|Users)\/[\w.-]+/g;

/** Returns a text without what says who wrote it, where, and with which keys; the words of commands stay. */
export function withoutPerson(text: string, { root, home, names }: Person): string {
  const known = [hostname(), ...names].filter((name) => name.length > 2).sort((a, b) => b.length - a.length);
  const placed = withoutSecrets(text.replace(NAMED_SECRET, '$1x'))
    .replaceAll('[redacted]', 'x')
    .replaceAll(root, '{{REPO}}')
    .replaceAll(home, '{{HOME}}')
    .replace(HOME, '{{HOME}}')
    .replace(ADDRESS, (all, scheme: string) => (/^file$/i.test(scheme) ? all : `${scheme}://example.com/x`))
    .replace(SSH_ADDRESS, 'git@example.com:x/x.git')
    .replace(MAIL, (mail) => (mail === 'git@example.com' ? mail : 'person@example.com'))
    .replace(NUMBER_ADDRESS, (one) => (one.startsWith('127.') || one === '0.0.0.0' ? one : '192.0.2.1'))
    .replace(LONG_WORD, 'x');
  return known.reduce((rest, name) => rest.replace(wordOf(name), 'person'), placed);
}

const wordOf = (name: string) => new RegExp(`(?<![\\w-])${name.replace(/[^\w\s]/g, '\\$&')}(?![\\w-])`, 'gi');
