/** Words of a tool that say that the tool only has a result from before, and that a test ran now. */
interface Words {
  kept: RegExp;
  /** Then what was kept is a part. Left out where one such word speaks for all. */
  ran?: RegExp;
}

/** A task that runs tests, by its last name: `test`, `testDebugUnitTest`, `integrationTest`; not what prepares them. */
const TEST_TASK = String.raw`(?:\S*:)?(?:test|(?!compile|process|generate|kapt|ksp|pre|merge|package|lint|assemble|bundle)[a-z]\w*Test)(?!Classes|Fixtures|[a-z])\w*`;

/** Words that the tool itself writes at the beginning of a line, by what people call it. */
const KEPT: Readonly<Record<string, Words>> = {
  Gradle: {
    kept: new RegExp(
      String.raw`^> Task ${TEST_TASK} (?:UP-TO-DATE|FROM-CACHE|NO-SOURCE|SKIPPED)$|^\d+ actionable tasks?: \d+ (?:up-to-date|from cache)(?:, \d+ (?:up-to-date|from cache))*$`,
      'm',
    ),
    ran: new RegExp(`^> Task ${TEST_TASK}(?: FAILED)?$`, 'm'),
  },
  Maven: {
    kept: /^\[INFO\] Skipping plugin execution \(cached\): (?:surefire|failsafe):/m,
    ran: /^\[(?:INFO|ERROR|WARNING)\] Tests run: /m,
  },
  Make: {
    kept: /^g?make: (?:Nothing to be done for|['‘`]?\S*(?:test|check|spec|verify)\S*['’]? is up to date\.$)/m,
    ran: /^(?!\s*$)(?!g?make(?:\[\d+\])?: )/m,
  },
  Ninja: { kept: /^ninja: no work to do\.$/m, ran: /^\[\d+\/\d+\] /m },
  Task: { kept: /^task: Task "[^"\n]*test[^"\n]*" is up to date$/m, ran: /^task: \[[^\]\n]*test[^\]\n]*\] /m },
  Turborepo: {
    kept: /^\S+:\S*test\S*: cache hit, |^ *Cached: +([1-9]\d*) cached, \1 total$/m,
    ran: /^\S+:\S*test\S*: cache (?:miss|bypass), /m,
  },
  Nx: { kept: /^ *Nx read the output from the cache instead of running the command for (\d+) out of \1 tasks?\.$/m },
  Bazel: { kept: /^Executed 0 out of [1-9]\d* tests?: /m },
  Pants: {
    kept: /^✓ .* succeeded in .*\((?:cached (?:locally|remotely)|memoized)\)\.$/m,
    ran: /^✓ .* succeeded in [\d.]+s\.$/m,
  },
  Wireit: {
    kept: /^(?:✅|♻️) .*(?:Already fresh|Restored from cache)\.?$/m,
    ran: /^✅ .*(?:Executed successfully|Ran [1-9])/m,
  },
};

const COLOURS = /\x1b\[[0-9;]*m/g;

/**
 * Returns the tool that kept a result in place of running tests, by what a run printed; undefined where one ran, or
 * nobody says so.
 */
export function keeperOf(output: string): string | undefined {
  const text = output.replace(COLOURS, '').replaceAll('\r\n', '\n');
  return Object.entries(KEPT).find(([, { kept, ran }]) => kept.test(text) && !(ran?.test(text) ?? false))?.[0];
}
