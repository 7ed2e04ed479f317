import { Group } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { ConfirmAction } from '../../components/confirm-action.tsx'
import { CustomerText } from '../../components/customer-text.tsx'
import { ListPage } from '../../components/list-page.tsx'
import { Row } from '../../components/rows.tsx'
import { useCreateButton } from '../../components/use-create-button.tsx'
import { api } from '../../lib/api.ts'
import type { List } from '../../lib/use-list.ts'
import { RowButtons } from './row-buttons.tsx'

type Text = 'title' | 'intro' | 'empty' | 'emptyText' | 'create' | 'deleteText' | 'deleteFailed'
type NamedText = 'editOf' | 'deleteOf' | 'deleteTitle' | 'deleted'

/** An item of such a list, which has a name. */
type Named = { id: string; name: string }

/**
 * Shows a page of the settings with a list of what has a name: to create, to edit and to delete. `t`: the texts of the page; `path`: the
 * API's list. `dialog` edits an item, or creates one (null). `buttons`: further buttons of a row. `refresh`: after a deletion.
 */
export function EditedListPage<T extends Named>(props: {
  t: ((key: Text) => string) & ((key: NamedText, values: { name: string }) => string)
  /** The name of the command that creates one. */
  command: string
  path: string
  list: List<T>
  name?: (item: T) => ReactNode
  sub?: (item: T) => ReactNode
  buttons?: (item: T) => ReactNode
  /** What is before the button that creates one. */
  actions?: ReactNode
  dialog: (item: T | null, onClose: () => void) => ReactNode
  refresh: () => void
  children?: ReactNode
}) {
  const { t, command, path, list, name, sub, buttons, actions, dialog, refresh, children } = props
  const [edited, setEdited] = useState<T | 'new' | null>(null)
  const [deleting, setDeleting] = useState<T | null>(null)
  const create = useCreateButton(command, t('create'), () => setEdited('new'))
  const hasRows = list.rows.length > 0
  const deletingName = { name: deleting?.name ?? '' }
  return (
    <ListPage
      title={t('title')}
      width="text"
      actions={
        actions ? (
          <Group gap="xs">
            {actions}
            {(list.isPending || hasRows) && create}
          </Group>
        ) : (
          hasRows && create
        )
      }
      intro={t('intro')}
      list={list}
      empty={{ title: t('empty'), text: t('emptyText'), children: create }}
      row={(item) => (
        <Row
          key={item.id}
          title={name ? name(item) : <CustomerText>{item.name}</CustomerText>}
          sub={sub?.(item)}
          tail={
            <Group gap={4} wrap="nowrap">
              {buttons?.(item)}
              <RowButtons
                editLabel={t('editOf', { name: item.name })}
                deleteLabel={t('deleteOf', { name: item.name })}
                onEdit={() => setEdited(item)}
                onDelete={() => setDeleting(item)}
              />
            </Group>
          }
        />
      )}
    >
      {edited && dialog(edited === 'new' ? null : edited, () => setEdited(null))}
      <ConfirmAction
        item={deleting}
        title={t('deleteTitle', deletingName)}
        text={t('deleteText')}
        confirmLabel={t('deleteOf', deletingName)}
        isDangerous
        run={({ id }) => api.delete(`${path}/${id}`)}
        done={(_, item) => t('deleted', { name: item.name })}
        failed={t('deleteFailed')}
        onDone={refresh}
        onClose={() => setDeleting(null)}
      />
      {children}
    </ListPage>
  )
}
