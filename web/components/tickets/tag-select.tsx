import { Group, MultiSelect } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TAG_NAME_CHARACTERS_MAX } from '#shared/tags.ts'
import { TICKET_TAGS_MAX } from '#shared/tickets.ts'
import { tagsQuery } from '../../lib/tags.ts'
import type { Ticket } from '../../lib/tickets.ts'
import { TagPill } from '../tag-pill.tsx'
import { useCreateTag } from '../use-create-tag.ts'

type Tag = Ticket['tags'][number]

/** The value of the option that creates a tag. */
const CREATE = 'create'

/**
 * Chooses the tags of a ticket among those of the workspace, and creates the one that was typed if there is none.
 * `onChange` receives their ids and the tags themselves.
 */
export function TagSelect(props: {
  value: readonly Tag[]
  onChange: (ids: string[], tags: Tag[]) => void
}) {
  const { value, onChange } = props
  const t = useTranslations('tickets.tags')
  const { data: all = [] } = useQuery(tagsQuery)
  const [search, setSearch] = useState('')
  const createTag = useCreateTag(t('createFailed'))
  const known = new Map([...value, ...all].map((tag) => [tag.id, tag]))
  const name = search.trim().slice(0, TAG_NAME_CHARACTERS_MAX)
  const isNew =
    name !== '' && ![...known.values()].some((tag) => tag.name.toLowerCase() === name.toLowerCase())
  const choose = async (ids: string[]) => {
    const created = ids.includes(CREATE) ? await createTag(name) : undefined
    if (ids.includes(CREATE) && !created) return
    const tags = [...ids.flatMap((id) => known.get(id) ?? []), ...(created ? [created] : [])]
    onChange(
      tags.map(({ id }) => id),
      tags,
    )
  }
  return (
    <MultiSelect
      label={t('label')}
      placeholder={value.length === 0 ? t('placeholder') : undefined}
      nothingFoundMessage={t('none')}
      data={[
        ...[...known.values()].map((tag) => ({ value: tag.id, label: tag.name })),
        ...(isNew ? [{ value: CREATE, label: t('create', { name }) }] : []),
      ]}
      value={value.map(({ id }) => id)}
      onChange={(ids) => void choose(ids)}
      searchValue={search}
      onSearchChange={setSearch}
      renderOption={({ option }) =>
        option.value === CREATE ? (
          <Group gap="xs" wrap="nowrap">
            <IconPlus size={16} aria-hidden />
            {option.label}
          </Group>
        ) : (
          <TagPill tag={known.get(option.value)!} />
        )
      }
      maxValues={TICKET_TAGS_MAX}
      searchable
      hidePickedOptions
    />
  )
}
