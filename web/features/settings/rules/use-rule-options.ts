import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { CannedReply } from '#messages/canned-replies/schema.ts'
import { HELD_BY } from '#shared/bots.ts'
import { CHANNEL_TYPES } from '#shared/channel-types.ts'
import { CONVERSATION_STATUSES } from '#shared/conversations.ts'
import { MESSAGE_TYPES } from '#shared/messages.ts'
import type { RuleField } from '#shared/rules.ts'
import { TICKET_PRIORITIES, TICKET_STATUSES } from '#shared/tickets.ts'
import { botsQuery } from '../../../lib/bots.ts'
import { useCustomFields } from '../../../lib/custom-fields.ts'
import { membersQuery } from '../../../lib/members.ts'
import { readAll } from '../../../lib/read-all.ts'
import { tagsQuery } from '../../../lib/tags.ts'
import { useTicketTypes } from '../../../lib/ticket-types.ts'
import { useTeams } from '../../../lib/teams.ts'
import { channelsQuery } from '../channels/channels-query.ts'

/** A value of a field, and its name. */
type Option = { value: string; label: string }

/** The values that parts of rules can name. */
export type RuleOptions = {
  ofField: Partial<Record<RuleField, Option[]>>
  members: Option[]
  bots: Option[]
  priorities: Option[]
  teams: Option[]
  tags: Option[]
  replies: Option[]
  keys: Option[]
  ticketKeys: Option[]
}

const toOption = ({ id, name }: { id: string; name: string }): Option => ({
  value: id,
  label: name,
})

const toKey = ({ key, label }: { key: string; label: string }): Option => ({ value: key, label })

/** Returns what rules and macros can name. `withChannels`: only admins read channels. */
export function useRuleOptions(withChannels: boolean): RuleOptions {
  const t = useTranslations('settings.ruleParts')
  const { data: allMembers = [] } = useQuery(membersQuery)
  const { data: allBots = [] } = useQuery(botsQuery)
  const { data: allTags = [] } = useQuery(tagsQuery)
  const { data: channels } = useQuery({ ...channelsQuery, enabled: withChannels })
  const { data: replies = [] } = useQuery({
    queryKey: ['canned-replies', 'all'],
    queryFn: () =>
      readAll<Pick<CannedReply, 'id' | 'shortcut' | 'member_id'>>('/api/v1/canned-replies'),
  })
  const { fields } = useCustomFields()
  const { fields: ticketFields } = useCustomFields('ticket')
  const teams = useTeams().map(toOption)
  const members = allMembers.filter(({ removed_at }) => removed_at === null).map(toOption)
  const bots = allBots.filter(({ deleted_at }) => deleted_at === null).map(toOption)
  const tags = allTags.map(toOption)
  const none: Option = { value: 'none', label: t('none') }
  const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
  const priorities = TICKET_PRIORITIES.map((value) => ({ value, label: t(`priorities.${value}`) }))
  const yesNo = [
    { value: 'true', label: t('yes') },
    { value: 'false', label: t('no') },
  ]
  const ofField: RuleOptions['ofField'] = {
    status: CONVERSATION_STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) })),
    channel_id: (channels?.data ?? []).map(toOption),
    channel_type: plain(CHANNEL_TYPES),
    assignee_id: [none, ...members],
    team_id: [none, ...teams],
    tag_id: [none, ...tags],
    priority: [none, ...priorities],
    held_by: HELD_BY.map((value) => ({ value, label: t(`holders.${value}`) })),
    unread: yesNo,
    waiting: yesNo,
    within_business_hours: yesNo,
    opted_out: yesNo,
    message_type: plain(MESSAGE_TYPES),
    ticket_status: TICKET_STATUSES.map((value) => ({ value, label: t(`ticketStatuses.${value}`) })),
    ticket_priority: priorities,
    ticket_type: [none, ...useTicketTypes().map(toOption)],
  }
  return {
    ofField,
    bots,
    priorities,
    members,
    teams,
    tags,
    replies: replies
      .filter(({ member_id: memberId }) => memberId === null)
      .map(({ id, shortcut }) => ({ value: id, label: `/${shortcut}` })),
    keys: fields.map(toKey),
    ticketKeys: ticketFields.map(toKey),
  }
}
