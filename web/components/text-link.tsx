import { Anchor } from '@mantine/core'
import type { AnchorProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Shows a small link to a page of the app, underlined under the mouse. */
export function TextLink(
  props: AnchorProps & {
    to: string
    search?: Record<string, string | boolean | undefined>
    children: ReactNode
  },
) {
  const { to, search = {}, children, ...rest } = props
  return (
    <Anchor
      size="sm"
      {...rest}
      renderRoot={(given) => <Link {...given} to={to} search={search as never} />}
    >
      {children}
    </Anchor>
  )
}
