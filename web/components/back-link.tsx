import { Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './back-link.module.css'

/** Shows a link back to the list that a page belongs to; `keepsFilters`: the list keeps the filters in the address. */
export function BackLink(props: { to: string; keepsFilters?: boolean; children: string }) {
  const { to, keepsFilters, children } = props
  return (
    <Anchor
      size="sm"
      className={classes.back}
      renderRoot={(given) => <Link {...given} to={to} search={(keepsFilters || {}) as never} />}
    >
      <IconArrowLeft size={16} aria-hidden />
      {children}
    </Anchor>
  )
}
