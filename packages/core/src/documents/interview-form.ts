/** The version of the form that is read here. */
export const INTERVIEW_FORM = '1';

/** Returns the line of a document that says in which form it is written. */
export const interviewLine = (version = INTERVIEW_FORM): string => `<!-- flow: interview ${version} -->`;

/** The same line as anybody may have written it, with its version. */
export const FORM_LINE = /<!--[ \t]*flow:[ \t]*interview[ \t]+(\S+)[ \t]*-->/;
