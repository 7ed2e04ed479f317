import { useTranslations } from 'use-intl'
import { notifyDone, notifyError } from '../../../components/notify.ts'
import { useTeams } from '../../../lib/teams.ts'
import { useMay } from '../../../lib/use-may.ts'
import { changeChatOnServer } from '../actions/change-chat.ts'
import type { Receiver } from '../data/outbox.ts'
import type { Chat } from '../data/types.ts'
import { untilStored } from '../send.ts'
import type { DraftPart } from './drafts.ts'

/** What is done with a conversation by sending: it is closed, or handed over to the only one whom a note mentions. */
export type Ending = 'close' | { to: Receiver; name: string }

/** Returns what can be done with a conversation by sending, and a function that says that it is handed over, with a button to undo it. */
export function useEnding(
  chat: Chat,
  isNote: boolean,
  mentioned: DraftPart['mentions'],
): { ending: Ending | null; announceHandOver: (receiver: Exclude<Ending, 'close'>) => void } {
  const t = useTranslations('composer')
  const tStates = useTranslations('states')
  const teams = useTeams()
  const mayChange = useMay()('chats:write')
  const announceHandOver = ({ name }: Exclude<Ending, 'close'>) => {
    const { assignee_id, team_id } = chat
    const undo = async () => {
      await untilStored(chat.id)
      await changeChatOnServer(chat, { assignee_id, team_id }, undefined)
    }
    notifyDone(t('handedOver', { name }), {
      label: tStates('undo'),
      run: () => void undo().catch((err: unknown) => notifyError(t('handOverUndoFailed'), err)),
    })
  }
  return { ending: mayChange ? find() : null, announceHandOver }

  function find(): Ending | null {
    if (!isNote) return chat.status === 'closed' ? null : 'close'
    const ids = new Set(mentioned.map(({ id }) => id))
    const [only] = mentioned
    if (!only || ids.size > 1) return null
    const type = teams.some(({ id }) => id === only.id) ? 'team' : 'member'
    return { to: { type, id: only.id }, name: only.name }
  }
}
