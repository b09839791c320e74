import type { SetUp } from '../set-ups.js';
import type { Peer } from './peer.js';

/** One rule: refuse when its pattern is found in the field, whatever the case of letters. */
interface PatternRule {
  field: 'command' | 'file';
  pattern: string;
}

/** Words of a shell command that change files, before the name of a file on the same line. */
const CHANGES = String.raw`(?:>|\b(?:rm|mv|cp|tee|touch|ln|dd|truncate|install|rsync|chmod|unlink|patch|write\w*)\b|\bsed\b.*\s-i|open\()`;

const PROTECTED = [
  String.raw`gate-[^/\s]*\.approved|phase-override\.json|flow-state\.json`,
  String.raw`-results(?:-[^/\s]*)?\.json`,
  String.raw`\.env(?!\.(?:example|sample|template))\b|\.(?:pem|key|keystore)\b|id_(?:rsa|ed25519)\b|credentials\b|service-account|secrets\.yaml|\.ssh/authorized_keys|\.netrc|\.kube/config`,
  String.raw`\.claude/(?:settings|hooks)|\.git/hooks|@flow/hooks`,
];

const RULES: readonly PatternRule[] = [
  ...PROTECTED.map((names): PatternRule => ({ field: 'file', pattern: names })),
  ...PROTECTED.map((names): PatternRule => ({ field: 'command', pattern: `${CHANGES}.*(?:${names})` })),
  { field: 'command', pattern: String.raw`core\.hooksPath\s*[ =]\s*\S|disableAllHooks` },
];

/** No pattern can ask for evidence, so this one is armed exactly while the set-up's evidence is not green. */
const PUSH: PatternRule = {
  field: 'command',
  pattern: String.raw`\bgit\b.*\b(?:push|send-pack)\b|\b(?:pr|mr)\s+merge\b`,
};

/**
 * What people write first: regular expressions over the text of the command or the path of an edit, as the rules of
 * hookify are. Its engine is not on npm; `scripts/reference/pattern-guard.cjs` re-creates how it answers.
 */
export const patterns: Peer = {
  npm: null,
  policies: ['push', 'gate-files', 'evidence', 'sensitive', 'hook-config'],
  hook: ['scripts/reference/pattern-guard.cjs'],
  tools: /.*/,
  configure(sandbox, setUp) {
    const file = `${sandbox.home}/.pattern-guard.json`;
    return { files: { [file]: JSON.stringify(rulesFor(setUp)) }, environment: { PATTERN_GUARD_RULES: file } };
  },
};

const rulesFor = ({ tested }: SetUp) => (tested === 'green' ? RULES : [...RULES, PUSH]);
