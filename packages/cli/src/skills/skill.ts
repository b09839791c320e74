/** A skill is a skill of the client: a command that a person types, or that the agent takes up by itself. */
export interface Skill {
  /** The name of the skill and of its folder, which is typed behind `/`. */
  name: string;
  /** The sentence that says what the skill does and when; an agent reads it before it knows more. */
  description: string;
  /** The words that may be typed behind the name. */
  hint?: string;
  /** A person alone begins the skill: no step starts the next one by itself (feature C2). */
  person: boolean;
  /** The text that the agent reads. It names commands of `flow`, and leaves to them what is to be done. */
  body: string;
}

/** Returns the text of `SKILL.md`, in the Agent Skills format. */
export function skillText({ name, description, hint, person, body }: Skill): string {
  const head = [
    `name: ${name}`,
    `description: ${JSON.stringify(description)}`,
    ...(hint === undefined ? [] : [`argument-hint: ${JSON.stringify(hint)}`]),
    ...(person ? ['disable-model-invocation: true'] : []),
  ];
  return `---\n${head.join('\n')}\n---\n${body.trim()}\n`;
}
