import { Group } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { PAGE_SIZE } from '#shared/pages.ts'
import type { Tag as TagResource } from '#conversations/tags/schema.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { Wire } from '../../lib/wire.ts'
import { useList } from '../../lib/use-list.ts'
import { TagPill } from '../../components/tag-pill.tsx'
import { EditedListPage } from './edited-list-page.tsx'
import { TagDialog } from './tag-dialog.tsx'

type Tag = Wire<TagResource>

/** Shows the workspace's tags: create, edit, delete. */
export function TagsPage() {
  const t = useTranslations('settings.tags')
  const list = useList<Tag>(['tags', 'list'], '/api/v1/tags', { query: { limit: PAGE_SIZE.max } })
  return (
    <EditedListPage
      t={t}
      command="create-tag"
      path="/api/v1/tags"
      list={list}
      name={(tag) => (
        <Group gap="xs">
          <TagPill tag={tag} isWhole />
        </Group>
      )}
      dialog={(tag, onClose) => <TagDialog tag={tag} onClose={onClose} />}
      refresh={() => void queryClient.invalidateQueries()}
    />
  )
}
