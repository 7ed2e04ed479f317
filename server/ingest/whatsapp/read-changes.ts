import { toList, toRecord } from '../storable.ts'

/** One change of a payload: which entry and place it stands in, what it is about, and whose account it names. */
export type Change = {
  entry: number
  field: string
  account: string | undefined
  value: Record<string, unknown>
}

/**
 * Every change of every entry of a parsed payload, or `undefined` for a shape that is not WhatsApp's.
 *
 * `account` is the phone number id; template, quality and account fields name none. Source: Cloud API, "Webhooks".
 */
export function readChanges(payload: unknown): Change[] | undefined {
  const { object, entry } = toRecord(payload)
  if (object !== 'whatsapp_business_account' || !Array.isArray(entry)) return undefined
  return entry.flatMap((each, index) =>
    toList(toRecord(each)['changes']).map((change) => {
      const { field, value } = toRecord(change)
      const account = toRecord(toRecord(value)['metadata'])['phone_number_id']
      return {
        entry: index,
        field: typeof field === 'string' ? field : '',
        account: toAccount(account),
        value: toRecord(value),
      }
    }),
  )
}

function toAccount(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^\d{1,32}$/.test(text) ? text : undefined
}
