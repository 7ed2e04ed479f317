import type { AccountForm } from '../platform.ts'

/** Form of the ids that Meta gives numbers, pages and accounts. */
export const META_ACCOUNT: AccountForm = {
  pattern: '^[0-9]{1,32}$',
  requirement: 'must contain only digits',
  isNumeric: true,
}
