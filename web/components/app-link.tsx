import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Shows a link to a page of the app. */
export function AppLink(props: {
  to: string
  search?: Record<string, string | undefined>
  children: ReactNode
}) {
  const { to, search, children } = props
  return (
    <Anchor
      size="sm"
      underline="always"
      style={{ overflowWrap: 'anywhere' }}
      renderRoot={(given) => <Link {...given} to={to} search={(search ?? {}) as never} />}
    >
      {children}
    </Anchor>
  )
}
