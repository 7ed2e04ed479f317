import type { Page } from 'playwright-core'

/** Opens the menu or the field of a filter of a list by its name: its chip is added first if it is not in the bar. */
export async function openFilter(page: Page, name: string): Promise<void> {
  const bar = page.getByRole('search')
  const chip = bar.getByRole('button', { name: new RegExp(`^${name}`) })
  const add = bar.getByRole('button', { name: 'Add filter' })
  await chip.or(add).first().waitFor()
  if ((await chip.count()) === 0) {
    await add.click()
    await page.getByRole('option', { name, exact: true }).click()
  } else await chip.click()
}

/** Chooses a value of a filter of a list by its name. */
export async function chooseFilter(page: Page, name: string, value: string): Promise<void> {
  await openFilter(page, name)
  await page.getByRole('option', { name: value, exact: true }).click()
}
