/** The environment is the variables of a process. Functions take it as their last parameter, so tests need not change theirs. */
export type Environment = Readonly<Record<string, string | undefined>>;
