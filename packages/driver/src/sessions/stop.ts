/** Milliseconds that a session has to end by itself before it is killed. */
const GRACE = 3000;

/** Tells whether any process of a group lives. */
function groupLives(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name);
  } catch {
    // It is over.
  }
}

/** Ends all processes of a session: asked first, killed after that. Nothing of the group lives when the promise resolves. */
export async function stopGroup(pid: number): Promise<void> {
  signal(pid, 'SIGTERM');
  const end = Date.now() + GRACE;
  while (groupLives(pid) && Date.now() < end) await new Promise((done) => setTimeout(done, 50));
  signal(pid, 'SIGKILL');
}
