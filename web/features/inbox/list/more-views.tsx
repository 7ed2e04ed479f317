import { Menu } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useDeleteView } from '../../../components/use-delete-view.ts'
import { savedViewsQuery } from '../../../lib/saved-views.ts'
import { useIsInTeam } from '../../../lib/teams.ts'
import { readFilters } from '../data/filters.ts'
import { openDialog } from '../dialogs.ts'
import type { InboxPlace } from '../use-inbox-place.ts'
import { ViewCount } from './view-count.tsx'
import tabs from '../../../components/tabs.module.css'
import classes from './view-tabs.module.css'

const VIEWS_IN_MENU = ['snoozed', 'closed', 'mentions'] as const

/** Shows the menu of less used views and saved filters. */
export function MoreViews({ place, onClose }: { place: InboxPlace; onClose: () => void }) {
  const t = useTranslations('inbox.views')
  const tSaved = useTranslations('savedViews')
  const { data: saved = [] } = useQuery(savedViewsQuery('chats'))
  const views = useIsInTeam() ? (['unassigned', ...VIEWS_IN_MENU] as const) : VIEWS_IN_MENU
  const active = saved.find(({ id }) => id === place.view)
  const deleteActive = useDeleteView(active)
  return (
    <Menu opened onClose={onClose} position="bottom-end" width={260} shadow="md" trapFocus>
      <Menu.Target>
        <span className={classes.anchor} />
      </Menu.Target>
      <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
        {views.map((view) => (
          <Menu.Item
            key={view}
            onClick={() => place.openView(view)}
            rightSection={<ViewCount view={view} />}
            aria-current={place.view === view ? 'true' : undefined}
          >
            {t(view)}
          </Menu.Item>
        ))}
        {saved.length > 0 && <Menu.Label>{tSaved('label')}</Menu.Label>}
        {saved.map(({ id, name, is_shared }) => (
          <Menu.Item
            key={id}
            onClick={() => place.openView(id)}
            aria-current={place.view === id ? 'true' : undefined}
            rightSection={is_shared && <span className={tabs.count}>{tSaved('shared')}</span>}
          >
            <bdi dir="auto" className="customer-text">
              {name}
            </bdi>
          </Menu.Item>
        ))}
        {(Object.keys(place.chosen).length > 0 || deleteActive) && <Menu.Divider />}
        {Object.keys(place.chosen).length > 0 && (
          <Menu.Item
            onClick={() =>
              openDialog({ kind: 'save-view', filters: readFilters({ ...place.filters }) })
            }
          >
            {t('save')}
          </Menu.Item>
        )}
        {active && deleteActive && (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => {
              place.openView('all')
              void deleteActive()
            }}
          >
            {tSaved('delete', { name: active.name })}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
