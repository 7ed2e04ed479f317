import type { ReactNode } from 'react'
import classes from './settings-fields.module.css'

/**
 * Lays out the fields of a settings form: label and hint at the left, the control at the right, and in one column where there is no room.
 * Each field keeps its own label, so nothing changes for screen readers.
 */
export function SettingsFields({ children }: { children: ReactNode }) {
  return (
    <div className={classes.place}>
      <div className={classes.fields}>{children}</div>
    </div>
  )
}
