import { TextLink } from '../../components/text-link.tsx'

/** Shows a number in a table as a link to the list that it counts. */
export function CountLink(props: {
  to: string
  search: Record<string, string | boolean>
  value: string
}) {
  const { to, search, value } = props
  return (
    <TextLink to={to} search={search}>
      {value}
    </TextLink>
  )
}
