/** The addresses of webhook endpoints: of the developer area, and of API keys. At both, members need to be admins. */
export const ENDPOINT_ADDRESSES = [
  { base: '/api/developer/webhooks', read: { session: 'admin' }, write: { session: 'admin' } },
  {
    base: '/api/v1/webhooks',
    read: { key: 'webhooks:read', admin: true },
    write: { key: 'webhooks:write', admin: true },
  },
] as const
