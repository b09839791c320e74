import type { Runner } from './runner.js';
import { biome } from './runners/biome.js';
import { black } from './runners/black.js';
import { cargo } from './runners/cargo.js';
import { cargoCheck } from './runners/cargo-check.js';
import { checkstyle } from './runners/checkstyle.js';
import { clippy } from './runners/clippy.js';
import { coverage } from './runners/coverage.js';
import { ctrf } from './runners/ctrf.js';
import { eslint } from './runners/eslint.js';
import { flake8 } from './runners/flake8.js';
import { go } from './runners/go.js';
import { goBuild } from './runners/go-build.js';
import { goVet } from './runners/go-vet.js';
import { gofmt } from './runners/gofmt.js';
import { golangciLint } from './runners/golangci-lint.js';
import { gotestsum } from './runners/gotestsum.js';
import { jest } from './runners/jest.js';
import { junit } from './runners/junit.js';
import { maven } from './runners/maven.js';
import { mocha } from './runners/mocha.js';
import { mypy } from './runners/mypy.js';
import { nextest } from './runners/nextest.js';
import { nodeTest } from './runners/node-test.js';
import { prettier } from './runners/prettier.js';
import { pylint } from './runners/pylint.js';
import { pyright } from './runners/pyright.js';
import { pytest } from './runners/pytest.js';
import { rspec } from './runners/rspec.js';
import { ruff } from './runners/ruff.js';
import { sarif } from './runners/sarif.js';
import { semgrep } from './runners/semgrep.js';
import { shellcheck } from './runners/shellcheck.js';
import { staticcheck } from './runners/staticcheck.js';
import { tap } from './runners/tap.js';
import { tsc } from './runners/tsc.js';
import { unittest } from './runners/unittest.js';
import { vitest } from './runners/vitest.js';

/** Every runner that is known, in the order in which the outputs of one text are reported when nothing else tells. */
export const RUNNERS: readonly Runner[] = [
  go,
  gotestsum,
  goVet,
  goBuild,
  pytest,
  vitest,
  jest,
  mocha,
  nodeTest,
  cargo,
  nextest,
  clippy,
  cargoCheck,
  eslint,
  tsc,
  ruff,
  mypy,
  biome,
  prettier,
  pyright,
  black,
  flake8,
  pylint,
  rspec,
  maven,
  golangciLint,
  semgrep,
  unittest,
  junit,
  tap,
  ctrf,
  staticcheck,
  gofmt,
  shellcheck,
  sarif,
  checkstyle,
  coverage,
];
