export function stepsOf(markdown: string): { command: string; printed: string[] }[];
export function wrapped(line: string, columns?: number): string[];
export function recordingOf(markdown: string): string;
