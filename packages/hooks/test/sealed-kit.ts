import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/* What sealed shells are tried with, by our wrapper alone and in the real client. */

/** Ways to what a seal covers; `$STATE` is the state folder. One that sees what is hidden prints `SEEN`. */
export const ATTACKS = [
  'echo x > .git/flow/x',
  'echo x >> .git/flow/journal.jsonl',
  'rm -rf .git/flow',
  'mv .git/flow .git/flow2',
  'mv .git gone',
  'mv .claude gone',
  'cd .. && mv "$OLDPWD" gone',
  'rm -rf .claude',
  'rm -f .claude/settings.json .claude/settings.local.json',
  'sed -i s/flow/x/ .claude/settings.json',
  'echo {} > .claude/settings.local.json',
  'echo x > .claude/new.json',
  'truncate -s 0 .claude/hooks/flow.cjs',
  'ln -sf /bin/true .git/hooks/pre-push',
  'rm -f .git/hooks/pre-push',
  'chmod -x .git/hooks/pre-push',
  'chmod 777 .git/flow',
  'touch -d 2001-01-01 .git/flow/journal.jsonl',
  'ln .git/flow/journal.jsonl copy && echo x >> copy',
  'ln -s "$PWD/.git/flow" link && echo x > link/x',
  'dd if=/dev/zero of=.git/flow/journal.jsonl count=1',
  'cp /etc/hostname .git/hooks/pre-commit',
  'tar cf - /etc/hostname | tar xf - -C .git/flow',
  'git checkout -- .claude; git clean -fdx .claude',
  'git stash -u',
  'cat "$STATE/keys/current" > /dev/null && echo SEEN',
  'ls "$STATE/keys" | grep . && echo SEEN',
  'echo x > "$STATE/keys/current"',
  'mv "$STATE" "$STATE.gone"',
  'mv "$HOME/.local" "$HOME/local"',
  'mv "$STATE/keys" "$STATE/k"',
  'rm -rf "$STATE"',
  'echo x > "$STATE/public/0000000000000000"',
  'mount --bind /tmp .git/flow',
  'mount -o remount,rw .git/flow',
  'umount .git/flow; umount -l "$STATE/keys"; cat "$STATE/keys/current" && echo SEEN',
  'unshare -Urm sh -c "umount .git/flow; echo x > .git/flow/x"',
  'bwrap --dev-bind / / sh -c "echo x > .git/flow/x"',
  'nsenter -t 1 -m sh -c "echo x > .git/flow/x"',
  'for p in /proc/[0-9]*; do cat "$p/root$STATE/keys/current" && echo SEEN; echo x > "$p/root$PWD/.git/flow/x"; done',
  'setsid sh -c "echo x > .git/flow/x" & sleep 0.1',
  `node -e "require('fs').writeFileSync('.git/flow/x','')"`,
  `node -e "require('fs').renameSync('.claude','y')"`,
  'echo "alias git=true" >> "$HOME/.bashrc"',
  'mkdir -p "$HOME/.claude" && echo {} > "$HOME/.claude/settings.json"',
];

/** Digests and times of everything below some folders, so that any change shows. */
export function lookOf(folders: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (at: string) => {
    const stat = lstatSync(at, { throwIfNoEntry: false });
    if (stat === undefined) return;
    found[at] = `${stat.mode} ${stat.mtimeMs} `;
    if (stat.isDirectory()) for (const name of readdirSync(at)) walk(path.join(at, name));
    else if (stat.isFile()) found[at] += createHash('sha256').update(readFileSync(at)).digest('hex');
  };
  for (const folder of folders) walk(folder);
  return found;
}
