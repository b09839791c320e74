/** The environment is the variables of a process. Functions take it as their last parameter, so tests need not change theirs. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the search path: a copy of the variables of a process on Windows finds it by the name as it was written. */
export const searchPath = (environment: Environment): string => environment.PATH ?? environment.Path ?? '';
