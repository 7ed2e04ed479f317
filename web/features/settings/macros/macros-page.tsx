import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PAGE_SIZE } from '#shared/pages.ts'
import { ConfirmAction } from '../../../components/confirm-action.tsx'
import { CustomerText } from '../../../components/customer-text.tsx'
import { ListPage } from '../../../components/list-page.tsx'
import { Row } from '../../../components/rows.tsx'
import { useCreateButton } from '../../../components/use-create-button.tsx'
import { api } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { MACROS } from '../../../lib/rules.ts'
import type { Macro } from '../../../lib/rules.ts'
import { useFindTeam } from '../../../lib/teams.ts'
import { useList } from '../../../lib/use-list.ts'
import { RowButtons } from '../row-buttons.tsx'
import { MacroDialog } from './macro-dialog.tsx'

/** Shows the macros that the member has: create, edit, delete. */
export function MacrosPage() {
  const t = useTranslations('settings.macros')
  const findTeam = useFindTeam()
  const [edited, setEdited] = useState<Macro | 'new' | null>(null)
  const [deleting, setDeleting] = useState<Macro | null>(null)
  const list = useList<Macro>([...MACROS, 'list'], '/api/v1/macros', { limit: PAGE_SIZE.max })
  const create = useCreateButton('create-macro', t('create'), () => setEdited('new'))
  const ownerOf = (macro: Macro) =>
    macro.member_id === null ? (findTeam(macro.team_id)?.name ?? t('all')) : t('own')
  return (
    <ListPage
      title={t('title')}
      width="text"
      actions={list.rows.length > 0 && create}
      intro={t('intro')}
      list={list}
      empty={{ title: t('empty'), text: t('emptyText'), children: create }}
      row={(macro) => (
        <Row
          key={macro.id}
          title={<CustomerText>{macro.name}</CustomerText>}
          sub={
            <>
              <span>{ownerOf(macro)}</span>
              <span>{t('uses', { count: macro.uses })}</span>
            </>
          }
          tail={
            <RowButtons
              editLabel={t('editOf', { name: macro.name })}
              deleteLabel={t('deleteOf', { name: macro.name })}
              onEdit={() => setEdited(macro)}
              onDelete={() => setDeleting(macro)}
            />
          }
        />
      )}
    >
      {edited && (
        <MacroDialog macro={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      <ConfirmAction
        item={deleting}
        title={t('deleteTitle', { name: deleting?.name ?? '' })}
        text={t('deleteText')}
        confirmLabel={t('deleteOf', { name: deleting?.name ?? '' })}
        isDangerous
        run={({ id }) => api.delete(`/api/v1/macros/${id}`)}
        done={(_, { name }) => t('deleted', { name })}
        failed={t('deleteFailed')}
        onDone={() => void queryClient.invalidateQueries({ queryKey: MACROS })}
        onClose={() => setDeleting(null)}
      />
    </ListPage>
  )
}
