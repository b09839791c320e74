const SSH = 'ssh.github.com';

/** Reads the address of a remote; null for a folder, and for what names no owner and repository. */
export function readRemoteAddress(url: string): { host: string; repository: string } | null {
  const found =
    /^(?:https?|ssh|git):\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(url) ??
    /^(?:[^@/\s]+@)?([\w.-]{2,}):\/?([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(url);
  if (!found) return null;
  const host = found[1]!.toLowerCase();
  return { host: host === SSH ? 'github.com' : host, repository: found[2]! };
}
