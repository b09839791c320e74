/** A budget says what work of a class may cost before there is anything to hold it against, and what planning may weigh. */
export interface Budget {
  /** Requests to models before the first red test. */
  requests?: number;
  /** Minutes before the first red test. */
  minutes?: number;
  /** Lines of plan for each changed line. */
  ratio?: number;
  /** US dollars of the whole run. */
  dollars?: number;
  /** `block` stops a run that is over it until a person raises it. Default warn. */
  severity?: 'warn' | 'block';
}
