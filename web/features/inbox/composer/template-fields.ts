import type { Template } from '#channels/templates/schema.ts'
import type { Wire } from '../../../lib/wire.ts'
import type { SendBody } from '../data/types.ts'

/**
 * A placeholder of a template: `id` identifies it in the form; `key` is the number or name by which the platform knows
 * it.
 */
export type TemplateField = {
  id: string
  part: 'header' | 'body' | 'button'
  key: string
  kind: 'text' | 'link' | 'code'
  example: string | null
}

/** A component of a template, in the platform's shape. Source: Cloud API, "Template components". */
type Component = {
  type?: string
  format?: string
  text?: string
  buttons?: { type?: string; text?: string; url?: string }[]
  example?: {
    body_text?: string[][]
    header_text?: string[]
    header_handle?: string[]
    body_text_named_params?: { param_name: string; example: string }[]
    header_text_named_params?: { param_name: string; example: string }[]
  }
}

const PLACE = /\{\{\s*(\w+)\s*\}\}/g
const MEDIA = ['IMAGE', 'VIDEO', 'DOCUMENT']

/** Returns the components of a template by type. */
export function partsOf(template: Pick<Wire<Template>, 'components'>) {
  const components = (template.components ?? []) as Component[]
  const find = (type: string) => components.find((each) => each.type?.toUpperCase() === type)
  return {
    header: find('HEADER'),
    body: find('BODY'),
    footer: find('FOOTER'),
    buttons: find('BUTTONS')?.buttons ?? [],
  }
}

/** Returns every placeholder of a template, in order. */
export function fieldsOf(template: Pick<Wire<Template>, 'components'>): TemplateField[] {
  const { header, body, buttons } = partsOf(template)
  const fields: TemplateField[] = []
  const format = header?.format?.toUpperCase() ?? 'TEXT'
  if (header && MEDIA.includes(format))
    fields.push({
      id: 'header',
      part: 'header',
      key: format.toLowerCase(),
      kind: 'link',
      example: header.example?.header_handle?.[0] ?? null,
    })
  for (const key of placesOf(header && format === 'TEXT' ? header.text : undefined))
    fields.push({
      id: `header.${key}`,
      part: 'header',
      key,
      kind: 'text',
      example: exampleOf(
        key,
        header?.example?.header_text,
        header?.example?.header_text_named_params,
      ),
    })
  for (const key of placesOf(body?.text))
    fields.push({
      id: `body.${key}`,
      part: 'body',
      key,
      kind: 'text',
      example: exampleOf(key, body?.example?.body_text?.[0], body?.example?.body_text_named_params),
    })
  for (const [index, button] of buttons.entries()) {
    const type = button.type?.toUpperCase()
    const at = { id: `button.${index}`, part: 'button' as const, key: String(index), example: null }
    if (type === 'URL' && placesOf(button.url).length > 0) fields.push({ ...at, kind: 'text' })
    if (type === 'COPY_CODE') fields.push({ ...at, kind: 'code' })
  }
  return fields
}

const AROUND_MAX = 28

/**
 * Returns the text around a placeholder of the header or the body, such as `Your order … has left`; null if there is
 * none. A placeholder with a name is shown by its name.
 */
export function textAround(
  template: Pick<Wire<Template>, 'components'>,
  { part, key }: Pick<TemplateField, 'part' | 'key'>,
): string | null {
  if (part === 'button') return null
  if (!/^\d+$/.test(key)) return key.replaceAll('_', ' ')
  const text = partsOf(template)[part]?.text ?? ''
  const place = [...text.matchAll(PLACE)].find((match) => match[1] === key)
  if (!place) return null
  const plain = (value: string) => value.replaceAll(PLACE, '…').replaceAll(/\s+/g, ' ')
  const before = plain(text.slice(0, place.index)).trimStart()
  const after = plain(text.slice(place.index + place[0].length)).trimEnd()
  if (!/[\p{L}\p{N}]/u.test(before + after)) return null
  const start =
    before.length > AROUND_MAX ? `…${before.slice(-AROUND_MAX).replace(/^\S*\s/u, '')}` : before
  const end =
    after.length > AROUND_MAX ? `${after.slice(0, AROUND_MAX).replace(/\s\S*$/u, '')}…` : after
  return `${start}[${key}]${end}`
}

/** Fills in the placeholders of `text`; one without a value stays. `part` is header or body. */
export function fillText(
  text: string,
  part: 'header' | 'body',
  values: Readonly<Record<string, string>>,
): string {
  return text.replaceAll(PLACE, (place, key: string) => values[`${part}.${key}`]?.trim() || place)
}

/** Returns the request body of a filled-in template. */
export function toTemplateBody(
  template: Pick<Wire<Template>, 'name' | 'language' | 'components'>,
  values: Readonly<Record<string, string>>,
): NonNullable<SendBody['template']> {
  const fields = fieldsOf(template)
  const valueOf = ({ id }: TemplateField) => values[id]?.trim() ?? ''
  const components = (['header', 'body'] as const).flatMap((part) => {
    const own = fields.filter((field) => field.part === part)
    if (own.length === 0) return []
    const parameters = own.map((field) =>
      field.kind === 'link'
        ? { type: field.key, [field.key]: { link: valueOf(field) } }
        : {
            type: 'text',
            ...(!/^\d+$/.test(field.key) && { parameter_name: field.key }),
            text: valueOf(field),
          },
    )
    return [{ type: part, parameters }]
  })
  const buttons = fields
    .filter((field) => field.part === 'button')
    .map((field) => ({
      type: 'button',
      sub_type: field.kind === 'code' ? 'copy_code' : 'url',
      index: field.key,
      parameters: [
        field.kind === 'code'
          ? { type: 'coupon_code', coupon_code: valueOf(field) }
          : { type: 'text', text: valueOf(field) },
      ],
    }))
  const all = [...components, ...buttons]
  const { name, language } = template
  return { name, language, ...(all.length > 0 && { components: all }) }
}

function placesOf(text: string | undefined): string[] {
  return [...new Set([...(text ?? '').matchAll(PLACE)].map((match) => match[1]!))]
}

function exampleOf(
  key: string,
  byPosition: string[] | undefined,
  byName: { param_name: string; example: string }[] | undefined,
): string | null {
  const named = byName?.find((each) => each.param_name === key)?.example
  return named ?? (/^\d+$/.test(key) ? byPosition?.[Number(key) - 1] : undefined) ?? null
}
