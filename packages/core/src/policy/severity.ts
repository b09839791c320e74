export type Severity = 'block' | 'warn' | 'off';
