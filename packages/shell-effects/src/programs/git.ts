import { runGit } from '../git/git.js';
import type { ProgramFile } from '../program.js';
import { STACKED } from '../publish/way.js';

/** Extensions of git are programs named `git-…`. */
export const git: ProgramFile = {
  git: { runs: runGit },
  'git-hooks, git-lfs install': { stores: { own: '.git/hooks/' } },
  'git-secrets': { stores: { own: '.git/hooks/', when: /^--install$/ } },
  'git-spr': { publishes: [{ when: /^(?:update|merge|u|m)\b/ }] },
  'git-pr-train': { publishes: [{ when: /^/, needs: /(?:^|\s)(?:-\w*p|--push|--push-only)/ }] },
  'git-branchless': { publishes: [{ when: /^submit\b/ }] },
  'git-submit, git-sync, git-publish, git-publish-branch, git-autopush, git-ship, git-land, git-upload': {
    publishes: [{ when: /^/ }],
  },
  'git-review': { publishes: [{ when: /^/, unless: /(?:^|\s)(?:-d|-l|-s|--list|--download|--setup|-x|-n)(?:\s|$)/ }] },
  'git-cl': { publishes: [{ when: /^(?:upload|land|push)\b/ }] },
  'git-codereview': { publishes: [{ when: /^(?:mail|submit)\b/ }] },
  'git-gerrit': { publishes: [{ when: /^(?:push|submit|upload)\b/ }] },
  'git-machete': {
    publishes: [
      {
        when: /^(?:push|traverse|t|advance|(?:github|gitlab) (?:create-|restack-|retarget-|anno-))/,
        unless: /--no-push\b(?!-)/,
      },
    ],
  },
  'git-spice': { publishes: [{ when: STACKED }] },
  'git-town': { publishes: [{ when: /^(?:ship|sync|propose|append|hack -p|rename)\b/, unless: /--no-push\b/ }] },
  'git-flow': {
    publishes: [
      { when: /^(?:\S+ )?publish\b/ },
      { when: /^\S+ finish\b/, needs: /(?:^|\s)(?:-\w*p\w*|--push\w*)(?:\s|$)/ },
    ],
  },
  'git-subrepo, git-cinnabar, git-hg, git-remote-hg': { publishes: [{ when: /^push\b/ }] },
  'git-annex': { publishes: [{ when: /^(?:sync|push|assist|satisfy)\b/, unless: /--no-push\b/ }] },
  'git-tfs': { publishes: [{ when: /^r?checkin/ }] },
  'git-cvsexportcommit': { publishes: [{ when: /^/, needs: /(?:^|\s)-\w*c/ }] },
  'git-pr': { publishes: [{ when: /^(?:merge|push)\b/ }] },
  'git-release, git-delete-branch, git-delete-tag, git-rename-branch, git-rename-tag': { publishes: [{ when: /^\S/ }] },
  'git-create-branch': { publishes: [{ when: /^/, needs: /(?:^|\s)(?:-r|--remote)/ }] },
};
