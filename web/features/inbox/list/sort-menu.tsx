import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { ConversationSort } from '#shared/conversations.ts'
import { orderOf, ORDERS, withOrder } from '../data/filters.ts'
import type { InboxPlace } from '../use-inbox-place.ts'
import classes from './list-pane.module.css'

/** Shows the menu of the list's sort orders. */
export function SortMenu({ place, onClose }: { place: InboxPlace; onClose: () => void }) {
  const t = useTranslations('inbox.sort')
  const chosen = orderOf(place.filters)
  return (
    <Menu opened onClose={onClose} position="bottom-end" width={260} shadow="md" trapFocus>
      <Menu.Target>
        <span className={classes.anchor} />
      </Menu.Target>
      <Menu.Dropdown aria-label={t('label')}>
        {(Object.keys(ORDERS) as ConversationSort[]).map((order) => (
          <Menu.Item
            key={order}
            role="menuitemradio"
            aria-checked={order === chosen}
            rightSection={order === chosen && <IconCheck size={16} aria-hidden />}
            onClick={() => place.choose(withOrder(place.chosen, order))}
          >
            {t(order)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
