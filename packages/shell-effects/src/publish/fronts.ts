/** A way in which a program publishes commits. All expressions are held against words joined by blanks. */
export interface Way {
  /** The words that are no options. */
  readonly when: RegExp;
  /** Expression over all words, without which nothing is published. */
  readonly needs?: RegExp;
  /** Expression over all words, with which nothing is published. */
  readonly unless?: RegExp;
  /** Options that take the next word, separated by spaces. */
  readonly valued?: string;
}

const ANY = /^/;
const FORGE = '-R --repo -H --hostname -t --title -b --body';
const HG = '-R --repository --cwd --config';
const JJ = '-R --repository --config --at-op --at-operation --color';

const STACKED =
  /^(?:(?:stack|branch|downstack|upstack|commit|pr|repo)\s+)?(?:submit|push|publish|land|merge|sync|ss|us|ds|bs|s)\b/;
const MAVEN: readonly Way[] = [
  {
    when: /(?:^|\s)(?:[\w.-]+:)*(?:release:(?:prepare|perform|branch|update-versions)|scm:checkin|scm-publish:publish-scm|(?:jgitflow|gitflow):\S*(?:finish|publish|start)\S*)\b/,
    unless: /-DdryRun(?:=true)?\b|-DpushChanges=false/,
  },
];
const GRADLE: readonly Way[] = [
  {
    when: /(?:^|\s):?(?:[\w-]+:)*(?:release|gitPublishPush|gitPublish|axion-release|pushRelease|gitPush|createRelease|markNextVersion|final|candidate)\b/,
  },
];

/**
 * Programs that bring commits to a remote without a `git push` of their own in the line, by name; extensions of git by the
 * name of their program. Publishing packages, images or sites that go by other ways than a branch is none of it.
 */
export const FRONTS: Readonly<Record<string, readonly Way[]>> = {
  // Forges.
  gh: [
    { when: /^pr merge\b/, unless: /--disable-auto\b/, valued: FORGE },
    { when: /^pr (?:update-branch|revert)\b/, valued: FORGE },
    { when: /^pr close\b/, needs: /(?:^|\s)(?:-\w*d\w*|--delete-branch)(?:\s|$)/, valued: FORGE },
    { when: /^repo sync \S+\/\S+/, valued: '-b --branch -s --source' },
    { when: /^repo create\b/, needs: /--push\b/ },
    { when: /^repo delete\b/ },
    { when: /^release create\b/, valued: FORGE },
    { when: /^release delete\b/, needs: /--cleanup-tag\b/ },
    { when: /^issue develop\b/, unless: /(?:^|\s)(?:-l|--list)(?:\s|$)/, valued: FORGE },
    { when: /^(?:merge|sync|land|stack submit|poi)\b/ },
  ],
  glab: [
    { when: /^mr (?:merge|accept|rebase)\b/, valued: FORGE },
    { when: /^mr (?:create|new)\b/, needs: /(?:^|\s)(?:--push|--fill|-f)(?:\s|$)/ },
    { when: /^release create\b/, valued: FORGE },
    { when: /^(?:stack sync|repo delete)\b/ },
  ],
  hub: [
    { when: /^(?:push|sync)\b/, unless: /(?:^|\s)-n(?:\s|$)/ },
    { when: /^pull-request\b/, needs: /(?:^|\s)(?:-\w*p|--push)(?:\s|$)/ },
    { when: /^(?:create|release (?:create|edit))\b/ },
  ],
  lab: [{ when: /^(?:mr (?:merge|accept|rebase)|push)\b/ }],
  tea: [{ when: /^(?:pr|pulls?|pull-requests?) (?:merge|m)\b/ }, { when: /^releases? (?:create|c)\b/ }],
  az: [
    { when: /^repos pr (?:update|create)\b/, needs: /completed|--auto-complete(?:[ =]true|\s|$)/ },
    { when: /^repos (?:ref (?:create|delete)|import create|delete)\b/ },
  ],
  bb: [{ when: /^pr merge\b/ }],
  fastlane: [{ when: /^run push_(?:to_git_remote|git_tags)\b/ }],
  bumpver: [{ when: /^update\b/, needs: /--push\b/, unless: /--dry\b|(?:^|\s)-d\b/ }],
  bitbucket: [{ when: /^pr merge\b/ }],
  aws: [{ when: /^codecommit (?:merge-|put-file|create-commit|update-|create-branch|delete-branch)/ }],
  'gh-pages': [{ when: ANY, unless: /--no-push\b/ }],
  // Other version control on a git remote.
  jj: [{ when: /^(?:git push|gerrit upload)\b/, valued: JJ }],
  sl: [{ when: /^(?:push|submit|ghstack(?!\s+(?:checkout|unlink|rage|cherry))|pr (?:submit|s))\b/, valued: HG }],
  hg: [{ when: /^(?:push|phabsend)\b/, valued: HG }],
  got: [{ when: /^(?:send|se)\b/ }],
  gix: [{ when: /^push\b/ }],
  jgit: [{ when: /^push\b/, valued: '--git-dir' }],
  'go-git': [{ when: /^push\b/ }],
  dulwich: [{ when: /^push\b/ }],
  isogit: [{ when: /^push\b/ }],
  'isomorphic-git': [{ when: /^push\b/ }],
  yadm: [{ when: /^push\b/ }],
  vcsh: [{ when: /^(?:push\b|\S+ push\b)/ }],
  gita: [{ when: /^(?:push|super\b.* push)\b/ }],
  mr: [{ when: /^push\b/ }],
  myrepos: [{ when: /^push\b/ }],
  gws: [{ when: /^push\b/ }],
  vcs: [{ when: /^push\b/ }],
  gitbatch: [{ when: ANY, needs: /\bpush\b/ }],
  gitu: [{ when: /^push\b/ }],
  gitui: [{ when: /^push\b/ }],
  lazygit: [{ when: /^push\b/ }],
  magit: [{ when: /^push\b/ }],
  stg: [{ when: /^publish\b/ }],
  tg: [{ when: /^push\b/ }],
  topgit: [{ when: /^push\b/ }],
  repo: [{ when: /^upload\b/ }],
  pass: [{ when: /^git push\b/ }],
  chezmoi: [{ when: /^git (?:-- )?push\b/ }],
  etckeeper: [{ when: /^(?:vcs )?push\b/ }],
  copybara: [{ when: /\.sky\b/, unless: /^(?:validate|info|regenerate)\b/ }],
  // Stacked changes and reviews.
  gt: [{ when: /^(?:submit|s|ss|merge|stack submit|sync)\b/ }],
  graphite: [{ when: STACKED }],
  gs: [{ when: /^(?:(?:stack|branch|downstack|upstack) submit|ss|bs|us s|uss|dss|bsub|repo sync)\b/ }],
  spr: [{ when: /^(?:update|merge|land|diff|submit)\b/ }],
  av: [{ when: /^(?:pr|stack submit|sync|stack sync|submit)\b/, unless: /--push=no\b/ }],
  ghstack: [{ when: /^(?:submit|land)?(?:\s|$)/ }],
  arc: [{ when: /^(?:land|diff)\b/, unless: /--(?:only|preview)\b/ }],
  'git-spr': [{ when: /^(?:update|merge|u|m)\b/ }],
  'git-pr-train': [{ when: ANY, needs: /(?:^|\s)(?:-\w*p|--push|--push-only)/ }],
  'git-branchless': [{ when: /^submit\b/ }],
  'git-submit': [{ when: ANY }],
  'git-review': [{ when: ANY, unless: /(?:^|\s)(?:-d|-l|-s|--list|--download|--setup|-x|-n)(?:\s|$)/ }],
  'git-cl': [{ when: /^(?:upload|land|push)\b/ }],
  'git-codereview': [{ when: /^(?:mail|submit)\b/ }],
  'git-gerrit': [{ when: /^(?:push|submit|upload)\b/ }],
  'git-machete': [
    {
      when: /^(?:push|traverse|t|advance|(?:github|gitlab) (?:create-|restack-|retarget-|anno-))/,
      unless: /--no-push\b(?!-)/,
    },
  ],
  'git-spice': [{ when: STACKED }],
  'git-town': [{ when: /^(?:ship|sync|propose|append|hack -p|rename)\b/, unless: /--no-push\b/ }],
  'git-flow': [
    { when: /^(?:\S+ )?publish\b/ },
    { when: /^\S+ finish\b/, needs: /(?:^|\s)(?:-\w*p\w*|--push\w*)(?:\s|$)/ },
  ],
  'git-subrepo': [{ when: /^push\b/ }],
  'git-annex': [{ when: /^(?:sync|push|assist|satisfy)\b/, unless: /--no-push\b/ }],
  'git-cinnabar': [{ when: /^push\b/ }],
  'git-hg': [{ when: /^push\b/ }],
  'git-remote-hg': [{ when: /^push\b/ }],
  'git-tfs': [{ when: /^r?checkin/ }],
  'git-cvsexportcommit': [{ when: ANY, needs: /(?:^|\s)-\w*c/ }],
  'git-pr': [{ when: /^(?:merge|push)\b/ }],
  'git-release': [{ when: /^\S/ }],
  'git-sync': [{ when: ANY }],
  'git-publish': [{ when: ANY }],
  'git-publish-branch': [{ when: ANY }],
  'git-autopush': [{ when: ANY }],
  'git-ship': [{ when: ANY }],
  'git-land': [{ when: ANY }],
  'git-upload': [{ when: ANY }],
  'git-delete-branch': [{ when: /^\S/ }],
  'git-delete-tag': [{ when: /^\S/ }],
  'git-rename-branch': [{ when: /^\S/ }],
  'git-rename-tag': [{ when: /^\S/ }],
  'git-create-branch': [{ when: ANY, needs: /(?:^|\s)(?:-r|--remote)/ }],
  // Tools that make a release and push it.
  np: [{ when: ANY, unless: /--(?:preview|release-draft-only)\b/ }],
  'release-it': [{ when: ANY, unless: /--(?:no-git(?:\.push)?|git\.push=false|release-version|changelog)\b/ }],
  'semantic-release': [{ when: ANY, unless: /--(?:no-push|noop|print)\b|^(?:changelog|generate-config)\b/ }],
  psr: [{ when: /^(?:version|publish)\b/, unless: /--(?:no-push|noop|print)\b/ }],
  semantic_release: [{ when: /^(?:version|publish)\b/, unless: /--(?:no-push|noop|print)\b/ }],
  lerna: [{ when: /^(?:publish|version)\b/, unless: /--(?:no-push|no-git-tag-version)\b/ }],
  bumpp: [{ when: ANY, unless: /--no-push\b|--push[ =]false/ }],
  changelogen: [{ when: ANY, needs: /--push\b/ }],
  auto: [{ when: /^(?:shipit|release|latest|next|canary)\b/ }],
  shipjs: [{ when: /^(?:prepare|trigger|release)\b/ }],
  beachball: [{ when: /^publish\b/, unless: /--no-push\b/ }],
  'push-dir': [{ when: ANY }],
  'angular-cli-ghpages': [{ when: ANY }],
  ngh: [{ when: ANY }],
  ng: [{ when: /^deploy\b/ }],
  nx: [
    { when: /^release version\b/, needs: /--git-?[pP]ush\b/ },
    {
      when: /^release\b(?! (?:version|changelog|plan|publish))/,
      unless: /--(?:no-git-?push|git-?push=false|skip-publish-push)\b/i,
    },
    { when: /^release changelog\b/, unless: /--(?:git-?push=false)\b/i },
  ],
  rush: [{ when: /^(?:publish|version)\b/, needs: /(?:^|\s)(?:-b|--target-branch)(?:[ =]|$)/ }],
  'release-plz': [{ when: /^(?:release|release-pr)\b/ }],
  'cargo-release': [{ when: ANY, needs: /(?:^|\s)(?:-\w*x\w*|--execute)(?:\s|$)/, unless: /--no-push\b/ }],
  'cargo-smart-release': [{ when: ANY, needs: /(?:^|\s)(?:-\w*e\w*|--execute)(?:\s|$)/, unless: /--no-push\b/ }],
  'cargo-workspaces': [{ when: /^(?:publish|version)\b/, unless: /--(?:no-git-push|no-git-commit|dry-run)\b/ }],
  tbump: [{ when: /^\d/, unless: /--(?:only-patch|no-push)\b/ }],
  'zest.releaser': [{ when: ANY }],
  fullrelease: [{ when: ANY }],
  release: [{ when: ANY, needs: /--no-input\b/ }],
  postrelease: [{ when: ANY }],
  mkdocs: [{ when: /^gh-deploy\b/ }],
  mike: [
    { when: /^(?:deploy|delete|alias|retitle|set-default|props)\b/, needs: /(?:^|\s)(?:-\w*p\w*|--push)(?:\s|$)/ },
  ],
  'ghp-import': [{ when: ANY, needs: /(?:^|\s)(?:-\w*p\w*|--push)(?:\s|$)/ }],
  doctr: [{ when: /^deploy\b/ }],
  quarto: [{ when: /^publish gh-pages\b/ }],
  hexo: [{ when: /^(?:deploy|d)\b/ }, { when: /^(?:generate|g)\b/, needs: /(?:^|\s)(?:-d|--deploy)(?:\s|$)/ }],
  docusaurus: [{ when: /^deploy\b/ }],
  mvn: MAVEN,
  mvnw: MAVEN,
  gradle: GRADLE,
  gradlew: GRADLE,
  sbt: [{ when: /(?:^|\s)(?:release|ci-release)\b/ }],
  rake: [{ when: /^release(?:\[\S*)?(?:\s|$)/ }],
  gem: [{ when: /^(?:release|bump)\b/, needs: /(?:^|\s)(?:-p|--push|-t|--tag)(?:\s|$)/ }],
  cr: [{ when: /^index\b/, needs: /--(?:push|pr)\b/ }],
  flux: [{ when: /^bootstrap\b/ }],
  renovate: [{ when: ANY, unless: /--dry-run/ }],
};
