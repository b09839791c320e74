import type { ProgramFile } from '../program.js';

/** Other programs than git work on repositories of git. */
export const gitClients: ProgramFile = {
  got: { publishes: [{ when: /^(?:send|se)\b/ }] },
  'gix, go-git, dulwich, isogit, isomorphic-git, yadm, mr, myrepos, gws, vcs, gitu, gitui, lazygit, magit, tg, topgit':
    { publishes: [{ when: /^push\b/ }] },
  jgit: { publishes: [{ when: /^push\b/, valued: '--git-dir' }] },
  vcsh: { publishes: [{ when: /^(?:push\b|\S+ push\b)/ }] },
  gita: { publishes: [{ when: /^(?:push|super\b.* push)\b/ }] },
  gitbatch: { publishes: [{ when: /^/, needs: /\bpush\b/ }] },
  stg: { publishes: [{ when: /^publish\b/ }], moves: /^(?:push|pop|goto|pull|rebase|undo)\b/ },
  repo: { publishes: [{ when: /^upload\b/ }] },
  chezmoi: { publishes: [{ when: /^git (?:-- )?push\b/ }] },
  etckeeper: { publishes: [{ when: /^(?:vcs )?push\b/ }] },
  copybara: { publishes: [{ when: /\.sky\b/, unless: /^(?:validate|info|regenerate)\b/ }] },
};
