import { errorFields } from './errors.ts'

/** A port that is not available. The message can be printed as it is. */
class ListenError extends Error {}

/** Returns the error to throw when a port cannot be listened on: `err` itself if it is not expected. */
export function toListenError(
  err: unknown,
  { host, port, variable }: { host: string; port: number; variable: string },
): unknown {
  const reason = explainListenError(errorFields(err).code, host)
  if (reason === undefined) return err
  return new ListenError(`Port ${port} (${variable}) ${reason}.`, { cause: err })
}

function explainListenError(code: string | undefined, host: string): string | undefined {
  if (code === 'EADDRINUSE') return 'is in use by another program'
  if (code === 'EACCES') return 'requires more privileges than this user has'
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `is not available on ${host} (HOST)`
  return undefined
}
