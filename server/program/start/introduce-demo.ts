import { DEMO_CONVERSATIONS } from '../demo/demo-conversations.ts'
import { DEMO_NUMBER, DEMO_TEMPLATES } from '../demo/demo-number.ts'

/**
 * Sends the demo's data to a newly started simulator, which stores nothing between runs: the name of its
 * number, the contacts and the templates.
 */
export async function introduceDemo(url: string): Promise<void> {
  await post(`${url}/sim/numbers`, {
    phone_number_id: DEMO_NUMBER.phoneNumberId,
    verified_name: DEMO_NUMBER.name,
  })
  for (const { name, phone } of DEMO_CONVERSATIONS)
    await post(`${url}/sim/customers`, { name, wa_id: phone })
  for (const template of DEMO_TEMPLATES) {
    const made = await post(
      `${url}/v25.0/${DEMO_NUMBER.businessAccount}/message_templates`,
      template,
    )
    await post(`${url}/sim/templates/${(made as { id: string }).id}`, { status: 'APPROVED' })
  }
}

async function post(url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sim_demo' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(5_000),
  })
  if (!response.ok) throw new Error(`${url} responded with ${response.status}.`)
  return response.json()
}
