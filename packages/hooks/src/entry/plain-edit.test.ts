import * as traits from '@flow/clients/all-traits';
import { expect, test } from 'vitest';
import { couldBeProtected } from './plain-edit.js';

test.each(Object.values(traits).flatMap(({ settings, guarded }) => [settings, ...(guarded?.project ?? [])]))(
  '34.4 D42 an edit of what a client reads as its own settings is looked at closely: %s',
  (place) => {
    const file_path = place.endsWith('/') ? `${place}a.json` : place;
    expect(couldBeProtected('Write', { file_path, content: '' }, '/no-such-folder', {})).toBe(true);
  },
);
