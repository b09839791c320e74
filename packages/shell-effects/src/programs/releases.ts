import type { ProgramFile } from '../program.js';

/** Release tools write a version, commit it, and push it. */
export const releases: ProgramFile = {
  bumpver: { publishes: [{ when: /^update\b/, needs: /--push\b/, unless: /--dry\b|(?:^|\s)-d\b/ }] },
  'gh-pages': { publishes: [{ when: /^/, unless: /--no-push\b/ }] },
  // Tools that make a release and push it.
  np: { publishes: [{ when: /^/, unless: /--(?:preview|release-draft-only)\b/ }] },
  'release-it': {
    publishes: [{ when: /^/, unless: /--(?:no-git(?:\.push)?|git\.push=false|release-version|changelog)\b/ }],
  },
  'semantic-release': {
    publishes: [{ when: /^/, unless: /--(?:no-push|noop|print)\b|^(?:changelog|generate-config)\b/ }],
  },
  'psr, semantic_release': { publishes: [{ when: /^(?:version|publish)\b/, unless: /--(?:no-push|noop|print)\b/ }] },
  bumpp: { publishes: [{ when: /^/, unless: /--no-push\b|--push[ =]false/ }] },
  changelogen: { publishes: [{ when: /^/, needs: /--push\b/ }] },
  auto: { publishes: [{ when: /^(?:shipit|release|latest|next|canary)\b/ }] },
  shipjs: { publishes: [{ when: /^(?:prepare|trigger|release)\b/ }] },
  beachball: { publishes: [{ when: /^publish\b/, unless: /--no-push\b/ }] },
  'push-dir, angular-cli-ghpages, ngh, zest.releaser, fullrelease, postrelease': { publishes: [{ when: /^/ }] },
  'release-plz': { publishes: [{ when: /^(?:release|release-pr)\b/ }] },
  tbump: { publishes: [{ when: /^\d/, unless: /--(?:only-patch|no-push)\b/ }] },
  release: { publishes: [{ when: /^/, needs: /--no-input\b/ }] },
  // They write a version, and most of them commit it.
  'standard-version, commit-and-tag-version': { moves: /^/ },
  changeset: { moves: /^version\b/ },
  'bumpversion, bump2version': { moves: /^./ },
  'bump-my-version, cz': { moves: /^bump\b/ },
};
