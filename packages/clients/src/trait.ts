/** Facts about a client that guards ask for: plain data, as every event that is judged loads it. */
export interface Traits {
  /** Word behind `--host` in the installed configuration. */
  name: string;
  /** The client as people call it. */
  product: string;
  /** Name of the client's program, as it is typed and as the system lists it. */
  program: string;
  /** The file that registers hooks, relative to the repository. */
  settings: string;
  /** The client shows sub-agents to its hooks, so that a reviewer can be seen at work. */
  showsSubagents: boolean;
}
