/** Processor time of some work in milliseconds: the machine may be busy with other work. */
function milliseconds(work: () => void): number {
  const from = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}

/** What costs less says nothing of how it grows: clock and compiler are coarser. */
const FLOOR = 2;

/**
 * Tells how many times as much processor time work of a larger size takes. How fast a machine is decides nothing there, as
 * it would over any bound in seconds: work that grows with its size takes as many times as much as the size is larger, work
 * that grows with the square of it that many times again.
 */
export function growth(work: (size: number) => void, small: number, large: number): number {
  const least = (size: number) => Math.min(...[1, 2, 3].map(() => milliseconds(() => work(size))));
  const base = Math.max(FLOOR, least(small));
  return least(large) / base;
}
