import type { FastifyInstance } from 'fastify'
import { mistakeOfWebhookUrl } from '../config.ts'
import { performHandshake } from '../webhooks/handshake.ts'
import { describeNumber } from '../state.ts'
import type { SimulatorState } from '../state.ts'
import { changeNumber, ensureAccount, fieldsOf, numbersOf, pick, showNumber } from './accounts.ts'
import { urlOf } from './base-url.ts'
import { describeError } from './describe-error.ts'
import { badParameter } from './errors.ts'
import { isObject } from './is-object.ts'
import { pageOf } from './paging.ts'
import { toFields } from './send-request.ts'
import { toText } from './to-text.ts'

interface ById {
  Params: { id: string }
  Querystring: Record<string, unknown>
}

const PROFILE_FIELDS = ['about', 'address', 'description', 'email', 'vertical', 'websites']
const APP = { link: 'http://localhost/', name: 'Simulated App', id: '1' }

/** Adds the other routes of an account and a number: subscriptions, registration, profile, blocking. */
export function accountRoutes(
  graph: FastifyInstance,
  state: SimulatorState,
  version: string,
): void {
  const path = (name: string) => `${version}/:id(^\\d+$)/${name}`

  graph.get<ById>(path('subscribed_apps'), async ({ params }) => {
    const { isSubscribed, webhookUrl } = ensureAccount(state, params.id)
    if (!isSubscribed) return { data: [] }
    return {
      data: [
        {
          whatsapp_business_api_data: APP,
          ...(webhookUrl !== null && { override_callback_uri: webhookUrl }),
        },
      ],
    }
  })

  graph.post<ById>(path('subscribed_apps'), async ({ params, body }) => {
    const account = ensureAccount(state, params.id)
    const { override_callback_uri: uri, verify_token } = isObject(body) ? body : {}
    if (uri !== undefined) await prove(toText(uri), toText(verify_token ?? ''))
    account.webhookUrl = uri === undefined ? null : toText(uri)
    account.isSubscribed = true
    return { success: true }
  })

  graph.delete<ById>(path('subscribed_apps'), async ({ params }) => {
    Object.assign(ensureAccount(state, params.id), { isSubscribed: false, webhookUrl: null })
    return { success: true }
  })

  graph.get<ById>(path('phone_numbers'), async (request) => {
    ensureAccount(state, request.params.id)
    const items = numbersOf(state, request.params.id).map((number) => ({
      ...number,
      id: number.phoneNumberId,
    }))
    const fields = fieldsOf(request.query)
    return pageOf(items, request.query, (number) => showNumber(number, fields), urlOf(request))
  })

  graph.post<ById>(path('register'), async ({ params, body }) => {
    const { pin } = toFields(body)
    if (typeof pin !== 'string' || !/^\d{6}$/.test(pin)) {
      throw badParameter('Param pin must be six digits.')
    }
    const number = describeNumber(state, params.id)
    if (number.pin !== null && number.pin !== pin) {
      throw describeError({
        subcode: 2388093,
        title: 'Two step verification PIN mismatch',
        details: 'The PIN is not the one of this number.',
      })
    }
    changeNumber(state, number, { isRegistered: true, status: 'CONNECTED', pin })
    return { success: true }
  })

  graph.post<ById>(path('deregister'), async ({ params }) => {
    const number = describeNumber(state, params.id)
    changeNumber(state, number, { isRegistered: false, status: 'DISCONNECTED', pin: null })
    return { success: true }
  })

  for (const name of ['request_code', 'verify_code']) {
    graph.post<ById>(path(name), async ({ params }) => {
      describeNumber(state, params.id)
      return { success: true }
    })
  }

  graph.get<ById>(path('whatsapp_business_profile'), async ({ params, query }) => {
    const { profile } = describeNumber(state, params.id)
    return { data: [{ ...pick(profile, fieldsOf(query) ?? []), messaging_product: 'whatsapp' }] }
  })

  graph.post<ById>(path('whatsapp_business_profile'), async ({ params, body }) => {
    const fields = pick(toFields(body), PROFILE_FIELDS)
    const number = describeNumber(state, params.id)
    changeNumber(state, number, { profile: { ...number.profile, ...fields } })
    return { success: true }
  })

  graph.get<ById>(path('block_users'), async ({ params }) => ({
    data: describeNumber(state, params.id).blockedUsers.map((wa_id) => ({
      messaging_product: 'whatsapp',
      wa_id,
    })),
  }))
  graph.post<ById>(path('block_users'), async ({ params, body }) =>
    block(params.id, toFields(body), true),
  )
  graph.delete<ById>(path('block_users'), async ({ params, body }) =>
    block(params.id, toFields(body), false),
  )

  function block(id: string, body: Record<string, unknown>, isBlocked: boolean) {
    const number = describeNumber(state, id)
    const users = (Array.isArray(body.block_users) ? body.block_users : []).filter(isObject)
    if (users.length === 0) throw badParameter('The parameter block_users is required.')
    const waIds = users.map(({ user, user_id }) => String(user ?? user_id).replace(/[^\w.]/g, ''))
    const others = number.blockedUsers.filter((one) => !waIds.includes(one))
    changeNumber(state, number, { blockedUsers: isBlocked ? [...others, ...waIds] : others })
    const done = users.map(({ user, user_id }, at) => ({
      input: user ?? user_id,
      wa_id: waIds[at],
    }))
    return {
      messaging_product: 'whatsapp',
      block_users: isBlocked ? { added_users: done } : { removed_users: done },
    }
  }

  async function prove(url: string, verifyToken: string) {
    const mistake = mistakeOfWebhookUrl(url)
    const proof = mistake ? undefined : await performHandshake(url, verifyToken)
    if (proof?.passed) return
    throw describeError({
      subcode: 2200,
      title: 'Callback verification failed',
      details: mistake ?? `The callback could not be verified: ${proof?.reason}`,
    })
  }
}
