/**
 * Parts of names that secrets have, for the cheap question: every file that `isSecret` knows holds one of them, so a name
 * without any needs no closer look. No imports: this file is part of the small entry, in which one pattern of them all
 * would take ten times as long to compile as these are looked for.
 */
const PARTS =
  '.env .pem .key .jks .p12 .pfx .ppk .kdbx id_ credential service-account service_account serviceaccount secrets. netrc pgpass pypirc vault-token htpasswd .ssh .gnupg .aws .azure .config/ .config\\ .kube .docker .terraform .cargo .gem/ .gem\\ .composer .m2 password-store npmrc yarnrc bunfig pip. nuget. poetry.toml auth.toml'.split(
    ' ',
  );

/** Tells whether a text holds one of these parts. */
export function hasSecretPart(text: string): boolean {
  const low = text.toLowerCase();
  return PARTS.some((part) => low.includes(part));
}
