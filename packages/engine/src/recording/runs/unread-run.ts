import type { Finding } from '@flow/core';
import type { Analysis, Run } from '@flow/shell-effects';
import { OWN_AWAIT, OWN_EXEC } from '../../places/own-products.js';
import { clean } from '../../text/clean.js';

/** Programs that run tests of which nobody here reads the result, and the words by which they do; any where there are none. */
const RUNNERS: Readonly<Record<string, RegExp | null>> = {
  ...{ tox: null, nox: null, phpunit: null, pest: null, ctest: null, bats: null, prove: null, karma: null, ava: null },
  ...{ tape: null, uvu: null, jasmine: null, behave: null, cucumber: null, 'cucumber-js': null, testem: /^ci$/ },
  ...{ gradle: /^(?:\S*:)?(?:test|check|build)$|Test$/, gradlew: /^(?:\S*:)?(?:test|check|build)$|Test$/ },
  ...{ mvnw: /^(?:test|verify|install|package)$/, sbt: /^test/i, mill: /test/i, lein: /^test$/ },
  ...{
    hatch: /^(?:test|run)$/,
    pdm: /^(?:test|run)$/,
    invoke: /^test/,
    inv: /^test/,
    rake: /^(?:test|spec)?$/,
    rails: /^test$/,
  },
  ...{ mix: /^test$/, dotnet: /^test$/, swift: /^test$/, bun: /^test$/, deno: /^test$/, zig: /^test$/, dart: /^test$/ },
  ...{ flutter: /^test$/, stack: /^test$/, cabal: /^(?:v2-)?test$/, dune: /^(?:run)?test$/, rebar3: /^(?:eunit|ct)$/ },
  ...{
    bazel: /^(?:test|coverage)$/,
    bazelisk: /^(?:test|coverage)$/,
    pants: /^test$/,
    meson: /^test$/,
    composer: /^test$/,
  },
  ...{
    just: /test|check/,
    task: /test|check/,
    make: /test|check/,
    gmake: /test|check/,
    mage: /test/i,
    xcodebuild: /^test$/,
  },
  ...{ playwright: /^test$/, cypress: /^run$/, ng: /^test$/, nx: /test/, earthly: /test/, crystal: /^spec$/ },
};

/** Programs that run a command in another place: a container, a machine. */
const ELSEWHERE: readonly { program: RegExp; word?: RegExp }[] = [
  { program: /^(?:docker|podman|nerdctl)$/, word: /^(?:run|exec|compose)$/ },
  { program: /^(?:docker|podman)-compose$/, word: /^(?:run|exec|up)$/ },
  { program: /^(?:kubectl|oc)$/, word: /^(?:exec|run)$/ },
  { program: /^(?:vagrant|devcontainer|lima|limactl|multipass)$/, word: /^(?:ssh|exec|shell)$/ },
  { program: /^ssh$/ },
];

const TESTS =
  /^(?:pytest|py\.test|unittest|jest|vitest|mocha|rspec|phpunit|pest|tox|nox|ctest|bats|gotestsum|nextest)$/;
const TEST_WORD = /^(?:tests?|spec|check)(?:$|:)/;

/**
 * A command that runs tests and of which no run is recorded: what it prints is not read here, or it runs in a place of which
 * nobody knows the content. Said once, with what counts in its place.
 */
export function unreadRun({ effects }: Analysis): Finding | null {
  for (const effect of effects) {
    // What runs through `exec` is recorded there, or its refusal is said there.
    if (
      effect.kind !== 'run' ||
      effect.via.includes(OWN_EXEC) ||
      effect.via.includes(OWN_AWAIT) ||
      effect.via.some((step) => /\b(?:script|run|make|just|task) /.test(step))
    )
      continue;
    const why = whyUnread(effect);
    if (why !== null) {
      const command = clean(effect.argv.map((word) => word ?? '…').join(' '), 80);
      return { code: 'RUN_UNREAD', level: 'note', args: { command, why } };
    }
  }
  return null;
}

function whyUnread({ program, argv }: Run): 'elsewhere' | 'output' | null {
  const words = argv.slice(1).filter((word) => word !== undefined);
  const known = Object.hasOwn(RUNNERS, program) ? RUNNERS[program] : undefined;
  if (known !== undefined && (known === null || (words.length > 0 ? words : ['']).some((word) => known.test(word))))
    return 'output';
  const place = ELSEWHERE.find((one) => one.program.test(program));
  if (!place || (place.word && !words.some((word) => place.word!.test(word)))) return null;
  // Over a connection a command is one word.
  const all = words.flatMap((word) => word.split(/\s+/)).map((word) => word.slice(word.lastIndexOf('/') + 1));
  return all.some((word) => TESTS.test(word) || TEST_WORD.test(word)) ? 'elsewhere' : null;
}
