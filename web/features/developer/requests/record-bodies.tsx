import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { WorkspaceSettings } from '#account/workspaces/schema.ts'
import { BODY_CHARACTERS_MAX } from '#shared/request-log.ts'
import { useAction } from '../../../components/use-action.ts'
import { api } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import type { Wire } from '../../../lib/wire.ts'

/** Shows whether bodies of requests are recorded, and changes it. */
export function RecordBodies() {
  const t = useTranslations('developer.requests')
  const workspace = useQuery({
    queryKey: ['workspace'],
    queryFn: ({ signal }) =>
      api.get<Wire<WorkspaceSettings>>('/api/developer/workspace', {}, signal),
  })
  // The query and the mutation are drawn a moment after the click, and the switch would jump back until then.
  const [chosen, setChosen] = useState<boolean | null>(null)
  const change = useAction({
    run: (isOn: boolean) => api.patch('/api/developer/workspace', { record_request_bodies: isOn }),
    done: (_, isOn) => t(isOn ? 'recordOn' : 'recordOff'),
    failed: t('recordFailed'),
    onDone: () => queryClient.invalidateQueries({ queryKey: ['workspace'] }),
    onSettled: () => setChosen(null),
  })
  if (!workspace.data) return null
  return (
    <Switch
      mt="xl"
      maw="44rem"
      label={t('record')}
      description={t('recordText', { characters: BODY_CHARACTERS_MAX })}
      checked={chosen ?? workspace.data.record_request_bodies}
      disabled={chosen !== null}
      onChange={({ currentTarget: { checked } }) => {
        setChosen(checked)
        change.mutate(checked)
      }}
    />
  )
}
