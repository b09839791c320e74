import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './manifests.mjs';

/*
 * The table of docs/packages.md: a row for each public package, with what its tarball weighs. Whoever makes a package
 * larger by more than a tenth says so in the table, where a reviewer sees it.
 */

export const TABLE = path.join(root, 'docs/packages.md');
const ROW = /^\| `(@flow\/[\w-]+)` \| ([\d,]+) kB \| ([\d,]+) kB \| ([\d,]+) \| (.*) \|$/gm;
/** Of a size: the part by which it may differ from its row; of few bytes: kB. */
const PART = 0.1;
const FEW = 5;

/** What the installation of one of our packages may bring to a project in tarballs of ours, in kB. */
const MOST = 3000;

const number = (text) => Number(text.replaceAll(',', ''));
const kilobytes = (bytes) => Math.max(1, Math.round(bytes / 1000));

/** Rows of the table: `Map` of name to `{ packed, unpacked, files, needs }`, sizes in kB. */
export function rowsOf(text) {
  const rows = [...text.matchAll(ROW)];
  return new Map(
    rows.map(([, name, packed, unpacked, files, needs]) => [
      name,
      { packed: number(packed), unpacked: number(unpacked), files: number(files), needs },
    ]),
  );
}

/** The row that a package should have. `packed` and `unpacked` are bytes. */
export function rowOf({ name, packed, unpacked, files, manifest }) {
  const { dependencies = {}, peerDependencies = {} } = manifest;
  const names = [...Object.keys(dependencies), ...Object.keys(peerDependencies).map((one) => `${one} (peer)`)];
  const needs =
    names.length === 0 ? 'nothing' : names.map((one) => `\`${one}\``.replace(' (peer)`', '` (peer)')).join(', ');
  return { name, packed: kilobytes(packed), unpacked: kilobytes(unpacked), files, needs };
}

const line = (row) => {
  const said = (value) => value.toLocaleString('en-US');
  return `| \`${row.name}\` | ${said(row.packed)} kB | ${said(row.unpacked)} kB | ${said(row.files)} | ${row.needs} |`;
};

/** In what the table differs from the packages: `string[]`. */
export function sizeFaults(rows, packages) {
  const faults = [...rows.keys()]
    .filter((name) => !packages.some((one) => one.name === name))
    .map((name) => `${name} has a row and no tarball`);
  for (const one of packages.map(rowOf)) {
    const row = rows.get(one.name);
    if (!row) faults.push(`${one.name} has no row`);
    else {
      for (const key of ['packed', 'unpacked'])
        if (Math.abs(one[key] - row[key]) > Math.max(FEW, row[key] * PART))
          faults.push(`${one.name}: ${one[key]} kB ${key}, ${row[key]} kB in the table`);
      if (one.needs !== row.needs) faults.push(`${one.name} needs ${one.needs}, ${row.needs} in the table`);
    }
  }
  return faults;
}

/** Returns what the installation of a package brings of ours, in bytes: its tarball, and those that it needs. */
function broughtBy(one, packages, seen = new Set()) {
  if (one === undefined || seen.has(one.name)) return 0;
  seen.add(one.name);
  const needed = Object.keys({ ...one.manifest.dependencies, ...one.manifest.peerDependencies });
  return needed.reduce(
    (sum, name) =>
      sum +
      broughtBy(
        packages.find((other) => other.name === name),
        packages,
        seen,
      ),
    one.packed,
  );
}

/** Packages whose installation brings more than a project should have to take: `string[]`. */
export function weightFaults(packages) {
  return packages.flatMap((one) => {
    const brought = kilobytes(broughtBy(one, packages));
    return brought > MOST ? [`${one.name} brings ${brought} kB to a project, at most ${MOST} kB are allowed`] : [];
  });
}

/** Writes the rows of the table anew, in the order of the packages' names. */
export function writeSizes(packages) {
  const text = readFileSync(TABLE, 'utf8');
  const head = '| --- | --- | --- | --- | --- |\n';
  const start = text.indexOf(head) + head.length;
  const end = text.indexOf('\n\n', start - 1);
  const lines = packages.map(rowOf).map(line).join('\n');
  writeFileSync(TABLE, `${text.slice(0, start)}${lines}${end < 0 ? '\n' : text.slice(end)}`);
}
