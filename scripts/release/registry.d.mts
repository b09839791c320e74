export function startRegistry(): Promise<{ url: string; close(): Promise<void> }>;
