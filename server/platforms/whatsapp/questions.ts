import { readChoice, writeQuestion } from '../write-question.ts'
import type { PlatformQuestions } from '../platform-questions.ts'

/** Reply buttons for up to three choices, else a list. Source: Cloud API, "Interactive messages", "Template components". */
export const questions: PlatformQuestions = {
  write: writeQuestion,
  readChoice,
  writeButtons: (ids) =>
    ids.map((payload, index) => ({
      type: 'button',
      sub_type: 'quick_reply',
      index: String(index),
      parameters: [{ type: 'payload', payload }],
    })),
}
