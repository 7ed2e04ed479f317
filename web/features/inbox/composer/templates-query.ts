import { queryOptions } from '@tanstack/react-query'
import type { Template as TemplateShape } from '#channels/templates/schema.ts'
import type { Wire } from '../../../lib/wire.ts'
import { readAll } from '../../../lib/read-all.ts'

/** A template as it arrives in JSON. */
export type Template = Wire<TemplateShape>

/** Reads the templates that a channel can send now, sorted by name. */
export const templatesQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['templates', channelId, 'usable'],
    queryFn: async () =>
      (await readAll<Template>('/api/v1/templates', { channel_id: channelId }))
        .filter((template) => template.can_send)
        .toSorted((a, b) => a.name.localeCompare(b.name) || (a.language < b.language ? -1 : 1)),
    staleTime: 60_000,
  })
