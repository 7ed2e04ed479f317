import { notifyDone } from '../../../components/notify.ts'

/** Copies the address of a conversation and shows the notification `said`. */
export async function copyLink(chatId: string, said: string): Promise<void> {
  await navigator.clipboard.writeText(`${window.location.origin}/inbox/${chatId}`)
  notifyDone(said)
}
