import path from 'node:path';

/**
 * Names the folder in which a client keeps what is a person's own.
 * @param variable the client's variable for another folder
 * @param usual its name in the person's home
 */
export function folderOf(
  environment: Readonly<Record<string, string | undefined>>,
  variable: string,
  usual: string,
): string {
  return environment[variable] ?? path.join(environment.HOME ?? environment.USERPROFILE ?? '', usual);
}
