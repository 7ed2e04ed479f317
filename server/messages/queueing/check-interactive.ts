import { isBlank } from '#lib/is-blank.ts'
import { invalidField } from '#lib/errors.ts'
import { checkText } from './check-text.ts'

type Node = Record<string, unknown>

/** Types with a text in `body`. Source: Cloud API, "Interactive messages". */
const withBody = new Set(['button', 'list', 'cta_url', 'flow', 'location_request_message'])

/**
 * Checks an interactive message against the limits that all accounts share, and returns its text. Leaves unknown types
 * to the platform.
 *
 * @throws {AppError} validation_failed, with the field
 */
export function checkInteractive(node: Node): string | null {
  const { type } = node
  if (typeof type !== 'string' || !/^[a-z_]{1,64}$/.test(type))
    throw refuse('type', 'is required, such as button, list, cta_url or flow')
  const words = toNode(node['body'])['text']
  if (withBody.has(type)) requireText('body.text', words, type === 'list' ? 4096 : 1024)
  const footer = toNode(node['footer'])['text']
  if (footer !== undefined) requireText('footer.text', footer, 60)
  const action = toNode(node['action'])
  if (type === 'button') checkButtons(action['buttons'])
  if (type === 'list') checkList(action)
  return typeof words === 'string' ? words.slice(0, 4096) : null
}

function checkButtons(buttons: unknown): void {
  if (!Array.isArray(buttons) || buttons.length < 1 || buttons.length > 3)
    throw refuse('action.buttons', 'must contain one to three buttons')
  const ids = buttons.map((button: unknown, index) => {
    const at = `action.buttons.${index}.reply`
    const reply = toNode(toNode(button)['reply'])
    requireText(`${at}.id`, reply['id'], 256)
    requireText(`${at}.title`, reply['title'], 20)
    return reply['id']
  })
  if (new Set(ids).size < ids.length)
    throw refuse('action.buttons', 'must contain buttons with different ids')
}

function checkList(action: Node): void {
  requireText('action.button', action['button'], 20)
  const { sections } = action
  if (!Array.isArray(sections) || sections.length < 1 || sections.length > 10)
    throw refuse('action.sections', 'must contain one to ten sections')
  let count = 0
  for (const [index, section] of sections.entries()) {
    const at = `action.sections.${index}`
    const { rows, title } = toNode(section)
    if (sections.length > 1) requireText(`${at}.title`, title, 24)
    if (!Array.isArray(rows) || rows.length === 0)
      throw refuse(`${at}.rows`, 'must contain at least one row')
    for (const [place, row] of rows.entries()) {
      requireText(`${at}.rows.${place}.id`, toNode(row)['id'], 200)
      requireText(`${at}.rows.${place}.title`, toNode(row)['title'], 24)
      const { description } = toNode(row)
      if (description !== undefined) requireText(`${at}.rows.${place}.description`, description, 72)
    }
    count += rows.length
  }
  if (count > 10) throw refuse('action.sections', 'must contain at most ten rows in total')
}

function requireText(field: string, value: unknown, charactersMax: number): void {
  if (typeof value !== 'string' || isBlank(value)) throw refuse(field, 'is required')
  checkText(`interactive.${field}`, value, charactersMax)
}

function refuse(field: string, message: string) {
  return invalidField(`interactive.${field}`, message)
}

function toNode(value: unknown): Node {
  return typeof value === 'object' && value !== null ? (value as Node) : {}
}
