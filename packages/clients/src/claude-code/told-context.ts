/**
 * Claude Code's words for a text that the agent is to know. Part of the small entries: imports nothing.
 * @param event name of the host's event
 */
export const toldContext = (event: string, text: string) => ({ hookEventName: event, additionalContext: text });
