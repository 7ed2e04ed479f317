import type { ComponentProps } from 'react'
import { TextLink } from './text-link.tsx'

/** Shows a link to a page of the app within a text. `c="inherit"`: in the colour of the text around it, for coloured backgrounds. */
export function AppLink(
  props: Pick<ComponentProps<typeof TextLink>, 'to' | 'search' | 'children'> & { c?: 'inherit' },
) {
  return <TextLink underline="always" style={{ overflowWrap: 'anywhere' }} {...props} />
}
