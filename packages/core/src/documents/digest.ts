/** Turns the canonical text into its digest; core brings none of its own. */
export type Digest = (text: string) => string;
