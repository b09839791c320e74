/**
 * Suites that walk through whole projects: a run from its beginning to its pull request, a package from its tarball to a
 * guarded push, proofs of red with each runner. `check` leaves them to `npx -y pnpm@12 journeys`, a step of its own in CI.
 */
export const JOURNEYS: readonly string[] = [
  // A person follows a page to an overnight run and the next morning.
  'apps/docs/test/overnight.test.ts',
  // A run is led to its end, and shipped.
  'packages/cli/test/approved-items.test.ts',
  'packages/cli/test/await.test.ts',
  'packages/cli/test/branch-life.test.ts',
  'packages/cli/test/by-hand.test.ts',
  'packages/cli/test/checklist.test.ts',
  'packages/cli/test/commit.test.ts',
  'packages/cli/test/contract.test.ts',
  'packages/cli/test/documents-only.test.ts',
  'packages/cli/test/driver.test.ts',
  'packages/cli/test/gates-of-one-name.test.ts',
  'packages/cli/test/gates-of-the-plan.test.ts',
  'packages/cli/test/goal.test.ts',
  'packages/cli/test/items.test.ts',
  'packages/cli/test/leases.test.ts',
  'packages/cli/test/loops-together.test.ts',
  'packages/cli/test/loops.test.ts',
  'packages/cli/test/next-run.test.ts',
  'packages/cli/test/people.test.ts',
  'packages/cli/test/plan-of-stages.test.ts',
  'packages/cli/test/recovery.test.ts',
  'packages/cli/test/report.test.ts',
  'packages/cli/test/research.test.ts',
  'packages/cli/test/run.test.ts',
  'packages/cli/test/ship-ci.test.ts',
  'packages/cli/test/ship-let-through.test.ts',
  'packages/cli/test/ship-proxy.test.ts',
  'packages/cli/test/ship-remotes.test.ts',
  'packages/cli/test/ship.test.ts',
  'packages/cli/test/tier3.test.ts',
  'packages/cli/test/told-at-gates.test.ts',
  'packages/cli/test/watch.test.ts',
  // A package is packed, installed, and used.
  'packages/cli/test/package.test.ts',
  'packages/hooks/test/package.test.ts',
  'packages/hooks/test/preset-package.test.ts',
  // A project is taken from its first run to a push.
  'packages/hooks/test/first-remedies.test.ts',
  'packages/hooks/test/first-use.test.ts',
  'packages/hooks/test/hook-managers.test.ts',
  'packages/hooks/test/installed-programs.test.ts',
  'packages/hooks/test/sequences/sequences.test.ts',
  'packages/hooks/test/walks/npm-workspaces.test.ts',
  'packages/hooks/test/walks/script.test.ts',
  // Every runner that is on the machine runs tests that fail first.
  'packages/hooks/test/exec-rewrite.test.ts',
  'packages/hooks/test/known-red.test.ts',
  'packages/hooks/test/prove-red.test.ts',
  // Faulty workflows are checked twice, once in every way that a run of them can go.
  'packages/cli/test/faulty-workflows.test.ts',
  // Content, clocks and crashes, played out with processes that are killed or wait.
  'packages/driver/test/races.test.ts',
  'packages/evidence/src/journal/crash.test.ts',
  'packages/hooks/test/brought-by-git.test.ts',
  'packages/hooks/test/chosen-elsewhere.test.ts',
  'packages/hooks/test/swapped-content.test.ts',
  'packages/hooks/test/unlike-checkout.test.ts',
  'packages/hooks/test/unseen-content.test.ts',
  'packages/hooks/test/wrong-clock.test.ts',
  'packages/shell-effects/test/differential/differential.test.ts',
  'packages/shell-effects/test/differential/programs.test.ts',
];
