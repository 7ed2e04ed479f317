/** Where the simulator takes webhooks, exactly as it must be written: the one private URL that a demo may send to. */
export function demoReceiverUrl({ simulatorPort }: { simulatorPort: number }): string {
  return `http://127.0.0.1:${simulatorPort}/receiver`
}
