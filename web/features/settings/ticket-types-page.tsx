import { useTranslations } from 'use-intl'
import { PAGE_SIZE } from '#shared/pages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { TICKET_TYPES } from '../../lib/ticket-types.ts'
import type { TicketType } from '../../lib/ticket-types.ts'
import { useList } from '../../lib/use-list.ts'
import { adminPage } from './admin-page.tsx'
import { EditedListPage } from './edited-list-page.tsx'
import { TicketTypeDialog } from './ticket-type-dialog.tsx'

/** Shows the types of tickets: create, rename, delete. */
export const TicketTypesPage = adminPage('settings.ticketTypes.title', Types)

function Types() {
  const t = useTranslations('settings.ticketTypes')
  const list = useList<TicketType>([...TICKET_TYPES, 'list'], '/api/v1/ticket-types', {
    query: { limit: PAGE_SIZE.max },
  })
  return (
    <EditedListPage
      t={t}
      command="create-ticket-type"
      path="/api/v1/ticket-types"
      list={list}
      dialog={(type, onClose) => <TicketTypeDialog type={type} onClose={onClose} />}
      refresh={() => {
        void queryClient.invalidateQueries({ queryKey: TICKET_TYPES })
        void queryClient.invalidateQueries({ queryKey: ['tickets'] })
      }}
    />
  )
}
