import { useQuery } from '@tanstack/react-query'
import { firstNameOf } from '#shared/canned-replies.ts'
import type { ReplyValues } from '#shared/canned-replies.ts'
import { contactQuery } from '../../../lib/contacts.ts'
import { useCustomFields } from '../../../lib/custom-fields.ts'
import { useSession } from '../../../lib/session.ts'
import { useFindTeam } from '../../../lib/teams.ts'
import { useFieldText } from '../../../lib/use-field-text.ts'
import type { Chat } from '../data/types.ts'

/**
 * Returns the values of the variables of canned replies in a conversation; null while the custom fields of its contact are read, which
 * only `withFields` needs. Without a conversation, there are none.
 */
export function useReplyValues(chat: Chat | null, withFields: boolean): ReplyValues | null {
  const { user } = useSession()
  const findTeam = useFindTeam()
  const fieldText = useFieldText()
  const { fields } = useCustomFields()
  const isNeeded = chat !== null && withFields
  const contact = useQuery({ ...contactQuery(chat?.person.id ?? ''), enabled: isNeeded })
  if (isNeeded && contact.isPending) return null
  const ofFields = Object.entries(contact.data?.fields ?? {}).map(([key, value]) => {
    const field = fields.find((each) => each.key === key)
    return [`field.${key}`, fieldText(field, value)] as const
  })
  const name = chat?.person.name ?? null
  return {
    ...(Object.fromEntries(ofFields) as ReplyValues),
    name,
    first_name: firstNameOf(name),
    phone: chat?.person.phone_e164,
    email: chat?.person.email,
    channel: chat?.channel.name,
    team: findTeam(chat?.team_id ?? null)?.name,
    my_name: user.name,
    my_first_name: firstNameOf(user.name),
  }
}
