import { ConnectedApps } from '../../components/connected-apps.tsx'

/** Shows the apps that the member connected to the workspace. */
export function AppsPage() {
  return <ConnectedApps />
}
