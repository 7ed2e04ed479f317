import { MultiSelect, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { MESSAGE_DIRECTIONS } from '#shared/messages.ts'
import { ENDPOINT_FILTERS, FILTER_VALUES_MAX } from '#shared/webhooks.ts'
import type { EndpointFilter, EndpointFilters } from '#shared/webhooks.ts'
import type { Channel } from '#channels/schema.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { membersQuery } from '../../../lib/members.ts'
import { readAll } from '../../../lib/read-all.ts'
import { useTeams } from '../../../lib/teams.ts'
import { tagsQuery } from '../../../lib/tags.ts'
import type { Wire } from '../../../lib/wire.ts'

type Option = { value: string; label: string }

/** Returns the choices of each filter; an id whose channel, team, tag or member is unknown is its own label. */
export function useFilterOptions(): Record<EndpointFilter, Option[]> {
  const t = useTranslations('developer.webhooks')
  const { data: channels = [] } = useQuery({
    queryKey: ['channels', 'every'],
    queryFn: () => readAll<Wire<Channel>>('/api/developer/channels'),
    staleTime: 60_000,
  })
  const { data: tags = [] } = useQuery(tagsQuery)
  const teams = useTeams()
  const { data: members = [] } = useQuery(membersQuery)
  const toOption = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })
  return {
    channel_ids: channels.map(toOption),
    team_ids: [{ value: 'none', label: t('noTeam') }, ...teams.map(toOption)],
    tag_ids: tags.map(toOption),
    assignee_ids: [{ value: 'none', label: t('unassigned') }, ...members.map(toOption)],
    directions: MESSAGE_DIRECTIONS.map((value) => ({ value, label: t(`directions.${value}`) })),
  }
}

/** Shows the filters of an endpoint, of which each can have several values. */
export function FilterFields(props: {
  value: EndpointFilters
  onChange: (filters: EndpointFilters) => void
}) {
  const { value, onChange } = props
  const t = useTranslations('developer.webhooks')
  const options = useFilterOptions()
  return (
    <Stack gap="xs">
      <DimmedText>{t('filtersHint')}</DimmedText>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {ENDPOINT_FILTERS.map((name) => {
          const chosen = value[name] ?? []
          const known = new Set(options[name].map((each) => each.value))
          const unknown = chosen.filter((each) => !known.has(each))
          return (
            <MultiSelect
              key={name}
              label={t(`filters.${name}`)}
              placeholder={chosen.length === 0 ? t('filterAll') : undefined}
              data={[...options[name], ...unknown.map((each) => ({ value: each, label: each }))]}
              value={chosen}
              onChange={(values) => onChange({ ...value, [name]: values })}
              maxValues={FILTER_VALUES_MAX}
              searchable
              hidePickedOptions
            />
          )
        })}
      </SimpleGrid>
    </Stack>
  )
}
