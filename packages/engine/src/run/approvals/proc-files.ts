import { readFileSync, readlinkSync } from 'node:fs';

/** Returns the text of a file of proc(5); empty where it cannot be read, as the process may have ended or be another user's. */
export function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

/** Returns where a link of proc(5) leads; empty where it cannot be read. */
export function linkOf(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}
