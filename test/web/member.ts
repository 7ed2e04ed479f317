import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Product } from '../acceptance/product.ts'

/** The password of members that `addMember` adds. */
export const PASSWORD = 'a lantern in the window'

/** Adds a member with `PASSWORD` to the workspace of a product. */
export async function addMember({ admin }: Pick<Product, 'admin'>, email: string): Promise<void> {
  const { body } = await admin('POST /api/developer/invitations', {
    body: { email, role: 'agent' },
  })
  const { status } = await admin('POST /api/auth/accept-invitation', {
    body: { token: new URL(body.link).hash.slice(1), name: 'Mina Das', password: PASSWORD },
    headers: { cookie: '' },
  })
  assert.equal(status, 200)
}

/** Fills in the sign-in page with `PASSWORD` and sends it. */
export async function signInWithPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.locator('input[name="password"]').fill(PASSWORD)
  await page.keyboard.press('Enter')
}
