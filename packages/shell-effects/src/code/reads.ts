/** Programs that only read what lies in the repository: what the code itself has written cannot be run by them. */
export const READS =
  /^(?:git (?:--no-pager )?(?:status|log|diff|show|rev-parse|rev-list|ls-files|ls-tree|branch|tag|describe|shortlog|blame|grep|cat-file|ls-remote|fetch|merge-base|reflog|remote|for-each-ref|symbolic-ref)|cat|ls|head|tail|wc|grep|rg|jq|diff|date|echo|printf|sort|uniq|du|stat|file|which|uname|pwd|test)\b/;
