import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { BY_VALUE, STEERING_KEYS } from './steering-keys.js';

/*
 * Every setting that this machine's git knows is one that steers it, or was looked at and does not: a newer git with a key that
 * nobody has looked at is noticed by its name. Looked at: git 2.39.5 and 2.55 (Documentation/config/*.adoc, commit 1a3e64c6).
 */

const wordsOf = (text: string) => text.trim().split(/\s+/);

/** What no command of ours reads (`STEERING_KEYS` says why), and what other programs than git's own read. */
const UNREAD = wordsOf(`
  alias browser completion difftool gitcvs gitweb gui guitool imap instaweb interactive man mergetool pager sendemail sequence
  tar web`);

/** Names of messages. */
const MESSAGES = wordsOf('advice fsck receive.fsck fetch.fsck');

/** Sections in which a setting steers nothing, as long as its name does not speak of a program, an address or a file. */
const FAMILIES = wordsOf(`
  add am apply attr author bitmappseudomerge blame branch bundle checkout clean clone color column commitgraph committer
  credentialcache credentialstore extensions fastimport feature format fsmonitor grep help i18n index init lsrefs mailinfo
  mailmap maintenance notes pack pretty promisor pull rebase receive reftable remotes repack replay rerere revert safe
  showbranch sideband sparse splitindex ssh stash status transfer uploadarchive uploadpackfilter user versionsort worktree`);

const SPEAKS_OF_ONE =
  /(?:agent|cmd|command|destination|directory|dir|driver|editor|exec|file|filter|helper|hook|layout|pager|path|program|proxy|server|signatures|gpg\w*|target|tool|ur[il])$/;

/** Settings that were looked at one by one: those that speak of such a thing, and those of sections in which others steer. */
const HARMLESS = new Set([
  // Read only: what lies there decides no more than the repository's own files do. Git looks for `include*.path` itself.
  ...['blame.ignorerevsfile', 'format.signaturefile', 'mailmap.file', 'include.path', 'includeif.*.path'],
  // For `git init`, `git clone`, `git format-patch`, `git help`, `git add -i` and a daemon: none of them is started.
  ...[
    'init.templatedir',
    'transfer.bundleuri',
    'bundle.*.uri',
    'format.outputdirectory',
    'help.htmlpath',
    'fsmonitor.socketdir',
  ],
  // Remotes that are asked for what is missing: nothing is asked for (GIT_NO_LAZY_FETCH).
  ...['promisor.acceptfromserver', 'promisor.acceptfromserverurl'],
  ...['transfer.credentialsinurl', 'safe.directory', 'rebase.reschedulefailedexec', 'color.pager', 'user.signingkey'],
  ...sectionsOf({
    commit: 'cleanup status template verbose',
    core: `abbrev alternaterefsprefixes attributesfile autocrlf bare bigfilethreshold checkroundtripencoding checkstat commentchar
      commentstring commitgraph compression configlocktimeout createobject deltabasecachelimit editor eol excludesfile filemode
      filesreflocktimeout fsmonitorhookversion fsync fsyncmethod fsyncobjectfiles hidedotfiles ignorecase ignorestat lockfilepid
      logallrefupdates loosecompression maxtreedepth multipackindex notesref packedgitlimit packedgitwindowsize
      packedrefstimeout pager precomposeunicode prefersymlinkrefs preloadindex protecthfs protectntfs quotepath
      repositoryformatversion restrictinheritedhandles safecrlf sharedrepository sparsecheckout sparsecheckoutcone splitindex
      symlinks trustctime unsetenvvars untrackedcache usereplacerefs warnambiguousrefs whitespace`,
    credential: '*.* interactive protectprotocol sanitizeprompt usehttppath username',
    diff: `*.binary *.cachetextconv *.trustexitcode *.wordregex *.xfuncname algorithm autorefreshindex colormoved colormovedws
      context dirstat dstprefix guitool ignoresubmodules indentheuristic interhunkcontext mnemonicprefix noprefix orderfile
      relative renamelimit renames srcprefix statgraphwidth statnamewidth submodule suppressblankempty tool trustexitcode
      wordregex wserrorhighlight`,
    fetch: `all bundlecreationtoken followremotehead fsckobjects negotiationalgorithm output parallel prune prunetags
      recursesubmodules showforcedupdates unpacklimit writecommitgraph`,
    gc: `*.reflogexpire *.reflogexpireunreachable aggressivedepth aggressivewindow auto autodetach autopacklimit bigpackthreshold
      cruftpacks logexpiry maxcruftsize packrefs pruneexpire reflogexpire reflogexpireunreachable repackfilter rerereresolved
      rerereunresolved worktreepruneexpire writecommitgraph`,
    gpg: 'format mintrustlevel ssh.allowedsignersfile ssh.revocationfile',
    hook: '*.enabled *.event *.jobs *.parallel jobs',
    http: `*.* delegation emptyauth extraheader followredirects keepalivecount keepaliveidle keepaliveinterval lowspeedlimit
      lowspeedtime maxrequests maxretries maxretrytime minsessions noepsv pinnedpubkey postbuffer proactiveauth proxyauthmethod
      proxysslcainfo proxysslcert proxysslcertpasswordprotected proxysslkey retryafter schannelcheckrevoke schannelusesslcainfo
      sslbackend sslcainfo sslcapath sslcert sslcertpasswordprotected sslcerttype sslcipherlist sslkey sslkeytype ssltry sslverify
      sslversion useragent version`,
    log: `abbrevcommit date decorate diffmerges excludedecoration follow graphcolors graphindent initialdecorationset mailmap
      showroot`,
    merge: `*.name *.recursive autostash branchdesc conflictstyle defaulttoupstream directoryrenames ff guitool log renamelimit
      renames renormalize stat suppressdest tool verbosity`,
    protocol: 'version',
    push: 'autosetupremote default followtags negotiate pushoption recursesubmodules usebitmaps useforceifincludes',
    remote: `*.advertisedas *.fetch *.followremotehead *.mirror *.negotiationinclude *.negotiationrestrict *.partialclonefilter
      *.promisor *.proxyauthmethod *.prune *.prunetags *.push *.serveroption *.skipdefaultupdate *.skipfetchall *.tagopt
      pushdefault`,
    submodule: `*.active *.branch *.fetchrecursesubmodules *.gitdir *.ignore active alternateerrorstrategy alternatelocation
      fetchjobs propagatebranches recurse`,
    tag: 'forcesignannotated sort',
    trace2: 'configparams destinationdebug envvars eventbrief eventnesting maxfiles normalbrief perfbrief',
    trailer: '*.ifexists *.ifmissing *.key *.where ifexists ifmissing separators where',
    uploadpack: `allowanysha1inwant allowfilter allowreachablesha1inwant allowrefinwant allowtipsha1inwant hiderefs keepalive`,
  }),
]);

function sectionsOf(sections: Readonly<Record<string, string>>): string[] {
  return Object.entries(sections).flatMap(([section, words]) => wordsOf(words).map((word) => `${section}.${word}`));
}

function isLookedAt(key: string): boolean {
  const isIn = (sections: readonly string[]) => sections.some((section) => key.startsWith(`${section}.`));
  if (key in STEERING_KEYS || key in BY_VALUE || HARMLESS.has(key) || isIn(UNREAD) || isIn(MESSAGES)) return true;
  return isIn(FAMILIES) && !SPEAKS_OF_ONE.test(key);
}

/** Lists keys as `git help -c` prints them, with `*` in the place of what a person chooses. */
function knownToGit(): string[] {
  const lines = execFileSync('git', ['help', '-c'], { encoding: 'utf8' }).split('\n');
  const keys = lines.filter((line) => /^[a-z]\S*\.\S+$/i.test(line));
  return keys.map((line) => line.toLowerCase().replace(/<[^>]*>/g, '*'));
}

test('33.3d each setting that git knows steers it by our list, or was looked at and does not', () => {
  const known = knownToGit();
  expect(known.length).toBeGreaterThan(500);
  expect(known.filter((key) => !isLookedAt(key))).toEqual([]);
});

test('33.3d a key that nobody has looked at is named, in sections that steer and in families that do not', () => {
  const news = [
    'core.newword',
    'remote.*.newword',
    'pack.newhook',
    'maintenance.*.command',
    'newsection.x',
    'commit.signwith',
  ];
  expect(news.filter(isLookedAt)).toEqual([]);
});
