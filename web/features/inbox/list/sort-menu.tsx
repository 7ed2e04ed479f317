import { Menu } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { orderOf, ORDERS, withOrder } from '../data/filters.ts'
import type { InboxPlace } from '../use-inbox-place.ts'
import classes from './list-pane.module.css'

/** Shows the menu of the list's sort orders. */
export function SortMenu({ place, onClose }: { place: InboxPlace; onClose: () => void }) {
  const t = useTranslations('inbox.sort')
  return (
    <Menu opened onClose={onClose} position="bottom-end" width={260} shadow="md" trapFocus>
      <Menu.Target>
        <span className={classes.anchor} />
      </Menu.Target>
      <Menu.Dropdown aria-label={t('label')}>
        <Menu.RadioGroup
          value={orderOf(place.filters)}
          onChange={(order) => {
            place.choose(withOrder(place.chosen, order as keyof typeof ORDERS))
            onClose()
          }}
        >
          {(Object.keys(ORDERS) as (keyof typeof ORDERS)[]).map((order) => (
            <Menu.RadioItem key={order} value={order}>
              {t(order)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
