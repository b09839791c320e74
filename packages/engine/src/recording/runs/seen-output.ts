import type { CommandOutput } from '@flow/clients/event';

/** A seen output is what @flow has of a command's output, with what is missing. */
export interface SeenOutput {
  /** The command line as it was typed. */
  command: string;
  text: string;
  exit: number | null;
  /** The command was stopped before it ended by itself. */
  interrupted: boolean;
  cut: CommandOutput['cut'];
  /** The report that the only run was asked for; its text is null when it is missing. */
  report: CommandOutput['report'];
  /** Nothing of the output was seen, so that the report has to tell alone. */
  unseen: boolean;
  /** Text of a file that a run's output was redirected to; undefined when it cannot be trusted to be that. */
  redirected(file: string): string | undefined;
}
