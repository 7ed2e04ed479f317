import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PAGE_SIZE } from '#shared/pages.ts'
import { ConfirmAction } from '../../components/confirm-action.tsx'
import { CustomerText } from '../../components/customer-text.tsx'
import { ListPage } from '../../components/list-page.tsx'
import { Row } from '../../components/rows.tsx'
import { useCreateButton } from '../../components/use-create-button.tsx'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { TICKET_TYPES } from '../../lib/ticket-types.ts'
import type { TicketType } from '../../lib/ticket-types.ts'
import { useList } from '../../lib/use-list.ts'
import { adminPage } from './admin-page.tsx'
import { RowButtons } from './row-buttons.tsx'
import { TicketTypeDialog } from './ticket-type-dialog.tsx'

/** Shows the types of tickets: create, rename, delete. */
export const TicketTypesPage = adminPage('settings.ticketTypes.title', Types)

function Types() {
  const t = useTranslations('settings.ticketTypes')
  const [edited, setEdited] = useState<TicketType | 'new' | null>(null)
  const [deleting, setDeleting] = useState<TicketType | null>(null)
  const list = useList<TicketType>([...TICKET_TYPES, 'list'], '/api/v1/ticket-types', {
    query: { limit: PAGE_SIZE.max },
  })
  const create = useCreateButton('create-ticket-type', t('create'), () => setEdited('new'))
  return (
    <ListPage
      title={t('title')}
      width="text"
      actions={list.rows.length > 0 && create}
      intro={t('intro')}
      list={list}
      empty={{ title: t('empty'), text: t('emptyText'), children: create }}
      row={(type) => (
        <Row
          key={type.id}
          title={<CustomerText>{type.name}</CustomerText>}
          tail={
            <RowButtons
              editLabel={t('editOf', { name: type.name })}
              deleteLabel={t('deleteOf', { name: type.name })}
              onEdit={() => setEdited(type)}
              onDelete={() => setDeleting(type)}
            />
          }
        />
      )}
    >
      {edited && (
        <TicketTypeDialog type={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      <ConfirmAction
        item={deleting}
        title={t('deleteTitle', { name: deleting?.name ?? '' })}
        text={t('deleteText')}
        confirmLabel={t('deleteOf', { name: deleting?.name ?? '' })}
        isDangerous
        run={(type) => api.delete(`/api/v1/ticket-types/${type.id}`)}
        done={(_, { name }) => t('deleted', { name })}
        failed={t('deleteFailed')}
        onDone={() => {
          void queryClient.invalidateQueries({ queryKey: TICKET_TYPES })
          void queryClient.invalidateQueries({ queryKey: ['tickets'] })
        }}
        onClose={() => setDeleting(null)}
      />
    </ListPage>
  )
}
