import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'

export { notifications } from '@mantine/notifications'

/** Where the app says briefly what was done, and what did not work. */
export function Notices() {
  return <Notifications position="bottom-left" limit={3} />
}
