/**
 * A trial is how the installed client is started headless against a scripted model on loopback: with a home of its own and a key
 * that is none. `doctor` does so once, and the tests of the real clients do.
 */
export interface Trial {
  /** Words behind the program, so that it answers one prompt and asks nobody about a call. */
  words(prompt: string): readonly string[];
  /** Variables by which it speaks to the scripted model alone. */
  environment(url: string): Readonly<Record<string, string>>;
  /** Files of the person, by their paths in the home: a text, or what is written as JSON. @default none */
  files?(url: string, place: TrialPlace): Readonly<Record<string, object | string>>;
  /**
   * What has it run the hooks of a folder that nobody has trusted; whether the person trusts theirs is a check of its own.
   * @default it asks for no trust
   */
  trusting?: { words?: readonly string[]; environment?: Readonly<Record<string, string>> };
  /** The client's own tool for a shell command, and its input. */
  tool: string;
  input(command: string): Readonly<Record<string, unknown>>;
}

/** Where a client is tried. */
export interface TrialPlace {
  /** Absolute folder in which it starts. */
  directory: string;
  /** The search path that it starts with. */
  searchPath: string;
}

/** A key that is none. */
export const NO_KEY = 'not-a-key';

/** The input of a shell tool that asks for a description. */
export const described = (command: string) => ({ command, description: 'a trial of the guard' });
