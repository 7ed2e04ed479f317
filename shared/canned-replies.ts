/** Longest shortcut, without the slash before it, and longest text of a canned reply, in characters. */
export const CANNED_REPLY_CHARACTERS_MAX = { shortcut: 40, text: 4096 } as const

/** Most files of a canned reply: as many as a reply can have. */
export const CANNED_REPLY_FILES_MAX = 10

/**
 * The variables of canned replies, besides `field.` with the key of a custom field: of the contact, the conversation and the member who
 * inserts the reply.
 */
export const REPLY_VARIABLES = [
  'name',
  'first_name',
  'phone',
  'email',
  'channel',
  'team',
  'my_name',
  'my_first_name',
] as const

/** A variable of canned replies, such as `first_name` or `field.plan`. */
type ReplyVariable = (typeof REPLY_VARIABLES)[number] | `field.${string}`

/** The values of variables; empty ones are null or left out. */
export type ReplyValues = { [Name in ReplyVariable]?: string | null | undefined }

const VARIABLE = variablesOf(REPLY_VARIABLES)

function variablesOf(names: readonly string[]): RegExp {
  return new RegExp(String.raw`\{(${names.join('|')}|field\.[^{}\n]+)\}`, 'gu')
}

/** Replaces the variables of a text that have a value; the others stay as they are. `others`: values of further variables. */
export function fillReply(
  text: string,
  values: ReplyValues,
  others: Readonly<Record<string, string>> = {},
): string {
  const all: Readonly<Record<string, string | null | undefined>> = { ...others, ...values }
  const pattern = variablesOf([...REPLY_VARIABLES, ...Object.keys(others)])
  return text.replaceAll(pattern, (place, name: string) => all[name]?.trim() || place)
}

/** Returns the variables in a text, each once. After `fillReply`, they are those without a value. */
export function findVariables(text: string): ReplyVariable[] {
  return [...new Set([...text.matchAll(VARIABLE)].map(([, name]) => name as ReplyVariable))]
}

/** Returns the first word of a name. */
export function firstNameOf(name: string | null): string | null {
  return name?.trim().split(/\s+/u)[0] || null
}
