/**
 * A trial is how `doctor` starts the installed client once, headless, against a scripted model on loopback: with a home of its own
 * and a key that is none. Without a table entry a client cannot be tried, and says why.
 */
export interface Trial {
  /** Words behind the program, so that it answers one prompt and asks nobody about a call. */
  words(prompt: string): readonly string[];
  /** Variables by which it speaks to the scripted model alone. */
  environment(url: string): Readonly<Record<string, string>>;
  /** Files of the person, by their paths in the home, and what they hold as JSON. @default none */
  files?(url: string): Readonly<Record<string, object>>;
  /** The client's own tool for a shell command, and its input. */
  tool: string;
  input(command: string): Readonly<Record<string, unknown>>;
}

/** A key that is none. */
export const NO_KEY = 'not-a-key';

/** The input of a shell tool that asks for a description. */
export const described = (command: string) => ({ command, description: 'a trial of the guard' });
