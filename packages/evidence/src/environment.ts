/** Variables of a process. Functions take them as their last parameter so that tests need not change their own. */
export type Environment = Readonly<Record<string, string | undefined>>;
