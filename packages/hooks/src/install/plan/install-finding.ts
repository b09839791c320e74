import type { Finding } from '@flow/core';
import { notOwnedWords } from '@flow/engine/text/not-owned';
import { printable } from '@flow/engine/text/printable';
import type { Problem } from '../../answer/answer.js';

/** Says what is wrong by a finding of `planInstall`, `planUninstall` or `applyPlan`, and what to do. */
export function installProblem({ code, path, args }: Finding): Problem {
  return { code, message: printable(words(code, path ?? 'the repository', args)) };
}

/** The help where it is not a matter of permissions, by the system's word. */
const WRITABLE: Readonly<Record<string, string>> = {
  ENOSPC: 'Make room on that disk',
  EDQUOT: 'Make room in your quota',
  EROFS: 'Its file system is mounted read-only: mount it for writing',
};

function words(code: string, at: string, args: Finding['args']): string {
  switch (code) {
    case 'BAD_VERSION':
      return `"${args.version}" is not a version like 1.2.3.`;
    case 'NO_REPOSITORY':
      return `${at} is not in a git worktree. Run this in one, or run \`git init\` first.`;
    case 'NO_GIT':
      return 'git does not respond. Install git, or check what `git rev-parse --git-path hooks` prints here.';
    case 'NOT_OWNED':
      return notOwnedWords(at);
    case 'NO_WORK_TREE':
      return `${at} is a repository without its own worktree. Run this in one of its worktrees (\`git worktree list\`).`;
    case 'BUNDLE_INCOMPLETE':
      return `the package is incomplete: ${at} is missing. Run \`npm install\` again.`;
    case 'SETTINGS_INVALID':
      return `${at}:${args.line}:${args.column}: ${args.message}. ${args.product ?? 'Claude Code'} ignores the whole file; fix it and run this again.`;
    case 'SETTINGS_NOT_UTF8':
      return `${at} is not UTF-8 text.`;
    case 'MANAGER_UNREADABLE':
      return `${at} cannot be read, so its tool would not call our git hooks. Fix it and run this again.`;
    case 'EARLIER_HOOK_TAKEN':
      return `there is a new ${args.name} hook at ${at}, and one from before at ${args.kept}. Keep one of them and run this again.`;
    case 'SEAL_UNAVAILABLE': {
      const remedy = args.remedy ?? 'Install bubblewrap where user namespaces are allowed';
      return `sessions in ${at} cannot be sealed here: ${args.why}. ${remedy}${args.isSealed ? '. Sessions here are sealed already and run no command like this: a person ends that in a terminal with `npx flow-hooks install --seal off`' : ', or go on without `--seal`'}.`;
    }
    case 'SEAL_TAKEN':
      return `${at} has \`${args.key}\` already: ${args.value}. Take that out to seal sessions.`;
    case 'SYMLINK':
      return `${args.link} is a symbolic link, so a write to ${at} would end up elsewhere. Replace it with a file or folder.`;
    case 'NOT_A_FILE':
      return `${args.at} should be a ${args.expected}.`;
    case 'UNREADABLE':
      return `${at} cannot be read: ${args.reason}.`;
    case 'CHANGED_MEANWHILE':
      return `${at} changed while the plan was shown. Run this again.`;
    case 'WRITE_FAILED':
      return `${at} cannot be written: ${args.reason}. Earlier writes were rolled back. ${WRITABLE[String(args.reason).split(':')[0]!] ?? 'Give your user write permission there, or remove the obstacle'}, and run this again.`;
    case 'ROLLBACK_FAILED':
      return `${at} could not be restored: ${args.reason}.`;
    default:
      return `${at} ${JSON.stringify(args)}`;
  }
}
