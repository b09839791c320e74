import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readSmall } from '@flow/evidence/disk/read-small';

/** Packages that ship the schema, each at the same place: what a project depends on is all that some managers put there. */
const SHIPPING = ['@flow/hooks', '@flow/cli'] as const;

const SCHEMA = 'dist/flow.config.schema.json';

/** The comment by which editors find the schema. */
const COMMENT = /^# yaml-language-server:.*\n/;

/** Makes the comment by which editors find the schema lead into the package that a work tree has or names; none is left where it has neither. */
export function withSchema(text: string, root: string): string {
  const manifest = readSmall(join(root, 'package.json')) ?? '';
  const named = SHIPPING.find((name) => manifest.includes(`"${name}"`));
  const found = named ?? SHIPPING.find((name) => existsSync(join(root, 'node_modules', name, SCHEMA)));
  if (found === undefined) return text.replace(COMMENT, '');
  return text.replace(`node_modules/@flow/hooks/${SCHEMA}`, `node_modules/${found}/${SCHEMA}`);
}
