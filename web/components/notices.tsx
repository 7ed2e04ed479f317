import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'

export { notifications } from '@mantine/notifications'

/** Shows notifications of completed actions and errors. */
export function Notices() {
  return <Notifications position="bottom-left" limit={3} />
}
