/** A mistake in a configuration file: where (`push.stale`), and what was expected. */
export interface ConfigProblem {
  at: string;
  message: string;
}
