import { matchesAny } from '../paths.js';
import type { SensitiveRules } from './guard.js';

/** Names that are secrets wherever they lie, in lower case. */
const NAMES: readonly RegExp[] = [
  /^\.env(\..*)?$/,
  /\.(pem|key|keystore|jks|p12|pfx|ppk|kdbx)$/,
  /^id_(rsa|dsa|ecdsa|ed25519)(_sk)?$/,
  /^(credentials|service[-_]?account[^/]*|application_default_credentials)\.json$/,
  /^secrets\.(ya?ml|json|toml)$/,
  /^([._]netrc|\.pgpass|\.git-credentials|\.pypirc|\.vault-token|\.htpasswd)$/,
];

/** Examples and templates, made to be read and committed. */
const EXAMPLE = /\.(example|sample|template|dist|tmpl|tpl)(\.[a-z0-9]+)?$/;

/** Places below the user's home, in lower case. */
const HOME: readonly RegExp[] = [
  /^\.ssh\/(id_(?!.*\.pub$)[^/]*|authorized_keys2?)$/,
  /^\.gnupg\//,
  /^\.aws\/(credentials|config)$/,
  /^\.azure\/(accesstokens|azureprofile|msal_token_cache|service_principal_entries)[^/]*$/,
  /^\.config\/(gcloud\/(.*\/)?(credentials\.db|access_tokens\.db|.*\.json)|gh\/hosts\.yml|glab-cli\/config\.yml|git\/credentials|hub)$/,
  /^\.kube\/config$/,
  /^\.docker\/config\.json$/,
  /^\.terraform\.d\/credentials\.tfrc\.json$/,
  /^\.(cargo|gem)\/credentials(\.toml)?$/,
  /^\.composer\/auth\.json$/,
  /^\.m2\/settings(-security)?\.xml$/,
  /^\.password-store\//,
  /^\.claude\/\.credentials\.json$/,
];

/** Settings of package managers: a secret only where a credential is in them. */
const MIXED =
  /(^|\/)(\.npmrc|\.yarnrc|\.yarnrc\.yml|bunfig\.toml|pip\.conf|pip\.ini|\.pip\/pip\.conf|nuget\.config|\.cargo\/config\.toml|poetry\.toml|auth\.toml)$/;
const CREDENTIAL =
  /_auth(token)?\b|_password\b|npmauth(token|ident)|\b(password|passwd|token|api[-_]?key|secret)\b\s*[:=]|:\/\/[^\s/@:]+:[^\s/@]+@/i;

/** A file that the guard asks about: names with `/` on every system. */
export interface SecretQuestion {
  /** Relative to the repository's root; null where it lies outside of it. */
  inRepository: string | null;
  /** Relative to the user's home; null where it lies outside of it. */
  inHome: string | null;
  /** The base name. */
  name: string;
  /** The text that is written, or the whole command where that is all there is; null where nothing is known. */
  text: string | null;
}

/**
 * Tells whether a file is a secret (feature C27): environment files, keys, credentials of clouds, registries and
 * forges. Compared without regard to case, since some disks do the same. What the project allows is no secret.
 */
export function isSecret(file: SecretQuestion, rules: SensitiveRules): boolean {
  const name = file.name.toLowerCase();
  const inside = file.inRepository?.toLowerCase() ?? null;
  const home = file.inHome?.toLowerCase() ?? null;
  if (file.inRepository !== null && matchesAny(file.inRepository, rules.allow)) return false;
  if (file.inRepository !== null && matchesAny(file.inRepository, rules.write)) return true;
  if (EXAMPLE.test(name)) return false;
  if (NAMES.some((pattern) => pattern.test(name))) return true;
  if (home !== null && HOME.some((pattern) => pattern.test(home))) return true;
  const mixed = [inside, home, name].some((place) => place !== null && MIXED.test(place));
  return mixed && file.text !== null && CREDENTIAL.test(file.text);
}
