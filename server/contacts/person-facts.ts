import type { Selectable } from 'kysely'
import type { People } from '#db/tables/contacts.ts'
import { phoneMatchKeys } from '#lib/to-e164.ts'
import type { ChannelIdentity } from '#platforms/item.ts'
import type { IdentityKind } from '#shared/identity-kinds.ts'
import type { InputName, Inputs } from './contact-attributes.ts'
import { emailMatchKeys, foldEmail } from '#lib/read-email.ts'

/**
 * Facts about a person: `phoneE164` is normalised, `email` as written, `identities` are those of a platform, `fields` the texts
 * of custom fields. A person is not searched by `otherPhones` and `otherEmails`, because colleagues and families share them.
 */
export type PersonFacts = { [Name in InputName]?: Inputs[Name] | undefined } & {
  phoneE164?: string | undefined
  otherPhones?: string[]
  email?: string | undefined
  otherEmails?: string[]
  identities?: ChannelIdentity[]
  source: string
  fields?: Record<string, string> | undefined
  seenAt?: Date | undefined
}

/** A row of `people`. */
export type PersonRow = Omit<Selectable<People>, 'search'>

/** A person and the rule that found it, null for a new one. `isFilled`: empty fields of a found one were filled. */
export type MatchedPerson = { person: PersonRow; matchedBy: MatchedBy | null; isFilled: boolean }

/** The rule by which an existing person was found. */
export type MatchedBy = 'phone' | 'email' | 'channel_identity'

/** The key of an identity, unique in its workspace. */
export type IdentityKey = { kind: IdentityKind; value: string }

/** A person to write: `claims` are identities that it claims, `conflicts` those that other people own. */
export type PersonDraft = {
  row: PersonRow
  isNew: boolean
  isFilled: boolean
  isSeen: boolean
  /** Custom fields were set or added. */
  hasNewFields: boolean
  claims: IdentityKey[]
  conflicts: { kind: string; person_id: string }[][]
}

/**
 * The keys that a person is searched by: those of each rule in their order, and those under which each phone number and email address
 * may be stored, its own first.
 */
export type PersonSearch = {
  rules: { matchedBy: MatchedBy; keys: IdentityKey[] }[]
  spellings: IdentityKey[][]
}

/** Returns the keys that a person with `facts` is searched by. */
export function toSearch(facts: PersonFacts): PersonSearch {
  const { phoneE164, otherPhones = [], email, otherEmails = [], identities = [] } = facts
  const phones = phoneE164 === undefined ? [] : phoneKeys(phoneE164)
  const emails = email === undefined ? [] : emailKeys(email)
  return {
    rules: [
      { matchedBy: 'phone', keys: phones },
      { matchedBy: 'email', keys: emails },
      {
        matchedBy: 'channel_identity',
        keys: [
          ...identities,
          ...phones.map(({ value }) => ({ kind: 'wa_id' as const, value: value.slice(1) })),
        ],
      },
    ],
    spellings: [phones, ...otherPhones.map(phoneKeys), emails, ...otherEmails.map(emailKeys)],
  }
}

function phoneKeys(phone: string): IdentityKey[] {
  return phoneMatchKeys(phone).map((value) => ({ kind: 'phone_e164', value }))
}

function emailKeys(email: string): IdentityKey[] {
  return emailMatchKeys(email).map((value) => ({ kind: 'email', value }))
}

/** Returns all keys that a person with `facts` is searched by. */
export function searchKeys(facts: PersonFacts): IdentityKey[] {
  return toSearch(facts).rules.flatMap((rule) => rule.keys)
}

/** Returns the keys that a person with `facts` owns. */
export function ownKeys(facts: PersonFacts): IdentityKey[] {
  const keys: IdentityKey[] = [...(facts.identities ?? []), ...otherKeys(facts)]
  if (facts.email) keys.unshift({ kind: 'email', value: foldEmail(facts.email) })
  if (facts.phoneE164) keys.unshift({ kind: 'phone_e164', value: facts.phoneE164 })
  return keys
}

/** Returns the keys that a person with `facts` owns and is not searched by. */
function otherKeys({ otherPhones = [], otherEmails = [] }: PersonFacts): IdentityKey[] {
  return [
    ...otherPhones.map((value) => ({ kind: 'phone_e164' as const, value })),
    ...otherEmails.map((email) => ({ kind: 'email' as const, value: foldEmail(email) })),
  ]
}

/** Returns a key as one text. */
export function keyText(key: IdentityKey): string {
  return `${key.kind} ${key.value}`
}
