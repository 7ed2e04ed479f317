import { randomBytes, randomUUID } from 'node:crypto'
import { toIso } from '../clock.ts'
import { formatPhone } from '../customers/format-phone.ts'
import { errorOf } from '../graph/errors.ts'
import type { NumberDetails } from '../graph/account.ts'
import { moveTemplate, rateTemplate, recategorizeTemplate } from '../graph/template-changes.ts'
import { showTemplate } from '../graph/templates.ts'
import { laneOf } from '../messages.ts'
import { describeNumber } from '../state.ts'
import type { SimulatorState } from '../state.ts'
import type { Posted } from '../webhooks/deliverer.ts'
import { outcomeOf } from './outcome.ts'
import type { ControlApp } from './control-app.ts'
import {
  ChaosBody,
  FaultBody,
  GroupBody,
  NumberBody,
  SettingsBody,
  TemplateBody,
  TimeBody,
  WindowBody,
} from './schema.ts'

/** Adds the settings: rules, chaos, faults, time, windows, numbers, templates, groups. */
export function ruleRoutes(sim: ControlApp, state: SimulatorState): void {
  sim.get('/sim/settings', async () => state.settings)
  sim.patch('/sim/settings', { schema: { body: SettingsBody } }, async ({ body }) => {
    Object.assign(state.settings, body)
    state.hub.tell('settings', () => state.settings)
    return state.settings
  })

  sim.get('/sim/chaos', async () => state.chaos.settings)
  sim.patch('/sim/chaos', { schema: { body: ChaosBody } }, async ({ body }) => {
    state.chaos.change(body)
    return state.chaos.settings
  })

  sim.get('/sim/faults', async () => ({ data: state.faults }))
  sim.post('/sim/faults', { schema: { body: FaultBody } }, async ({ body }, reply) => {
    const fault = {
      id: randomUUID(),
      code: body.code,
      manner: body.manner ?? errorOf(body.code).manner,
      phoneNumberId: body.phone_number_id ?? null,
      wabaId: body.waba_id ?? null,
      waId: body.to?.replace(/\D/g, '') ?? null,
      timesLeft: body.times ?? null,
    }
    state.faults.push(fault)
    return reply.code(201).send(fault)
  })
  sim.delete<{ Params: { id: string } }>('/sim/faults/:id', async ({ params }, reply) => {
    const at = state.faults.findIndex(({ id }) => id === params.id)
    if (at === -1) return reply.callNotFound()
    state.faults.splice(at, 1)
    return reply.code(204).send()
  })

  sim.post('/sim/time', { schema: { body: TimeBody } }, async ({ body }, reply) => {
    const ms = body.advance_ms ?? Date.parse(body.now!) - state.clock.now()
    if (ms < 0) return reply.code(400).send({ message: 'The clock does not go back.' })
    state.clock.advance(ms)
    return { now: toIso(state.clock.now()), offset_ms: state.clock.offsetMs() }
  })

  sim.post('/sim/windows', { schema: { body: WindowBody } }, async ({ body }, reply) => {
    const customer = state.customers.find(body.customer.replace(/^\+/, ''))
    if (!customer) return reply.callNotFound()
    const lane = laneOf(body.phone_number_id, customer.id)
    state.lastInboundAt.add(
      lane,
      body.last_message_at === null ? 0 : Date.parse(body.last_message_at),
    )
    return reply.code(204).send()
  })

  sim.get('/sim/numbers', async () => ({ data: state.numbers.newest(1_000).map(showOwnNumber) }))
  sim.post('/sim/numbers', { schema: { body: NumberBody } }, async ({ body }, reply) => {
    const { phone_number_id } = body
    if (phone_number_id === undefined) {
      return reply.code(400).send({ message: 'body must have a phone_number_id' })
    }
    return showOwnNumber(describeNumber(state, phone_number_id, toDetails(body)))
  })

  sim.get('/sim/templates', async () => ({
    data: [...state.templates.values()].map((one) => ({
      waba_id: one.wabaId,
      ...showTemplate(one),
    })),
  }))
  sim.post(
    '/sim/templates/:id',
    { schema: { body: TemplateBody } },
    async ({ params, body }, reply) => {
      const template = state.templates.get((params as { id: string }).id)
      if (!template) return reply.callNotFound()
      const posted: Posted[] = []
      if (body.category) posted.push(recategorizeTemplate(state, template, body.category))
      if (body.quality) posted.push(rateTemplate(state, template, body.quality))
      if (body.status) posted.push(moveTemplate(state, template, body.status, body.reason))
      return {
        webhooks: await Promise.all(posted.map(outcomeOf)),
        template: showTemplate(template),
      }
    },
  )

  sim.post('/sim/groups', { schema: { body: GroupBody } }, async ({ body }, reply) => {
    describeNumber(state, body.phone_number_id)
    const group = {
      id: randomBytes(24).toString('base64url'),
      phoneNumberId: body.phone_number_id,
      subject: body.subject,
      participants: body.participants.map((phone) => phone.replace(/\D/g, '')),
    }
    state.groups.add(group.id, group)
    return reply.code(201).send({
      id: group.id,
      phone_number_id: group.phoneNumberId,
      subject: group.subject,
      participants: group.participants,
    })
  })
}

function toDetails(body: {
  waba_id?: string
  display_phone_number?: string
  verified_name?: string
  quality_rating?: NumberDetails['qualityRating']
  name_status?: string
  status?: string
  throughput?: NumberDetails['throughput']
  messaging_limit_tier?: string
  is_registered?: boolean
  is_on_biz_app?: boolean
}): Partial<NumberDetails> {
  const details = {
    wabaId: body.waba_id,
    displayPhoneNumber: body.display_phone_number?.replace(/\D/g, ''),
    verifiedName: body.verified_name,
    qualityRating: body.quality_rating,
    nameStatus: body.name_status,
    status: body.status,
    throughput: body.throughput,
    messagingLimit: body.messaging_limit_tier,
    isRegistered: body.is_registered,
    isCoexistence: body.is_on_biz_app,
  }
  return Object.fromEntries(
    Object.entries(details).filter(([, value]) => value !== undefined),
  ) as Partial<NumberDetails>
}

function showOwnNumber(number: NumberDetails) {
  return {
    phone_number_id: number.phoneNumberId,
    waba_id: number.wabaId,
    display_phone_number: number.displayPhoneNumber,
    phone: formatPhone(number.displayPhoneNumber),
    verified_name: number.verifiedName,
    quality_rating: number.qualityRating,
    name_status: number.nameStatus,
    status: number.status,
    throughput: number.throughput,
    messaging_limit_tier: number.messagingLimit,
    is_registered: number.isRegistered,
    is_on_biz_app: number.isCoexistence,
  }
}
