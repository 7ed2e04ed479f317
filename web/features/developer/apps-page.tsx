import { ConnectedApps } from '../../components/connected-apps.tsx'

/** Shows the apps that members connected to the workspace. */
export function AppsPage() {
  return <ConnectedApps isAll />
}
