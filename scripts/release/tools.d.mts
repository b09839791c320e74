export const NODES: readonly string[];
export const MANAGERS: readonly string[];
export function nodeFolder(version: string): string;
export function managerWords(name: string, node: string): string[];
