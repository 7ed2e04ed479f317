import { Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './back-link.module.css'

/** Shows a link back to the list that a page belongs to. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Anchor
      size="sm"
      className={classes.back}
      renderRoot={(given) => <Link {...given} to={to} search={{} as never} />}
    >
      <IconArrowLeft size={16} aria-hidden />
      {children}
    </Anchor>
  )
}
