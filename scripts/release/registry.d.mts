export function startRegistry(at?: { others?: string }): Promise<{ url: string; close(): Promise<void> }>;
