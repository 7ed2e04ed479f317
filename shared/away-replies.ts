/** Every condition under which a team is away: outside its business hours, while none of its members is online, one of both, or both. */
export const AWAY_CONDITIONS = ['outside_hours', 'nobody_online', 'either', 'both'] as const

/** The condition under which a team is away. */
export type AwayCondition = (typeof AWAY_CONDITIONS)[number]

/** The words of an away reply in a language, such as `en` or `pt-BR`. */
export type AwayText = { language: string; text: string }

/** The most languages, characters of a text and hours between two away replies to a contact. */
export const AWAY_MAX = { languages: 20, text: 1_000, hours: 720 } as const

/** The away reply of a team that has not set it up. */
export const AWAY_DEFAULTS = {
  is_on: false,
  condition: 'outside_hours',
  texts: [],
  pause_hours: 12,
} as const satisfies {
  is_on: boolean
  condition: AwayCondition
  texts: AwayText[]
  pause_hours: number
}

/** The name of the variable of the next opening in a text. */
export const NEXT_OPENING = 'next_opening'

/** `{{name}}` or `{{name|what is written instead}}`. */
const VARIABLE = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g

/** Returns the variables of a text in their order; `instead` is written where a variable has no value. */
export function findVariables(text: string): { name: string; instead: string | undefined }[] {
  return [...text.matchAll(VARIABLE)].map(([, name = '', instead]) => ({
    name: name.trim(),
    instead: instead?.trim(),
  }))
}

/** Fills in the next opening; undefined if a variable has neither a value nor anything that is written instead. */
export function fillText(text: string, nextOpening: string | undefined): string | undefined {
  let isFilled = true
  const filled = text.replaceAll(VARIABLE, (_, name: string, instead?: string) => {
    const value = (name.trim() === NEXT_OPENING ? nextOpening : undefined) ?? instead?.trim()
    isFilled &&= value !== undefined
    return value ?? ''
  })
  return isFilled ? filled : undefined
}
