/** A setting of git's configuration that a line makes or a file holds. */
export type Setting = readonly [name: string, value: string];

/** Settings whose value git runs as shell code. */
export const RUNS_CODE =
  /^(?:core\.(?:sshcommand|pager|editor|fsmonitor|askpass|gitproxy|alternaterefscommand)|diff\.external|sequence\.editor|gpg\.(?:.+\.)?program|gpg\.ssh\.defaultkeycommand|pager\.[\w-]+|credential\.(?:.+\.)?helper|(?:diff|merge|filter|difftool|mergetool|browser|man|guitool|trailer|tar|hook)\..*\.?(?:command|driver|clean|smudge|process|textconv|cmd|path)|uploadpack\.packobjectshook|interactive\.difffilter|web\.browser|instaweb\.httpd|imap\.tunnel|sendemail\.(?:.+\.)?(?:smtpserver|sendmailcmd|tocmd|cccmd|headercmd)|submodule\..+\.update|remote\..+\.(?:uploadpack|receivepack|vcs))$/i;
