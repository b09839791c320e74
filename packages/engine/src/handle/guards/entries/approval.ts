import type { Judge } from '../../../judges/guard.js';
import { judgeApprovingCommand, judgeSelfApproval } from '../../../judges/self-approval.js';

/** Refuses what only a person says. */
export const approval: Judge = ({ command, tool, input }) =>
  command ? judgeApprovingCommand(command.text, command.analysis) : judgeSelfApproval(tool, input);
