import { Checkbox, NativeSelect } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconX } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { OTHER_HOLDERS } from '#shared/conversations.ts'
import { SLA_URGENCIES } from '#shared/sla.ts'
import { TICKET_PRIORITIES } from '#shared/tickets.ts'
import type { ChatList } from '../data/chat-list.ts'
import type { ChatFilters } from '../data/filters.ts'
import { INBOX } from '../data/inbox-cache.ts'
import { membersQuery } from '../../../lib/members.ts'
import { tagsQuery } from '../../../lib/tags.ts'
import { useTeams } from '../../../lib/teams.ts'
import { openDialog } from '../dialogs.ts'
import type { InboxPlace } from '../use-inbox-place.ts'
import classes from './filter-panel.module.css'

/**
 * Shows the filters on top of a view: as fields while the panel is open, else the active ones with a button to clear
 * each.
 */
export function FilterPanel({ place, isOpen }: { place: InboxPlace; isOpen: boolean }) {
  const t = useTranslations('inboxFilter')
  const tInbox = useTranslations('inbox')
  const tViews = useTranslations('inbox.views')
  const { data: tags = [] } = useQuery(tagsQuery)
  const { data: members = [] } = useQuery(membersQuery)
  const { channels, hasSla } = useLoaded(isOpen)
  const teams = useTeams()
  const { chosen, choose } = place
  const holders = [
    { id: 'workspace', name: t('heldByUs') },
    { id: OTHER_HOLDERS.join(','), name: t('heldByOthers') },
  ]
  const urgencies = [
    { id: SLA_URGENCIES.join(','), name: t('sla') },
    { id: 'at_risk,breached', name: t('slaUrgent') },
  ]
  const priorities = [
    ...TICKET_PRIORITIES.toReversed().map((priority) => ({
      id: priority,
      name: tInbox('priority', { priority }),
    })),
    { id: 'none', name: tInbox('priority', { priority: 'none' }) },
  ]
  const set = (patch: ChatFilters) => {
    const next = Object.entries({ ...chosen, ...patch }).filter(([, value]) => value)
    choose(Object.fromEntries(next))
  }
  const nameOf = (name: keyof ChatFilters): string => {
    const value = chosen[name]
    if (name === 'unread') return t(name)
    if (name === 'waiting') return tInbox('sort.waiting')
    if (name === 'team_id' && value === 'none') return t('noTeam')
    if (name === 'team_id' && value === 'mine') return t('myTeams')
    if (name === 'priority') return priorities.find(({ id }) => id === value)?.name ?? t('priority')
    if (value === 'none') return t('nobody')
    const found = [...tags, ...members, ...teams, ...channels, ...holders, ...urgencies].find(
      ({ id }) => id === value,
    )
    return found?.name ?? tInbox('filter.open')
  }
  if (!isOpen)
    return (
      <div className={classes.chips}>
        {(Object.keys(chosen) as (keyof ChatFilters)[]).map((name) => (
          <button
            key={name}
            type="button"
            className={classes.chip}
            aria-label={t('remove', { name: nameOf(name) })}
            onClick={() => set({ [name]: undefined })}
          >
            <bdi dir="auto">{nameOf(name)}</bdi>
            <IconX size={13} aria-hidden />
          </button>
        ))}
      </div>
    )
  const isFixed = place.view === 'mine' || place.view === 'unassigned'
  return (
    <div className={classes.panel}>
      <Choice
        label={t('tag')}
        any={t('anyTag')}
        value={chosen.tag_id}
        options={tags}
        onChange={(tag_id) => set({ tag_id })}
      />
      {channels.length > 1 && (
        <Choice
          label={t('channel')}
          any={t('anyChannel')}
          value={chosen.channel_id}
          options={channels}
          onChange={(channel_id) => set({ channel_id })}
        />
      )}
      {!isFixed && (
        <Choice
          label={t('assignee')}
          any={t('anybody')}
          value={chosen.assignee_id}
          options={[
            { id: 'none', name: t('nobody') },
            ...members.filter(({ removed_at }) => removed_at === null),
          ]}
          onChange={(assignee_id) => set({ assignee_id })}
        />
      )}
      {teams.length > 0 && place.view !== 'my_teams' && (
        <Choice
          label={t('team')}
          any={t('anyTeam')}
          value={chosen.team_id}
          options={[
            { id: 'mine', name: t('myTeams') },
            ...teams,
            { id: 'none', name: t('noTeam') },
          ]}
          onChange={(team_id) => set({ team_id })}
        />
      )}
      <Choice
        label={t('priority')}
        any={t('anyPriority')}
        value={chosen.priority}
        options={priorities}
        onChange={(priority) => set({ priority })}
      />
      <Choice
        label={t('holder')}
        any={t('anyHolder')}
        value={chosen.holder}
        options={holders}
        onChange={(holder) => set({ holder })}
      />
      {(hasSla || chosen.sla) && (
        <Choice
          label="SLA"
          any={t('anySla')}
          value={chosen.sla}
          options={urgencies}
          onChange={(sla) => set({ sla })}
        />
      )}
      <Checkbox
        size="xs"
        label={t('unread')}
        checked={chosen.unread ?? false}
        onChange={(event) => set({ unread: event.currentTarget.checked })}
      />
      {Object.keys(chosen).length > 0 && (
        <div className={classes.actions}>
          <button type="button" className={classes.link} onClick={() => choose({})}>
            {tInbox('filter.clear')}
          </button>
          <button
            type="button"
            className={classes.link}
            onClick={() => openDialog({ kind: 'save-view', filters: { ...place.filters } })}
          >
            {tViews('save')}
          </button>
        </div>
      )}
    </div>
  )
}

function Choice(props: {
  label: string
  any: string
  value: string | undefined
  options: { id: string; name: string }[]
  onChange: (value: string | undefined) => void
}) {
  const { label, any, value, options, onChange } = props
  return (
    <label className={classes.choice}>
      <span>{label}</span>
      <NativeSelect
        size="xs"
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
        data={[
          { value: '', label: any },
          ...options.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </label>
  )
}

/** Returns the channels of the loaded conversations, because only admins may list all channels, and whether any has an SLA target. */
function useLoaded(isOpen: boolean): { channels: { id: string; name: string }[]; hasSla: boolean } {
  const queries = useQueryClient()
  return useMemo(() => {
    if (!isOpen) return { channels: [], hasSla: false }
    const lists = queries.getQueriesData<ChatList>({ queryKey: [...INBOX, 'list'] })
    const chats = lists.flatMap(([, list]) => list?.chats ?? [])
    const found = new Map(chats.map(({ channel: { id, name } }) => [id, { id, name }]))
    return {
      channels: [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name)),
      hasSla: chats.some(({ sla }) => sla),
    }
  }, [isOpen, queries])
}
