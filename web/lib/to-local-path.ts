/** Returns `next` if it is a path of this app, so that a link cannot redirect to another site. */
export function toLocalPath(next: string | undefined): string {
  const url = next === undefined ? null : URL.parse(next, window.location.origin)
  // A path such as /.//host would be read as another host.
  const isOurs = url?.origin === window.location.origin && !url.pathname.startsWith('//')
  return isOurs ? url.pathname + url.search : '/'
}
