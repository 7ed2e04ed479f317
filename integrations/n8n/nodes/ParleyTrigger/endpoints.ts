import type { IDataObject, IHookFunctions } from 'n8n-workflow'
import { readProblem, request, send } from '../Parley/request.ts'

const PATH = '/api/v1/webhooks'

/** The endpoint of a trigger, as n8n stores it with the workflow. */
export type StoredEndpoint = { endpointId?: string; secret?: string }

/**
 * Updates the endpoint of the trigger and returns whether it exists. Enables it again if it was disabled.
 *
 * An update needs no other scope than `webhooks:write`, and applies changed properties of the trigger.
 */
export async function updateEndpoint(
  context: IHookFunctions,
  { endpointId, secret }: StoredEndpoint,
): Promise<boolean> {
  if (!endpointId || !secret) return false
  const body = { ...toBody(context), status: 'enabled' }
  const options = { method: 'PATCH', url: `${PATH}/${endpointId}`, body } as const
  const answer = await send(context, options)
  if (answer.statusCode === 404) return false
  if (answer.statusCode >= 300) await request(context, options)
  return true
}

/** Registers the webhook of the trigger and returns what n8n stores. Removes endpoints that an earlier failure left. */
export async function createEndpoint(context: IHookFunctions): Promise<Required<StoredEndpoint>> {
  const body = toBody(context)
  await removeLeftEndpoints(context, body.url)
  const answer = await request(context, { method: 'POST', url: PATH, body })
  const { id, secret } = answer.body as { id: string; secret: string }
  return { endpointId: id, secret }
}

/** Removes the webhook of the trigger. A missing one counts as removed. */
export async function removeEndpoint(
  context: IHookFunctions,
  { endpointId }: StoredEndpoint,
): Promise<void> {
  if (!endpointId) return
  const options = { method: 'DELETE', url: `${PATH}/${endpointId}` } as const
  const answer = await send(context, options)
  if (answer.statusCode >= 300 && answer.statusCode !== 404) await request(context, options)
}

/**
 * Removes endpoints with the URL of this trigger. An n8n that was ended between the registration and its storage does not know
 * their secrets. A key without `webhooks:read` cannot find them, so they stay.
 */
async function removeLeftEndpoints(context: IHookFunctions, url: string): Promise<void> {
  let cursor: string | null = null
  do {
    const qs: IDataObject = { limit: 100, ...(cursor && { cursor }) }
    const options = { method: 'GET', url: PATH, qs } as const
    const answer = await send(context, options)
    if (readProblem(answer.body).code === 'insufficient_scope') return
    const { body } = answer.statusCode < 300 ? answer : await request(context, options)
    const page = body as { data: { id: string; url: string }[]; next_cursor: string | null }
    for (const each of page.data)
      if (each.url === url) await removeEndpoint(context, { endpointId: each.id })
    cursor = page.next_cursor
  } while (cursor)
}

function toBody(context: IHookFunctions) {
  const filters = context.getNodeParameter('filters', {}) as IDataObject
  const lists = Object.entries(filters)
    .map(([name, value]) => [name, toList(value)] as const)
    .filter(([, list]) => list.length > 0)
  return {
    url: context.getNodeWebhookUrl('default')!,
    events: context.getNodeParameter('events') as string[],
    description: `n8n: ${context.getWorkflow().name ?? 'workflow'}`.slice(0, 500),
    filters: lists.length > 0 ? Object.fromEntries(lists) : null,
  }
}

/** Returns the values of a list, or of a text that separates them by commas. */
function toList(value: unknown): string[] {
  const values = Array.isArray(value) ? (value as string[]) : String(value).split(',')
  return values.map((each) => each.trim()).filter((each) => each !== '')
}
