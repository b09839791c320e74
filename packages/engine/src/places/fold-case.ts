/**
 * Returns a path as a file system without cases compares it. Letters beyond ASCII that fold into it come by way of the
 * capitals: the long s, the Kelvin sign, ligatures.
 */
export const foldCase = (text: string): string => text.normalize('NFC').toUpperCase().toLowerCase();
