import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './row-swipe.module.css'

/** Shows an open menu where it is rendered: the menu of a row that a finger moved aside. */
export function AnchoredMenu({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Menu opened onClose={onClose} position="bottom-end" shadow="md" trapFocus>
      <Menu.Target>
        <span className={classes.anchor} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
