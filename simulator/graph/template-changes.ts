import type { SimulatorState } from '../state.ts'
import type { Posted } from '../webhooks/deliverer.ts'
import { accountPayload } from '../webhooks/envelope.ts'
import { webhookUrlOf } from './accounts.ts'
import type { Template } from './template.ts'

/** Changes a template's status and posts the webhook about it. */
export function moveTemplate(
  state: SimulatorState,
  template: Template,
  status: Template['status'],
  reason = status === 'REJECTED' ? 'INVALID_FORMAT' : 'NONE',
): Posted {
  template.status = status
  template.rejectedReason = reason
  return postField(state, template, 'message_template_status_update', {
    event: status,
    reason,
    message_template_category: template.category,
    ...(status === 'PAUSED' && {
      other_info: { title: 'FIRST_PAUSE', description: 'Paused for 3 hours for its low quality.' },
    }),
    ...(status === 'REJECTED' && {
      rejection_info: { reason: REJECTION, recommendation: 'Put words between the parameters.' },
    }),
  })
}

/** Changes a template's quality and posts the webhook about it. */
export function rateTemplate(state: SimulatorState, template: Template, quality: string): Posted {
  const previous = template.quality
  template.quality = quality
  return postField(state, template, 'message_template_quality_update', {
    previous_quality_score: previous,
    new_quality_score: quality,
  })
}

/** Changes a template's category and posts the webhook about it. */
export function recategorizeTemplate(
  state: SimulatorState,
  template: Template,
  category: string,
): Posted {
  const previous = template.category
  template.category = category
  return postField(state, template, 'template_category_update', {
    previous_category: previous,
    new_category: category,
  })
}

function postField(
  state: SimulatorState,
  { id, wabaId, name, language }: Template,
  field: string,
  more: Record<string, unknown>,
): Posted {
  const value = {
    ...more,
    message_template_id: Number(id),
    message_template_name: name,
    message_template_language: language,
  }
  return state.deliverer.post({
    kind: 'field',
    lane: `template:${id}`,
    url: webhookUrlOf(state, wabaId),
    payload: accountPayload(wabaId, field, value, state.clock.now()),
  })
}

const REJECTION = 'The template has parameters next to each other without words between them.'
