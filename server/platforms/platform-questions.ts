/** A question with choices. `choose` is the label of what opens the list of choices, where a platform has one. */
export type Question = {
  text: string
  choose: string
  choices: readonly { id: string; title: string }[]
}

/** A question as a message of the platform: its type, and the platform's node of that type under its name. */
export type QuestionMessage = { type: 'interactive'; content: Record<string, unknown> }

/** The questions of a platform whose answers the customer taps. */
export type PlatformQuestions = {
  /** Returns the message with a question of up to ten choices. */
  write: (question: Question) => QuestionMessage
  /** Returns the id of the choice that the content of a received message contains; undefined if it is no choice. */
  readChoice: (content: unknown) => string | undefined
  /** Returns the components of a template's quick-reply buttons, so that they send these ids back. Missing without templates. */
  writeButtons?: (ids: readonly string[]) => Record<string, unknown>[]
}
