/**
 * Parts of names that secrets have, for the cheap question: every file that `isSecret` knows holds one of them, so a name
 * without any needs no closer look. No imports: this file is part of the small entry.
 */
export const SECRET_PARTS =
  /\.env|\.pem|\.key|\.jks|\.p12|\.pfx|\.ppk|\.kdbx|id_|credential|service[-_]?account|secrets\.|netrc|pgpass|pypirc|vault-token|htpasswd|\.ssh|\.gnupg|\.aws|\.azure|\.config[\\/]|\.kube|\.docker|\.terraform|\.cargo|\.gem[\\/]|\.composer|\.m2|password-store|npmrc|yarnrc|bunfig|pip\.|nuget\.|poetry\.toml|auth\.toml/i;
