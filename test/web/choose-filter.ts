import type { Page } from 'playwright-core'

/** Chooses a value of a filter of a list by its name: in the menu of its chip, which is added first if it is not in the bar. */
export async function chooseFilter(page: Page, name: string, value: string): Promise<void> {
  const bar = page.getByRole('search')
  const chip = bar.getByRole('button', { name: new RegExp(`^${name}`) })
  const add = bar.getByRole('button', { name: 'Add filter' })
  await chip.or(add).first().waitFor()
  if ((await chip.count()) === 0) {
    await add.click()
    await page.getByRole('option', { name, exact: true }).click()
  } else await chip.click()
  await page.getByRole('option', { name: value, exact: true }).click()
}
