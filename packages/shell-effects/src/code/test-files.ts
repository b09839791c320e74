/** Names of test files in the languages whose runners take them as words. */
const TEST_NAME = /(?:[._-](?:test|spec)s?|Test|Spec)\.\w+$|^test_\w+\.\w+$|^conftest\.py$|\.(?:bats|t)$/;

/** Code that makes a folder of its own, or chooses the one in which programs start other than by a text. */
const CHOOSES_FOLDER =
  /mktemp|mkdtemp|mktmpdir|tmp_path|tmpdir|temp_?dir|\bcwd\s*(?:[,}]|[:=]\s*(?!["'`]))|chdir\(|\.Dir\s*=|\bGIT_DIR\b|\bcurrent_dir\(|(?:^|\n|;)\s*cd\s/i;

/** Returns true for a test that has repositories of its own, in which it may push as it likes. */
export function testsElsewhere(name: string, text: string): boolean {
  return TEST_NAME.test(name) && CHOOSES_FOLDER.test(text);
}

/** Tools that load a configuration of their own name, and the files that they are told. */
export const LOADS =
  /^(?:vitest|jest|mocha|ava|tap|jasmine|playwright|cypress|vite|webpack|rollup|eslint|stylelint|prettier|next|nuxt|tsup|tailwindcss|astro|wdio|karma|gulp|grunt|remix|svelte-kit)$/;

/** Runners of tests that run the files among their words; other tools read, format or bundle such files. */
export const RUNS_WORDS = /^(?:vitest|jest|mocha|ava|tap|jasmine|playwright|cypress|wdio|karma)$/;

/** Options behind which a file stands that such a tool loads. */
export const LOADING_OPTION =
  /^(?:-[cfpr]|--(?:config|configFile|configPlugin|gulpfile|gruntfile|require|import|loader|rulesdir|resolver|parser|plugin|format|formatter|custom-formatter|custom-syntax|postcss))$/;

/** `MAY_START` tells at a glance whether JavaScript could start a program at all. */
export const MAY_START = /child_process|\bexeca\b|\bzx\b|\bBun\b|\bDeno\b|cross-spawn|shelljs/;
