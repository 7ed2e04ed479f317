import { send } from './http.ts'
import type { ApiRequest, CallOptions, Connection, ParleyOptions } from './http.ts'
import type { Operations } from './generated/models.ts'
import { createResource } from './resource.ts'
import type { Resource } from './resource.ts'
import { streamEvents } from './stream-events.ts'
import type { StreamedEvent, StreamOptions } from './stream-events.ts'

/** The events of a workspace: as pages, and as a stream. */
type EventsResource = Resource<'events'> & {
  /** Yields events as they happen, in order, and continues after a broken connection. */
  readonly streamEvents: (
    params?: Operations['streamEvents']['params'],
    options?: StreamOptions,
  ) => AsyncGenerator<StreamedEvent>
}

/** A client of the API at `/api/v1`. Each resource has one method per operation, named after the operation's id. */
export class Parley {
  readonly apiKeys: Resource<'apiKeys'>
  readonly bots: Resource<'bots'>
  readonly bulkActions: Resource<'bulkActions'>
  readonly channels: Resource<'channels'>
  readonly contacts: Resource<'contacts'>
  readonly conversations: Resource<'conversations'>
  readonly dataExports: Resource<'dataExports'>
  readonly erasures: Resource<'erasures'>
  readonly events: EventsResource
  readonly messages: Resource<'messages'>
  readonly ratings: Resource<'ratings'>
  readonly reports: Resource<'reports'>
  readonly rules: Resource<'rules'>
  readonly teams: Resource<'teams'>
  readonly tickets: Resource<'tickets'>
  readonly webhooks: Resource<'webhooks'>
  readonly workspace: Resource<'workspace'>
  readonly #options: Connection

  constructor({ apiKey, baseUrl, ...others }: ParleyOptions) {
    if (!apiKey) throw new TypeError('An apiKey is required.')
    if (!baseUrl) throw new TypeError('A baseUrl is required.')
    const options = { ...others, apiKey, baseUrl }
    this.#options = options
    this.apiKeys = createResource(options, 'apiKeys')
    this.bots = createResource(options, 'bots')
    this.bulkActions = createResource(options, 'bulkActions')
    this.channels = createResource(options, 'channels')
    this.contacts = createResource(options, 'contacts')
    this.conversations = createResource(options, 'conversations')
    this.dataExports = createResource(options, 'dataExports')
    this.erasures = createResource(options, 'erasures')
    this.events = {
      ...createResource(options, 'events'),
      streamEvents: (params, stream) => streamEvents(options, params, stream),
    }
    this.messages = createResource(options, 'messages')
    this.ratings = createResource(options, 'ratings')
    this.reports = createResource(options, 'reports')
    this.rules = createResource(options, 'rules')
    this.teams = createResource(options, 'teams')
    this.tickets = createResource(options, 'tickets')
    this.webhooks = createResource(options, 'webhooks')
    this.workspace = createResource(options, 'workspace')
  }

  /**
   * Sends a request that has no method here, or whose answer is read in another way: `read` takes it, by default as JSON.
   * Retries it as the methods do.
   *
   * @throws {ParleyError} for an error that the API answered
   * @throws {ConnectionError} when the server could not be reached or did not answer in time
   */
  request<T = unknown>(
    request: ApiRequest,
    options?: CallOptions,
    read?: (answer: Response) => Promise<T>,
  ): Promise<T> {
    return send(this.#options, request, options, read)
  }
}
