import { createServer } from 'node:net'

/** Listens on a port and stops again. Rejects with Node's error if the port cannot be listened on. */
export function tryPort(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, host, () => server.close(() => resolve()))
  })
}
