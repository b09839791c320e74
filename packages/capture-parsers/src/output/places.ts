/**
 * `CHECKOUTS` matches where containers and CI services check a repository out: nothing under these names belongs to the
 * project's own paths. GitHub Actions, GitLab CI, CircleCI, Codespaces and dev containers, and the usual folders of images.
 */
const CHECKOUTS =
  /^(?:\/home\/runner\/work\/[^/]+\/[^/]+|\/__w\/[^/]+\/[^/]+|\/github\/workspace|\/builds\/[^/]+\/[^/]+|\/home\/circleci\/[^/]+|\/workspaces\/[^/]+|\/usr\/src\/app|\/(?:repo|workspace|app|code|src))\//;

/**
 * Returns a file's path as the project knows it: without `./` in front, and relative to `root` or to a usual checkout
 * folder when it is absolute. Any other absolute path stays as it is. Windows' drive letters and backslashes are
 * understood.
 */
export function relativeTo(file: string, root?: string): string {
  const path = file.startsWith('file://') ? file.slice('file://'.length) : file;
  if (root) {
    const folder = /[/\\]$/.test(root) ? root : `${root}${root.includes('\\') ? '\\' : '/'}`;
    if (path.startsWith(folder)) return path.slice(folder.length);
  }
  const checkout = CHECKOUTS.exec(path);
  if (checkout) return path.slice(checkout[0].length);
  return path.startsWith('./') ? path.slice(2) : path;
}
