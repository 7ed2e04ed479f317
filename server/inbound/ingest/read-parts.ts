import { toList, toRecord } from './storable.ts'

/** A platform whose webhooks are taken. */
export type Platform = 'whatsapp' | 'messenger' | 'instagram'

/**
 * One part of a payload: the entry and the list it stands in, what it is about, and whose account it names.
 * `businessAccount` is the WhatsApp business account of its entry, `time` what the entry says of its time.
 */
export type Part = {
  entry: number
  list: PartList
  field: string
  account: string | undefined
  businessAccount: string | undefined
  time: unknown
  value: Record<string, unknown>
}

/** The lists of an entry that hold parts. */
export type PartList = (typeof PART_LISTS)[number]

/** The lists of an entry that hold parts, in the order in which they are read. */
export const PART_LISTS = ['changes', 'messaging', 'standby'] as const

const platforms: Record<string, Platform> = {
  whatsapp_business_account: 'whatsapp',
  page: 'messenger',
  instagram: 'instagram',
}

/** The platform that a parsed payload names itself, whatever address it came to; `undefined` for another shape. */
export function readPlatform(payload: unknown): Platform | undefined {
  const { object, entry } = toRecord(payload)
  return Array.isArray(entry) && typeof object === 'string' ? platforms[object] : undefined
}

/**
 * Every part of every entry of a parsed payload, or `undefined` for a shape that is no platform's.
 *
 * `account` is WhatsApp's phone number id, which template, quality and account fields do not name, or the id of the
 * page or Instagram account. Source: Cloud API, "Webhooks"; Messenger Platform, "Webhooks".
 */
export function readParts(payload: unknown): Part[] | undefined {
  const platform = readPlatform(payload)
  if (!platform) return undefined
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
        const metadata = toRecord(toRecord(value)['metadata'])
        const isWhatsApp = platform === 'whatsapp'
        return {
          entry,
          list,
          field: typeof field === 'string' ? field : '',
          time,
          account: isWhatsApp ? toAccount(metadata['phone_number_id']) : owner,
          businessAccount: isWhatsApp ? owner : undefined,
          value: toRecord(value),
        }
      }),
    )
  })
}

function toAccount(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^\d{1,32}$/.test(text) ? text : undefined
}
