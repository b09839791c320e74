export function fits(engines: string, node: string): boolean;
