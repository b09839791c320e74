import type { WorkAnswer } from '@flow/clients/headless';
import type { Tokens } from '@flow/core';
import type { Action, DriveView, Task } from '@flow/core/drive';
import type { Failure } from '@flow/core/workflow';

/**
 * A house answers what a driver asks of it. Each answer is read anew, and each act can be done twice without harm: a driver
 * keeps nothing, and may be killed at any moment. A slot is the number of a work tree, which keeps what runs there apart.
 */
export interface House {
  /** Reads where the run stands. */
  read(): Promise<Reading>;
  /** Something that is another one when the journal has grown; cheap. */
  stamp(): string;
  /**
   * Begins an item for a process, under a lease of that process.
   * @param asked.session null where no session of an agent works on it: the driver itself does
   * @param asked.unarmed what is said under the lease counts for nothing
   * @returns why it cannot begin; null once the lease is recorded
   */
  begin(asked: {
    item: string;
    worktree: string;
    pid: number;
    session: string | null;
    unarmed: boolean;
  }): Promise<Refused | null>;
  /** Names the judge whose word a position waits for next; null where it waits for none. */
  judgeOf(item: string | null): Promise<string | null>;
  /**
   * What a session is told for one position.
   * @param asked.judge the judge whose verdict are to be its last words; null for none
   */
  promptFor(
    item: string | null,
    task: Task,
    worktree: string,
    asked: { why: string; hand: Hand; judge: string | null },
  ): Promise<string>;
  /** The client's id of the session in which a hook of ours has seen a nonce; null where none has. */
  answered(nonce: string): Promise<string | null>;
  /**
   * Hands in what a session has come to that does not do so by itself.
   * @returns why it is not handed in; null once it is
   */
  handIn(item: string | null, worktree: string, work: HandedIn): Promise<string | null>;
  /**
   * Runs the commands that a position asks for, without a session, under a lease of this process.
   * @returns why they could not be run; null once they have run, whatever they said
   */
  prove(item: string | null, worktree: string, slot: number): Promise<Refused | null>;
  /** Records that something broke down which says nothing of the work. */
  broke(item: string | null, reason: string): Promise<void>;
  /**
   * The files that the commit of an item may hold, of those that are changed, and its message.
   * @param item null for the run itself, whose own work tree has no other's work
   */
  commitOf(item: string | null, changed: readonly string[]): Promise<{ files: readonly string[]; message: string }>;
  /** Lists the commands that show, on merged content, that items still hold. */
  proofsOf(items: readonly string[]): Promise<readonly Proof[]>;
  /** Runs one of these commands. @returns true where it passed */
  run(proof: Proof, worktree: string, slot: number): Promise<boolean>;
  /** Records that an item did not land as it is on what has landed. */
  notLanded(said: NotLanded): Promise<void>;
  /** Records what a session has used, and how it ended. */
  settle(end: SettledEnd): Promise<void>;
  pause(reason: string): Promise<void>;
  /** Prepares a new work tree, as the project's policy says. @returns why it cannot be used; null where it can */
  prepare(worktree: string, slot: number): Promise<string | null>;
}

/**
 * A hand tells who hands in what a session has done: the agent by our commands, the driver by the agent's answer, or the
 * driver by what it has proven itself, as the session's words count for nothing.
 */
export type Hand = 'commands' | 'answer' | 'proof';

/** A thing that is handed in for a session. */
export type HandedIn =
  /** The words of an armed session on its own work. */
  | { kind: 'answer'; answer: WorkAnswer }
  /** Only what the commands of the item show counts. */
  | { kind: 'proof' }
  /** Why an item has failed twice. */
  | { kind: 'analysis'; reason: string }
  /** The words of a judge. */
  | { kind: 'verdict'; judge: string; text: string };

/** `Refused` tells why something cannot begin; `isHeld`: others are at work, which says nothing of the item. */
export interface Refused {
  why: string;
  isHeld: boolean;
}

/** A reading tells a driver where a run stands. */
export interface Reading extends Omit<DriveView, 'workers' | 'landed' | 'unlanded'> {
  /** Id of the run. */
  run: string;
  /** The branch of the run. */
  branch: string;
  /** The root of the work tree in which the run lives. */
  root: string;
  /** The work tree in which the run lives is a person's: it is never written. */
  isPersons: boolean;
  /** Tells the position of an item, or of the run (''), in one word: a session that moves none has stood still. */
  positionOf(item: string): string;
  /** The newest word on each item that did not land, and how many sessions have tried to mend that. */
  notLanded: readonly (NotLanded & { tries: number })[];
  /** Ids of the sessions whose use is recorded. */
  settled: ReadonlySet<string>;
  /** Tells the files that the program writes by itself. */
  isView(path: string): boolean;
  /** Tells the documents of the workflow, in which the program ticks boxes. */
  isDocument(path: string): boolean;
  /** Items that were worked on in work trees of their own, each with the item that its fixes and parts belong to. */
  worktreeOf(item: string): { item: string; title: string };
}

/** A command that shows that something holds; a suite's run is evidence for the content it ran on. */
export interface Proof {
  command: string;
  isSuite: boolean;
}

/** An item that did not land: the commit of its branch, on that of what had landed, and why. */
export interface NotLanded {
  item: string;
  commit: string;
  tip: string;
  why: string;
}

/** A settled end tells the journal how a session ended. */
export interface SettledEnd {
  session: string;
  item: string | null;
  task: Task;
  client: string;
  turns: number;
  tokens: number;
  /** These tokens by kind; left out where the client does not tell them apart. */
  kinds?: Tokens;
  /** US dollars; null where the client names no price. */
  money: number | null;
  /** Milliseconds. */
  duration: number;
  /** A digest of where it left what it worked on; null where it broke down. */
  stands: string | null;
  /** Why it did not lead on; null where it did. */
  failure: { class: Failure; reason: string } | null;
  /** Epoch milliseconds until which the account takes no session. */
  quotaUntil: number | null;
  /** Our hooks answered in it: what it says counts. */
  armed: boolean;
  /** Where it worked, since when and until when, in epoch milliseconds: what was said there meanwhile counts only if it was armed. */
  worktree: string;
  since: number;
  until: number;
}

/** A line of what a driver does, for people. */
export type Told =
  | { what: 'action'; action: Action }
  | { what: 'refused'; item: string | null; why: string }
  /** Nothing was heard of a session since a time, in epoch milliseconds; it goes on. */
  | { what: 'quiet'; item: string | null; session: string; since: number }
  /** The model has answered in a session, and no hook of ours has; `goesOn`: as one that is unarmed, else it is ended. */
  | { what: 'disarmed'; item: string | null; session: string; goesOn: boolean }
  | { what: 'settled'; end: SettledEnd }
  | { what: 'landed'; item: string; commit: string; isHere: boolean }
  | { what: 'not-landed'; item: string; why: string };
