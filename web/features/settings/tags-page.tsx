import { Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PAGE_SIZE } from '#shared/pages.ts'
import type { Tag as TagResource } from '#conversations/tags/schema.ts'
import { ConfirmAction } from '../../components/confirm-action.tsx'
import { ListPage } from '../../components/list-page.tsx'
import { useCreateButton } from '../../components/use-create-button.tsx'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { Wire } from '../../lib/wire.ts'
import { Row } from '../../components/rows.tsx'
import { useList } from '../../lib/use-list.ts'
import { TagPill } from '../../components/tag-pill.tsx'
import { RowButtons } from './row-buttons.tsx'
import { TagDialog } from './tag-dialog.tsx'

type Tag = Wire<TagResource>

/** Shows the workspace's tags: create, edit, delete. */
export function TagsPage() {
  const t = useTranslations('settings.tags')
  const [edited, setEdited] = useState<Tag | 'new' | null>(null)
  const [deleting, setDeleting] = useState<Tag | null>(null)
  const list = useList<Tag>(['tags', 'list'], '/api/v1/tags', { query: { limit: PAGE_SIZE.max } })
  const create = useCreateButton('create-tag', t('create'), () => setEdited('new'))
  return (
    <ListPage
      title={t('title')}
      width="text"
      actions={list.rows.length > 0 && create}
      intro={t('intro')}
      list={list}
      empty={{ title: t('empty'), text: t('emptyText'), children: create }}
      row={(tag) => (
        <Row
          key={tag.id}
          title={
            <Group gap="xs">
              <TagPill tag={tag} isWhole />
            </Group>
          }
          tail={
            <RowButtons
              editLabel={t('editOf', { name: tag.name })}
              deleteLabel={t('deleteOf', { name: tag.name })}
              onEdit={() => setEdited(tag)}
              onDelete={() => setDeleting(tag)}
            />
          }
        />
      )}
    >
      {edited && (
        <TagDialog tag={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      <ConfirmAction
        item={deleting}
        title={t('deleteTitle', { name: deleting?.name ?? '' })}
        text={t('deleteText')}
        confirmLabel={t('deleteOf', { name: deleting?.name ?? '' })}
        isDangerous
        run={(tag) => api.delete(`/api/v1/tags/${tag.id}`)}
        done={(_, { name }) => t('deleted', { name })}
        failed={t('deleteFailed')}
        onDone={() => void queryClient.invalidateQueries()}
        onClose={() => setDeleting(null)}
      />
    </ListPage>
  )
}
