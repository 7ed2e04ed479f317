import type { Part } from '../part.ts'
import { toList, toRecord } from '../to-storable.ts'

/** Lists of an entry that hold parts, in the order in which they are read. */
export const PART_LISTS = ['changes', 'messaging', 'standby'] as const

/** Returns the accounts that a change names; `owner` is the id of its entry. */
export type ReadAccounts = (
  value: Record<string, unknown>,
  owner: string | undefined,
) => Pick<Part, 'account' | 'businessAccount'>

/** Returns whether a parsed payload names the Graph API object `object`. */
export function isPayloadOf(payload: unknown, object: string): boolean {
  const record = toRecord(payload)
  return record['object'] === object && Array.isArray(record['entry'])
}

/**
 * Returns every part of every entry of a payload. Messaging events belong to the page or Instagram account of their
 * entry. Source: Cloud API, "Webhooks"; Messenger Platform, "Webhooks".
 */
export function readParts(payload: unknown, readAccounts: ReadAccounts): Part[] {
  return toList(toRecord(payload)['entry']).flatMap((each, entry) => {
    const { id, time, ...lists } = toRecord(each)
    const owner = toAccount(id)
    return PART_LISTS.flatMap((list) =>
      toList(lists[list]).map((item): Part => {
        if (list !== 'changes')
          return {
            entry,
            list,
            field: list,
            account: owner,
            businessAccount: undefined,
            time,
            value: toRecord(item),
          }
        const { field, value } = toRecord(item)
        return {
          entry,
          list,
          field: typeof field === 'string' ? field : '',
          ...readAccounts(toRecord(value), owner),
          time,
          value: toRecord(value),
        }
      }),
    )
  })
}

/** Returns the id of an account as text; undefined when `value` is not one. */
export function toAccount(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^\d{1,32}$/.test(text) ? text : undefined
}
