import type { PlatformQuestions, Question, QuestionMessage } from './platform-questions.ts'
import { toRecord, toText } from './to-storable.ts'

/** The most choices that are shown as buttons; more are a list. Source: Cloud API, "Interactive reply buttons messages". */
const BUTTONS_MAX = 3
/** The longest id of a choice that is read back. */
const ID_CHARACTERS_MAX = 256

/** Writes a question as an interactive message of the Cloud API, the form that the API has for questions on all platforms. */
export function writeQuestion({ text, choose, choices }: Question): QuestionMessage {
  const action =
    choices.length <= BUTTONS_MAX
      ? { buttons: choices.map((reply) => ({ type: 'reply', reply })) }
      : { button: choose, sections: [{ rows: choices }] }
  const type = choices.length <= BUTTONS_MAX ? 'button' : 'list'
  return { type: 'interactive', content: { interactive: { type, body: { text }, action } } }
}

/** Returns the id of the choice in a received message: of a button, of a list, or of a template's button. */
export const readChoice: PlatformQuestions['readChoice'] = (content) => {
  const { interactive, button } = toRecord(content)
  const node = toRecord(interactive)
  const reply = toRecord(node['button_reply'] ?? node['list_reply'])
  return toText(reply['id'] ?? toRecord(button)['payload'], ID_CHARACTERS_MAX)
}
