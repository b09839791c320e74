import type { ItemFact } from '@flow/core/workflow';
import { asCode, escaped } from '../documents/written.js';

/** Writes an item as people write an entry of a list: its head, and what it says of itself. */
export function entryOf(item: Omit<ItemFact, 'digest'>): string[] {
  const { id, title, part, files, after, claims = [], criteria = [], size, flags = [], verify, commit, risk } = item;
  const field = (name: string, values: readonly string[]) =>
    values.length === 0 ? [] : [`  - ${name}: ${values.join(', ')}`];
  const manual = criteria.filter((one) => one.manual);
  const others = criteria.filter((one) => !one.manual);
  const list = (name: string, all: typeof criteria) =>
    all.length === 0 ? [] : [`  - ${name}:`, ...all.map((one) => `    - ${escaped(one.id)}: ${escaped(one.text)}`)];
  return [
    `- [ ] ${id}: ${part ? '[PART] ' : ''}${escaped(title)}`,
    ...field('Files', files.map(asCode)),
    ...field('After', after),
    ...field('Claims', claims),
    ...(size === undefined ? [] : field('Size', [size])),
    ...field(
      'Flags',
      flags.filter((flag) => flag !== 'part'),
    ),
    ...(verify === undefined ? [] : field('Verify', [asCode(verify)])),
    ...(commit === undefined ? [] : field('Commit', [asCode(commit)])),
    ...(risk === undefined ? [] : field('Risk', [escaped(risk)])),
    ...list('Criteria', others),
    ...list('Manual', manual),
  ];
}
