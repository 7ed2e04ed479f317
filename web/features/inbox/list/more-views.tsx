import { Menu } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useIsAdmin, useSession } from '../../../lib/session.ts'
import { api } from '../../../lib/api.ts'
import { notifyDone, notifyError } from '../../../components/notify.ts'
import { readFilters } from '../data/filters.ts'
import { savedViewsQuery } from '../data/view-queries.ts'
import type { SavedView } from '../data/types.ts'
import { openDialog } from '../dialogs.ts'
import type { InboxPlace } from '../use-inbox-place.ts'
import { ViewCount } from './view-count.tsx'
import classes from './view-tabs.module.css'

/** Shows the menu of less used views and saved filters. */
export function MoreViews({ place, onClose }: { place: InboxPlace; onClose: () => void }) {
  const t = useTranslations('inbox.views')
  const tStates = useTranslations('states')
  const { membership } = useSession()
  const isAdmin = useIsAdmin()
  const queries = useQueryClient()
  const { data: saved = [] } = useQuery(savedViewsQuery)
  const active = saved.find(({ id }) => id === place.view)
  const mayDelete = active && (active.created_by === membership.id || isAdmin)
  const remove = async (view: SavedView) => {
    place.openView('all')
    try {
      await api.delete(`/api/v1/views/${view.id}`)
      const { name, filters, is_shared } = view
      notifyDone(t('removed', { name }), {
        label: tStates('undo'),
        run: () =>
          void api
            .post('/api/v1/views', { subject: 'chats', name, filters, is_shared })
            .then(() => queries.invalidateQueries(savedViewsQuery))
            .catch((err: unknown) => notifyError(t('restoreFailed'), err)),
      })
    } catch (err) {
      notifyError(t('removeFailed'), err)
    }
    await queries.invalidateQueries(savedViewsQuery)
  }
  return (
    <Menu opened onClose={onClose} position="bottom-end" width={260} shadow="md" trapFocus>
      <Menu.Target>
        <span className={classes.anchor} />
      </Menu.Target>
      <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
        {(['snoozed', 'closed', 'mentions'] as const).map((view) => (
          <Menu.Item
            key={view}
            onClick={() => place.openView(view)}
            rightSection={<ViewCount view={view} />}
            aria-current={place.view === view ? 'true' : undefined}
          >
            {t(view)}
          </Menu.Item>
        ))}
        {saved.length > 0 && <Menu.Label>{t('saved')}</Menu.Label>}
        {saved.map(({ id, name, is_shared }) => (
          <Menu.Item
            key={id}
            onClick={() => place.openView(id)}
            aria-current={place.view === id ? 'true' : undefined}
            rightSection={is_shared && <span className={classes.count}>{t('shared')}</span>}
          >
            <bdi dir="auto" className="customer-text">
              {name}
            </bdi>
          </Menu.Item>
        ))}
        {(Object.keys(place.chosen).length > 0 || mayDelete) && <Menu.Divider />}
        {Object.keys(place.chosen).length > 0 && (
          <Menu.Item
            onClick={() =>
              openDialog({ kind: 'save-view', filters: readFilters({ ...place.filters }) })
            }
          >
            {t('save')}
          </Menu.Item>
        )}
        {mayDelete && (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => void remove(active)}
          >
            {t('remove', { name: active.name })}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
