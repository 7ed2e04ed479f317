import { readChoice, writeQuestion } from '../write-question.ts'
import type { PlatformQuestions, Question } from '../platform-questions.ts'
import { toList, toRecord, toText } from '../to-storable.ts'

/** Buttons in the widget, for the same interactive messages as on WhatsApp. */
export const questions: PlatformQuestions = { write: writeQuestion, readChoice }

/** Reads the choices of an interactive message with buttons or a list; undefined if it has none. */
export function readChoices(content: unknown): Question['choices'] | undefined {
  const node = toRecord(toRecord(content)['interactive'])
  const action = toRecord(node['action'])
  const given =
    node['type'] === 'button'
      ? toList(action['buttons']).map((button) => toRecord(toRecord(button)['reply']))
      : toList(action['sections']).flatMap((section) =>
          toList(toRecord(section)['rows']).map(toRecord),
        )
  const choices = given.flatMap((each) => {
    const [id, title] = [toText(each['id'], 256), toText(each['title'], 100)]
    return id === undefined || title === undefined ? [] : [{ id, title }]
  })
  return choices.length > 0 ? choices : undefined
}
