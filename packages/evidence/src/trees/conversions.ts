import { join, resolve } from 'node:path';
import { readText } from '../disk/read-bounded.js';
import { configurationText, homeFolder, userFolder } from '../git/configuration.js';
import { git, splitZ } from '../git/git.js';
import type { Repository } from '../git/repository.js';
import type { Attributes } from './attributes.js';

/** Conversions are the ways in which files on disk may differ from what git writes, by configuration and attributes. */
export interface Conversions {
  /** Line ends are converted. */
  lines: boolean;
  /** Attributes of some files ask for more than git's own line ends: a filter, an encoding, `ident`, CRLF everywhere. */
  rewrites: boolean;
  /** Attributes name a filter, and a configuration has one that is not known to store content elsewhere. */
  filters: boolean;
  /** Attributes that no other clone has name a filter. */
  ownFilters: boolean;
  /** Attributes that no other clone has convert files. */
  privately: boolean;
  /** Git looks at no mode. */
  noModes: boolean;
  /** Git writes links as files. */
  noLinks: boolean;
}

const NONE: Conversions = {
  lines: false,
  rewrites: false,
  filters: false,
  ownFilters: false,
  privately: false,
  noModes: false,
  noLinks: false,
};

/** What of git's configuration decides it. */
const SETTINGS = /\b(?:filemode|symlinks|autocrlf|eol|attributesfile)\b|\[\s*include/i;
/** Values that change nothing, as `git init` writes them. */
const USUAL = /\b(?:(?:filemode|symlinks)\s*=\s*true|autocrlf\s*=\s*false)\b/gi;
const NAMES = '^core\\.(filemode|symlinks|autocrlf|eol|attributesfile)$';

/**
 * `CONVERTING` matches whatever converts, and not the words against it (`-text`, `!eol`). git-lfs names content by its
 * digest.
 */
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
  const configured = configurationText(repository);
  const settings = SETTINGS.test(configured.replaceAll(USUAL, '')) || process.platform === 'win32';
  const asked = settings ? ask(repository, deadline) : new Map<string, string>();
  const own = plain([...attributes.own, ...usersAttributes(asked.get('core.attributesfile'), repository.root)]);
  const all = `${plain(attributes.texts)}\n${own}`;
  const isOn = (name: string) => asked.has(name) && !isFalse(asked.get(name)!);
  const lines = attributes.hasMore || CONVERTING.test(all) || isOn('core.autocrlf') || asked.has('core.eol');
  if (!lines && !settings) return NONE;
  return {
    lines,
    rewrites: attributes.hasMore || REWRITING.test(all),
    filters: (attributes.hasMore || FILTER.test(all)) && (INCLUDES.test(configured) || setsUnknownFilter(configured)),
    ownFilters: FILTER.test(own),
    privately: CONVERTING.test(own),
    noModes: isOff(asked, 'core.filemode') && process.platform !== 'win32',
    noLinks: isOff(asked, 'core.symlinks'),
  };
}

const plain = (texts: readonly string[]) => texts.join('\n').replaceAll(/^\s*#.*$/gm, '');
const isFalse = (value: string) => /^(?:false|no|off|0+|)$/i.test(value);
const isOff = (asked: ReadonlyMap<string, string>, name: string) => asked.has(name) && isFalse(asked.get(name)!);

/** Returns the settings as git sees them; the last value of each counts. */
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

const FILTER = /(?:^|\s)filter=\S/m;
const INCLUDES = /^[ \t]*\[\s*include/im;

/** `KNOWN_FILTER` matches programs that only store content elsewhere, encrypt it, or leave the outputs out of notebooks. */
const KNOWN_FILTER =
  /^(?:\S*\/)?(?:git[- ](?:lfs|annex|crypt)|(?:python3? -m )?nbstripout|transcrypt)(?: [\w%@:=./ -]*)?$/;

/** Tells whether a command of a filter gives git other bytes than anybody else has who checks the file out. */
export function isUnknownFilter(command: string): boolean {
  const plain = command.replaceAll(/[\\"]/g, '').trim();
  return !/^(?:cat)?$/.test(plain) && !KNOWN_FILTER.test(plain);
}

const setsUnknownFilter = (text: string) =>
  [...text.matchAll(/^[ \t]*(?:clean|process)[ \t]*=(.*)$/gim)].some(([, command = '']) => isUnknownFilter(command));

/** Returns the attributes of the user and of the machine, which hold for every repository. */
function usersAttributes(named: string | undefined, root: string): string[] {
  const own = named === undefined ? join(userFolder(), 'attributes') : named.replace(/^~(?=\/)/, homeFolder());
  // Git reads a relative path from the root of the work tree, wherever it is started.
  return [resolve(root, own), '/etc/gitattributes'].map((file) => readText(file)).filter((text) => text !== undefined);
}
