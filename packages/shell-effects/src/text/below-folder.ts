/** A name below a folder, as a command would spell it; one that begins with a slash is put below the folder, too. */
export function join(directory: string, name: string): string {
  if (directory === '' || directory === '.') return name;
  return `${directory.replace(/(.)\/+$/, '$1')}/${name.replace(/^\/+/, '')}`;
}
