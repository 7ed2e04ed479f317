/** What keeps a command or a start from going on; `message` is one line that its operator can act on. */
export class StartError extends Error {
  override name = 'StartError'
}
