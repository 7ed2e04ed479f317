import { useTranslations } from 'use-intl'
import type { ShortcutId } from '#shared/shortcuts.ts'

/** Shortcuts under one heading, with the names of their actions. */
type ShortcutGroup = { heading: string; shortcuts: { id: ShortcutId; label: string }[] }

/** Returns every shortcut that can be changed, in groups. */
export function useShortcutGroups(): ShortcutGroup[] {
  const t = useTranslations()
  return [
    {
      heading: t('shell.groups.app'),
      shortcuts: [
        { id: 'command_menu', label: t('shell.commands') },
        { id: 'shortcut_list', label: t('shell.shortcuts') },
        { id: 'undo', label: t('states.undo') },
        { id: 'copy', label: t('tables.copy') },
      ],
    },
    {
      heading: t('shell.groups.go'),
      shortcuts: (
        ['inbox', 'contacts', 'tickets', 'reports', 'developer', 'settings'] as const
      ).map((area) => ({ id: `go_${area}` as const, label: t(`shell.areas.${area}`) })),
    },
    {
      heading: t('inboxActions.groups.list'),
      shortcuts: [
        { id: 'inbox_new_message', label: t('shell.newMessage') },
        { id: 'inbox_next', label: t('inboxActions.keys.next') },
        { id: 'inbox_previous', label: t('inboxActions.keys.previous') },
        { id: 'inbox_open', label: t('inboxActions.keys.open') },
        { id: 'inbox_search', label: t('inboxActions.keys.search') },
        { id: 'inbox_filter', label: t('inboxActions.keys.filter') },
        { id: 'inbox_previous_view', label: t('inboxActions.keys.previousView') },
        { id: 'inbox_next_view', label: t('inboxActions.keys.nextView') },
      ],
    },
    {
      heading: t('inboxActions.groups.chat'),
      shortcuts: [
        { id: 'inbox_close', label: t('inboxActions.keys.close') },
        { id: 'inbox_snooze', label: t('inboxActions.keys.snooze') },
        { id: 'inbox_assign', label: t('inboxActions.keys.assign') },
        { id: 'inbox_assign_to_me', label: t('inboxActions.keys.assignToMe') },
        { id: 'inbox_team', label: t('inboxActions.keys.team') },
        { id: 'inbox_priority', label: t('inboxActions.keys.priority') },
        { id: 'inbox_tag', label: t('inboxActions.keys.tag') },
        { id: 'inbox_unread', label: t('inboxActions.keys.unread') },
        { id: 'inbox_ticket', label: t('inboxActions.keys.ticket') },
        { id: 'inbox_contact', label: t('inboxActions.keys.person') },
        { id: 'conversation_reply', label: t('inboxActions.keys.reply') },
        { id: 'conversation_note', label: t('inboxActions.keys.note') },
        { id: 'conversation_newest', label: t('inboxActions.keys.newest') },
      ],
    },
    {
      heading: t('contacts.title'),
      shortcuts: [
        { id: 'contacts_create', label: t('contacts.create') },
        { id: 'contacts_search', label: t('contacts.search') },
      ],
    },
    {
      heading: t('shortcuts.groups.contact'),
      shortcuts: [
        { id: 'contact_message', label: t('contacts.write') },
        { id: 'contact_edit', label: t('contacts.edit') },
        { id: 'contact_ticket', label: t('contacts.newTicket') },
        { id: 'contact_merge', label: t('contacts.merge') },
      ],
    },
    {
      heading: t('tickets.keys.group'),
      shortcuts: [
        { id: 'tickets_create', label: t('tickets.keys.create') },
        { id: 'tickets_search', label: t('tickets.keys.search') },
        { id: 'tickets_layout', label: t('tickets.keys.toBoard') },
      ],
    },
    {
      heading: t('shell.areas.developer'),
      shortcuts: [{ id: 'developer_rerun', label: t('tables.rerun') }],
    },
  ]
}
