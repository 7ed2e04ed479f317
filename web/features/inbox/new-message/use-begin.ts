import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { api } from '../../../lib/api.ts'
import { useSession } from '../../../lib/session.ts'
import { addToDraft } from '../composer/draft-sync.ts'
import { requestCompose } from '../compose.ts'
import type { Message, SendBody } from '../data/types.ts'
import { toTarget } from './reach-query.ts'
import type { ReachedChannel, Recipient } from './reach-query.ts'

/**
 * Returns the functions that end the dialog: `send` sends the first message, and `continueIn` opens an existing
 * conversation with the text in its composer. Both show the conversation.
 */
export function useBegin(props: {
  recipient: Recipient
  chosen: ReachedChannel
  onClose: () => void
}) {
  const { recipient, chosen, onClose } = props
  const navigate = useNavigate()
  const { membership } = useSession()
  const keyOf = useKeys()
  const show = async (chatId: string) => {
    onClose()
    await navigate({ to: '/inbox/$chatId', params: { chatId } })
    requestCompose({ mode: 'reply' })
  }
  const { mutate, isPending, error } = useMutation({
    mutationFn: (content: SendBody) => {
      const body = { channel_id: chosen.channel.id, ...toTarget(recipient), ...content }
      return api.post<Message>('/api/v1/messages/send', body, keyOf(body))
    },
    onSuccess: (message) => show(message.conversation_id),
  })
  return {
    send: (content: SendBody) => mutate(content),
    isPending,
    error,
    continueIn: (chatId: string, text: string) => {
      if (text.trim() !== '') addToDraft(membership.id, chatId, text)
      void show(chatId)
    },
  }
}

/** Returns the idempotency key of a request body, the same one when it is sent again after a failure. */
function useKeys(): (body: unknown) => string {
  const last = useRef({ text: '', key: '' })
  return (body) => {
    const text = JSON.stringify(body)
    if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() }
    return last.current.key
  }
}
