import { join } from 'node:path';
import { readText } from '../disk/read-bounded.js';
import { configurationText, homeFolder, userFolder } from '../git/configuration.js';
import { git, splitZ } from '../git/git.js';
import type { Repository } from '../git/repository.js';
import type { Attributes } from './attributes.js';

/** In what ways files on disk may be others than git writes, by configuration and attributes. */
export interface Conversions {
  /** Line ends are converted. */
  lines: boolean;
  /** Attributes of some files ask for more than git's own line ends: a filter, an encoding, `ident`, CRLF everywhere. */
  rewrites: boolean;
  /** Git looks at no mode. */
  noModes: boolean;
  /** Git writes links as files. */
  noLinks: boolean;
}

const NONE: Conversions = { lines: false, rewrites: false, noModes: false, noLinks: false };

/** What of git's configuration decides it. */
const SETTINGS = /\b(?:filemode|symlinks|autocrlf|eol|attributesfile)\b|\[\s*include/i;
/** Values that change nothing, as `git init` writes them. */
const USUAL = /\b(?:(?:filemode|symlinks)\s*=\s*true|autocrlf\s*=\s*false)\b/gi;
const NAMES = '^core\\.(filemode|symlinks|autocrlf|eol|attributesfile)$';

/** Whatever converts, and not the words against it (`-text`, `!eol`). git-lfs names content by its digest. */
const CONVERTING = /(?:^|\s)(?:text|crlf|eol|ident|working-tree-encoding|filter)(?=[=\s]|$)/m;
const REWRITING = /(?:^|\s)(?:eol=crlf|ident|working-tree-encoding=\S+|filter=(?!lfs\b)\S+)(?=\s|$)/m;

/**
 * Looks whether configuration or attributes let files on disk be others than git writes. Where no file of configuration speaks
 * of it, no process is started.
 */
export function conversionsOf(
  repository: Repository,
  attributes: Attributes,
  deadline: number | undefined,
): Conversions {
  const settings = SETTINGS.test(configurationText(repository).replaceAll(USUAL, '')) || process.platform === 'win32';
  const asked = settings ? ask(repository, deadline) : new Map<string, string>();
  const texts = [...attributes.texts, ...ownAttributes(asked.get('core.attributesfile'))];
  const all = texts.join('\n').replaceAll(/^\s*#.*$/gm, '');
  const isOn = (name: string) => asked.has(name) && !isFalse(asked.get(name)!);
  const lines = attributes.hasMore || CONVERTING.test(all) || isOn('core.autocrlf') || asked.has('core.eol');
  if (!lines && !settings) return NONE;
  return {
    lines,
    rewrites: attributes.hasMore || REWRITING.test(all),
    noModes: isOff(asked, 'core.filemode') && process.platform !== 'win32',
    noLinks: isOff(asked, 'core.symlinks'),
  };
}

const isFalse = (value: string) => /^(?:false|no|off|0+|)$/i.test(value);
const isOff = (asked: ReadonlyMap<string, string>, name: string) => asked.has(name) && isFalse(asked.get(name)!);

/** The settings as git sees them; the last value of each counts. */
function ask(repository: Repository, deadline: number | undefined): Map<string, string> {
  const limits = deadline === undefined ? {} : { deadline };
  const { stdout } = git(repository, ['config', '-z', '--get-regexp', NAMES], limits);
  return new Map(
    splitZ(stdout).map((entry) => {
      const [name = '', ...value] = entry.split('\n');
      // A name alone is true.
      return [name, entry.includes('\n') ? value.join('\n') : 'true'];
    }),
  );
}

/** The attributes of the user and of the machine, which hold for every repository. */
function ownAttributes(named: string | undefined): string[] {
  const own = named === undefined ? join(userFolder(), 'attributes') : named.replace(/^~(?=\/)/, homeFolder());
  return [own, '/etc/gitattributes'].map((file) => readText(file)).filter((text) => text !== undefined);
}
