import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findViolations } from './browser.ts'
import { findChat, thread } from './inbox-page.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()

test('an admin switches the assignment of a team on, and an agent takes the next by a key', async () => {
  const members = (await product.admin('GET /api/developer/members?removed=false')).body.data
  const agent = members.find((each: { role: string }) => each.role !== 'admin')
  const away = { availability: 'away' }
  await product.admin(`PATCH /api/v1/members/${agent.id}`, { body: away })
  const team = await product.admin('POST /api/v1/teams', {
    body: { name: 'Returns', member_ids: [agent.id] },
  })
  const { page, problems } = await product.open('/settings/teams')
  await page.getByRole('button', { name: 'Assignment of Returns' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Who gets the next' }).click()
  await page.getByRole('option', { name: 'Whoever has the fewest open ones' }).click()
  await dialog.getByLabel('Most open conversations of a member').fill('3')
  assert.deepEqual(await findViolations(page), [])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const path = `/api/v1/teams/${team.body.id}/assignment`
  const { body } = await product.admin(`GET ${path}`)
  assert.deepEqual([body.method, body.capacity], ['least_busy', 3])

  await product.customerWrites('919844000031', 'Nila Bose', 'The box is broken')
  const { id } = await findChat(product, '919844000031')
  await product.admin(`PATCH /api/v1/chats/${id}`, { body: { team_id: team.body.id } })
  const own = await product.open('/inbox?view=my_teams', { as: 'agent' })
  await own.page.getByText('Returns: 1 customer waits, nobody is online').waitFor()
  assert.deepEqual(await findViolations(own.page), [])
  await own.page.keyboard.press('Shift+N')
  await thread(own.page).getByText('The box is broken').first().waitFor()
  await thread(own.page).getByText('You assigned this to yourself').waitFor()

  await product.customerWrites('919844000032', 'Ravi Menon', 'Where is my refund')
  const next = await findChat(product, '919844000032')
  await product.admin(`PATCH /api/v1/chats/${next.id}`, { body: { team_id: team.body.id } })
  const online = { availability: 'online' }
  await product.admin(`PATCH /api/v1/members/${agent.id}`, { body: online })
  await own.page.goto(`/inbox/${next.id}?view=my_teams`)
  await thread(own.page)
    .getByText('Assigned to you: you had the fewest open conversations')
    .waitFor()
  await product.admin(`PATCH /api/v1/members/${agent.id}`, { body: { availability: null } })
  assert.deepEqual([problems, own.problems], [[], []])
})
