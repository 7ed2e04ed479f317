import { Tabs } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useShortcuts } from '../../lib/shortcuts.ts'
import type { Ticket } from '../../lib/tickets.ts'
import { useMay } from '../../lib/use-may.ts'
import { useUrlFilters } from '../../lib/use-url-filters.ts'
import { requestCompose } from '../inbox/compose.ts'
import { TicketActivity } from './ticket-activity.tsx'
import { TicketConversation } from './ticket-conversation.tsx'

/** The parameter of the page's URL that names the tab; without it, the activity is shown. */
const VIEW = ['view'] as const

/** Shows the activity and the conversation of a ticket as tabs. The keys of a reply and a note open the conversation. */
export function TicketViews({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('tickets')
  const mayRead = useMay()('chats:read')
  const { filters, change } = useUrlFilters(VIEW)
  const view = mayRead && filters.view === 'conversation' ? 'conversation' : 'activity'
  return (
    <Tabs
      value={view}
      onChange={(next) => change({ view: next === 'conversation' ? next : undefined })}
      keepMounted={false}
    >
      <Tabs.List aria-label={t('ticket.views')}>
        <Tabs.Tab value="activity">{t('activity.title')}</Tabs.Tab>
        {mayRead && <Tabs.Tab value="conversation">{t('ticket.conversation')}</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="activity" pt="md">
        <TicketActivity ticket={ticket} />
      </Tabs.Panel>
      {mayRead && (
        <Tabs.Panel value="conversation" pt="md">
          <TicketConversation ticket={ticket} />
        </Tabs.Panel>
      )}
      {mayRead && view === 'activity' && (
        <ReplyKeys onPress={() => change({ view: 'conversation' })} />
      )}
    </Tabs>
  )
}

/** Registers the keys that write to the customer while the conversation is not shown. */
function ReplyKeys({ onPress }: { onPress: () => void }) {
  const t = useTranslations('inboxActions.keys')
  const group = useTranslations('tickets.keys')('group')
  const open = (mode: 'reply' | 'note') => () => {
    onPress()
    requestCompose({ mode })
  }
  useShortcuts([
    { id: 'conversation_reply', label: t('reply'), group, run: open('reply') },
    { id: 'conversation_note', label: t('note'), group, run: open('note') },
  ])
  return null
}
