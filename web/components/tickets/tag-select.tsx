import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { TICKET_TAGS_MAX } from '#shared/tickets.ts'
import { tagsQuery } from '../../lib/tags.ts'
import type { Ticket } from '../../lib/tickets.ts'
import { TagPill } from '../tag-pill.tsx'

type Tag = Ticket['tags'][number]

/** Chooses the tags of a ticket among those of the workspace. `onChange` receives their ids and the tags themselves. */
export function TagSelect(props: {
  value: readonly Tag[]
  onChange: (ids: string[], tags: Tag[]) => void
}) {
  const t = useTranslations('tickets.tags')
  const { data: all = [] } = useQuery(tagsQuery)
  const known = new Map([...props.value, ...all].map((tag) => [tag.id, tag]))
  return (
    <MultiSelect
      label={t('label')}
      placeholder={props.value.length === 0 ? t('placeholder') : undefined}
      nothingFoundMessage={t('none')}
      data={[...known.values()].map(({ id, name }) => ({ value: id, label: name }))}
      value={props.value.map(({ id }) => id)}
      onChange={(ids) =>
        props.onChange(
          ids,
          ids.flatMap((id) => known.get(id) ?? []),
        )
      }
      renderOption={({ option }) => <TagPill tag={known.get(option.value)!} />}
      maxValues={TICKET_TAGS_MAX}
      searchable
      hidePickedOptions
    />
  )
}
