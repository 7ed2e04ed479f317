import { IconArrowLeft } from '@tabler/icons-react'
import { AppLink } from './app-link.tsx'
import classes from './back-link.module.css'

/** Shows a link back to the list that a page belongs to. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <AppLink to={to}>
      <span className={classes.back}>
        <IconArrowLeft size={16} aria-hidden />
        {children}
      </span>
    </AppLink>
  )
}
