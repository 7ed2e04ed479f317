/** Returns the URL of the simulator's webhook receiver, the only private URL that a demo can send to. */
export function demoReceiverUrl({ simulatorPort }: { simulatorPort: number }): string {
  return `http://127.0.0.1:${simulatorPort}/receiver`
}
