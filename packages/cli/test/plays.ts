/** Time is short, as in CI: of plays that take long, one part is led; see `FLOW_PLAYS` in CONTRIBUTING.md. */
export const IS_SHORT = process.env.FLOW_PLAYS === 'one';
