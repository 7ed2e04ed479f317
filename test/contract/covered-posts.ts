/** POST routes that are not asked three times with one idempotency key, each with the reason. */
export const COVERED_POSTS = [
  // Test deliveries have tests of their own.
  '/api/developer/webhooks/:id/test',
  '/api/v1/webhooks/:id/test',
  // The signature debugger stores nothing, nor do presence and MCP.
  '/api/developer/webhooks/verify',
  '/api/app/presence',
  '/mcp',
  // These only read.
  '/api/v1/chats/export.csv',
  '/api/v1/contacts/export.csv',
  '/api/v1/tickets/export.csv',
  // These call the platform and refuse a repetition while the first call runs, as test deliveries do.
  '/api/v1/chats/:id/read',
  '/api/v1/chats/:id/typing',
  '/api/v1/chats/:id/take-over',
  '/api/v1/chats/:id/release',
  '/api/developer/channels/:id/templates/sync',
  '/api/developer/channels/check',
  '/api/developer/channels/:id/subscribe',
  // The body of an upload is not JSON: see the tests of media, imports and prices.
  '/api/v1/media',
  '/api/v1/imports',
  '/api/v1/price-lists',
  // It needs a conversation that waits: see the tests of assignment.
  '/api/v1/teams/:id/take',
  // Only the bot that holds the conversation may ask: see the tests of bots.
  '/api/v1/chats/:id/done',
  // They need a member, and a schedule: see the tests of scheduled reports.
  '/api/app/report-schedules',
  '/api/app/report-schedules/:id/send',
  // It needs a macro: see the tests of macros.
  '/api/v1/macros/:id/run',
  '/api/v1/macro-runs/:id/undo',
  // An account can be connected once: see the tests of the channel routes.
  '/api/developer/channels',
  '/api/developer/sso/domains/:domain/verify',
  // For operators: a repetition finds nothing that failed, or the endpoint disabled.
  '/api/operator/workspaces/:id/reprocess-payloads',
  '/api/operator/workspaces/:id/resend-deliveries',
  '/api/operator/workspaces/:id/endpoints/:endpoint_id/disable',
]
