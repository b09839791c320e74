import type { Call } from '../commands/command.js';

/** Makes a call that tells each thing once: whoever reads a run again and again would hear the same each time. */
export function tellingOnce(call: Call, tell: (text: string) => void = call.tell): Call {
  const told = new Set<string>();
  return {
    ...call,
    tell(text) {
      if (told.has(text)) return;
      told.add(text);
      tell(text);
    },
  };
}
