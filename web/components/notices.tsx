import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'

export { notifications } from '@mantine/notifications'
export { UndoMessage } from './undo-message.tsx'

/** Shows notifications of completed actions and errors. */
export function Notices() {
  return <Notifications position="bottom-left" limit={3} />
}
