/** How a command of this program is typed, by its name. */
export type Spelling = (name: string) => string;

let spelling: Spelling = (name) => `npx flow-hooks ${name}`;

/** Another program runs our commands under names of its own (`flow evidence`): its user is told those. */
export function spellAs(other: Spelling): void {
  spelling = other;
}

/** A command as whoever called can type it. */
export const typed: Spelling = (name) => spelling(name);
