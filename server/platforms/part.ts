/**
 * One part of a webhook payload that belongs to one account. Parts with the same `entry` came together; `list` and
 * `field` are the platform's names for where the part was and what it is about. `account` is our side (a number or a
 * page), `businessAccount` the account that owns several of those, `time` the platform's time of the entry.
 */
export type Part = {
  entry: number
  list: string
  field: string
  account: string | undefined
  businessAccount: string | undefined
  time: unknown
  value: Record<string, unknown>
}
