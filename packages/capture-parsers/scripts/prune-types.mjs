#!/usr/bin/env node
/** Removes the declarations of `dist` that no door of the package leads to. */
import fs from 'node:fs';
import path from 'node:path';

const dist = path.join(import.meta.dirname, '../dist');
const { exports } = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8'));
const files = fs
  .readdirSync(dist, { recursive: true })
  .filter((file) => file.endsWith('.d.ts'))
  .map((file) => path.join(dist, file));
const doors = Object.values(exports)
  .map(({ types }) => types && path.join(dist, '..', types))
  .filter(Boolean)
  .flatMap((door) =>
    files.filter((file) => new RegExp(`^${door.replaceAll('.', '\\.').replace('*', '[^/]+')}$`).test(file)),
  );

const kept = new Set();
for (const file of doors) keep(file);
for (const file of files) if (!kept.has(file)) fs.rmSync(file);

function keep(file) {
  if (kept.has(file)) return;
  kept.add(file);
  for (const [, name] of fs.readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]+)\.js['"]/g))
    keep(path.join(path.dirname(file), `${name}.d.ts`));
}
