/** The bundle `shell.cjs`: what only events with a command line pay for. */
export { effectsOf } from '@flow/shell-effects';
