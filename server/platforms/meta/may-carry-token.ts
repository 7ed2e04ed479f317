/** Hosts of the platform that serve files. Source: Cloud API, "Media"; Messenger Platform, "Attachments". */
const HOSTS = /(^|\.)(fbsbx\.com|fbcdn\.net|cdninstagram\.com|whatsapp\.net)$/

/**
 * Returns whether a file may be downloaded from `url` with the channel's token: only from the Graph API's own origin
 * and the platform's hosts, so that no payload makes us send a token elsewhere. A token of the simulator goes only to
 * the simulator.
 */
export function mayCarryToken(
  url: string,
  graphUrl: string,
  accessToken: string | undefined,
): boolean {
  const target = URL.parse(url)
  const graph = new URL(graphUrl)
  if (!target || target.username !== '' || target.password !== '') return false
  const isSimulators = accessToken?.startsWith('sim_') ?? false
  if (target.origin === graph.origin)
    return !(isSimulators && /(^|\.)facebook\.com$/.test(graph.hostname))
  return (
    !isSimulators &&
    target.protocol === 'https:' &&
    target.port === '' &&
    HOSTS.test(target.hostname)
  )
}
