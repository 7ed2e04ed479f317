import type { IncomingHttpHeaders } from 'node:http'

/** A browser that signs in: its address, and its headers with its cookies. */
export type Caller = { ip: string; headers: IncomingHttpHeaders }
