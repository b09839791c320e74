/** Tells whether a kind of agent may be one of ours, by the name alone. */
export const mayBeOurs = (role: string | null): role is string => role !== null && /^flow[:-]/.test(role);
