/** A name without what languages write differently. */
export const squeezed = (name: string) => name.toLowerCase().replace(/[_-]/g, '').replace(/^new/, '');

/** Returns the name of what a file of tests is about. */
export const stemOf = (path: string): string =>
  squeezed(
    path
      .replace(/^.*\//, '')
      .replace(/\.\w+$/, '')
      .replace(/(?:[._-](?:test|tests|spec|unit|integration))+$/i, '')
      .replace(/^test[_-]/i, '')
      .replace(/(?:Tests?|TestCase|IT|Spec)$/, ''),
  );
