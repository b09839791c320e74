import type { NamedTests } from '@flow/engine/policy/presets/unread-tests';

/** Name of the file in which people set the rules, at the repository's root. */
export const CONFIG_FILE = 'flow.config.yaml';

/** `CONFIG_TEXT` is the text of a new configuration: no rule but the built-in ones, and the way to each of them. */
export const CONFIG_TEXT = `# yaml-language-server: $schema=./node_modules/@flow/hooks/dist/flow.config.schema.json
# Rules of the guards in this repository. What is left out has its default, which is shown here.
# A change takes effect after a person runs \`npx flow-hooks apply\` in a terminal, or once it is on the base branch.

# mode: enforce             # monitor: decide and report, refuse nothing
# push:                     # each rule: block, warn or off
#   untested: block
#   stale: block
#   red: block
#   unknown: block
#   partial: block
#   defaultBranch: block
#   lint: block             # upper limit for all rules about linters
#   types: block            # the same for type checkers, and so on
#   format: warn
#   analysis: warn
#   build: "off"
#   exact: "off"            # results must come from \`flow-hooks exec\` or CI
#   branches:
#     'wip/**': warn        # upper limit for all rules on these branches
# capture:
#   exec: false             # run the agent's plain test commands through \`flow-hooks exec\`
#   off: []                 # runners that are not recorded and not required, such as mypy
# stacks:                   # what is different here from the presets
#   python: "off"           # ignore this language here
#   typescript: { roots: outermost }   # one run in the outermost folder tests all packages inside
# approvals:                # what a person approves: npx flow-hooks approve <gate>
#   signers: []             # who may sign: anne@example.com ssh-ed25519 AAAA…
#   strength: terminal      # the weakest kind of approval that counts: typed, terminal or signed
#   gates:
#     handoff: { push: "off" }   # block: no push without a person's approval of its content
# edits:                    # which files may change in which phase
#   withoutPhase: allow     # deny: source and tests cannot be edited unless a workflow runs
# format:
#   onEdit: false           # true: format each file after the agent edits it
# conventions:              # rules for the lines that a change adds
#   presets: false          # true: also the rules of the Go and Python presets
#   rules:
#     - { name: no-log, files: ['src/**/*.ts'], text: console.log, message: Use the logger., severity: warn }
# imports:                  # what tests must not import
#   - { files: ['e2e/**'], forbid: ['src/internal/**'], message: Use the public API. }
# builds:                   # additional artifacts that must be rebuilt when their files change
#   - { title: the widget, command: npm run widget, files: ['web/**'] }
# protect:                  # additional files that the agent may not write
#   - deploy/production.env
# front: posix              # a shell file answers commands that can matter to nothing, in a tenth of the time
# suites:                   # test commands that are not detected
#   - root: .
#     command: make test
#     name: all             # results in develop/<branch>/all-results.json
`;

/** Writes a configuration that asks for each of the tests that are there and that detection does not know. */
export function configText(suites: readonly NamedTests[]): string {
  if (suites.length === 0) return CONFIG_TEXT;
  const [head] = CONFIG_TEXT.split('# suites:');
  return `${head}suites:                     # test commands that are not detected: their exit code counts\n${linesOf(suites)}`;
}

const linesOf = (suites: readonly NamedTests[]) =>
  suites.map(({ root, command }) => `  - root: ${text(root)}\n    command: ${text(command)}\n`).join('');

/**
 * Returns a configuration that is there with tests named in it; as it is where it names some already, which are a
 * person's to change.
 */
export function withTests(config: string, tests: readonly NamedTests[]): string {
  if (/^["']?suites["']?\s*:/m.test(config)) return config;
  return `${config}${config === '' || config.endsWith('\n') ? '' : '\n'}suites:\n${linesOf(tests)}`;
}

/** JSON is YAML, too. */
const text = (value: string) => (/^[\w./][\w./-]*(?: [\w./-]+)*$/.test(value) ? value : JSON.stringify(value));
