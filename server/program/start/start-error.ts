/** An error that prevents a command or the start. `message` is one line that tells the operator what to do. */
export class StartError extends Error {
  override name = 'StartError'
}
