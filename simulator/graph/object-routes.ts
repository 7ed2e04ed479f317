import type { FastifyInstance, FastifyRequest } from 'fastify'
import { describeNumber } from '../state.ts'
import type { SimulatorState } from '../state.ts'
import { changeNumber, ensureAccount, fieldsOf, pick, showAccount, showNumber } from './accounts.ts'
import { baseUrlOf } from './base-url.ts'
import { badParameter, unknownObject } from './errors.ts'
import { isObject } from './is-object.ts'
import { findMedia, mediaUrl } from './media.ts'
import { editTemplate, showTemplate } from './templates.ts'
import { toText } from './to-text.ts'

interface ById {
  Params: { id: string }
  Querystring: Record<string, unknown>
}

const NUMBER_ONLY =
  /^(display_phone_number|verified_name|quality_rating|throughput|code_verification_status|platform_type|name_status|is_on_biz_app|is_pin_enabled|messaging_limit_tier)$/

/** Adds `/{id}`, where an id is a file's, a template's, a number's or an account's. */
export function objectRoutes(graph: FastifyInstance, state: SimulatorState, version: string): void {
  const path = `${version}/:id(^\\d+$)`

  graph.get<ById>(path, async (request) => showObject(state, request))

  graph.post<ById>(path, async ({ params: { id }, body }) => {
    const fields = isObject(body) ? body : {}
    const template = state.templates.get(id)
    if (template) {
      editTemplate(state, template, fields)
      return { success: true }
    }
    if (fields.pin === undefined && fields.webhook_configuration === undefined) {
      throw unknownObject('POST', id)
    }
    if (fields.pin !== undefined && !/^\d{6}$/.test(toText(fields.pin))) {
      throw badParameter('Param pin must be six digits.')
    }
    const pin = fields.pin === undefined ? {} : { pin: toText(fields.pin) }
    changeNumber(state, describeNumber(state, id), pin)
    return { success: true }
  })

  graph.delete<ById>(path, async ({ params: { id } }) => {
    if (!findMedia(state, id)) throw unknownObject('DELETE', id)
    state.media.delete(id)
    return { success: true }
  })
}

function showObject(state: SimulatorState, request: FastifyRequest<ById>) {
  const { id } = request.params
  const fields = fieldsOf(request.query)
  const media = findMedia(state, id)
  if (media) {
    return {
      messaging_product: 'whatsapp',
      url: mediaUrl(state, media, baseUrlOf(request)),
      mime_type: media.mimeType,
      sha256: media.sha256,
      file_size: String(media.bytes.length),
      id,
    }
  }
  const template = state.templates.get(id)
  if (template) {
    const shown = showTemplate(template)
    return fields ? { ...pick(shown, fields), id } : shown
  }
  const isAccount =
    state.accounts.get(id) !== undefined ||
    state.numbers.newest(1, ({ wabaId }) => wabaId === id).length > 0
  const number = state.numbers.get(id)
  if (number) return showNumber(number, fields)
  if (isAccount) return showAccount(ensureAccount(state, id), fields)
  // An unused number exists too, if the request names fields that only numbers have.
  if (fields?.some((field) => NUMBER_ONLY.test(field))) {
    return showNumber(describeNumber(state, id), fields)
  }
  throw unknownObject('GET', id)
}
