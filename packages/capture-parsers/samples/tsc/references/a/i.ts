export const xa: number = 'y';
