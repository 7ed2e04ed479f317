/** Returns the plain text of `GET /sim`: what this is, and its routes. */
export function landingText(webhookUrl: string): string {
  return `A simulator of the WhatsApp Cloud API. No message leaves this machine.

Webhooks go to ${webhookUrl}, signed.
In a browser this address is a phone: be the customer.

The API, under any version (/v24.0/…) or none; the token begins with sim_:
  POST   /{phone-number-id}/messages           send, mark as read, show typing
  POST   /{phone-number-id}/media              upload a file; GET and DELETE /{media-id}
  GET    /{account-id}/message_templates       list; POST creates, DELETE removes; POST /{template-id} edits
  GET    /{account-id}/phone_numbers           and GET /{phone-number-id}, /{account-id} with ?fields=
  POST   /{account-id}/subscribed_apps         subscribe, or override the callback; GET, DELETE
  POST   /{phone-number-id}/register           also deregister, request_code, verify_code
  GET    /me                                   the page of a token
  GET    /{phone-number-id}/whatsapp_business_profile   and POST; block_users: GET, POST, DELETE

Control, JSON in and out:
  POST   /sim/inbound                  a customer's message {from | user_id, phone_number_id, text | type + node}
  POST   /sim/echoes, /sim/history     what was written in the app of a shared number
  POST   /sim/fields                   any field {field, value, phone_number_id | waba_id}
  POST   /sim/payload                  sign and post any payload {payload}
  GET    /sim/messages, /sim/inbound   what was sent by API, what customers sent (?limit= &to= &from=)
  POST   /sim/messages/{id}/status     report a status {status, error_code?}
  GET    /sim/ledger                   both directions, short, in order, with what was acknowledged
  GET    /sim/webhooks, /{id}          the log of webhooks; POST /{id}/redeliver posts the same bytes again
  POST   /sim/handshake                perform the verification handshake
  GET    /sim/customers                people; POST adds, PATCH /{id} changes, POST /{id}/events
  GET    /sim/numbers, /sim/templates  POST /sim/numbers, POST /sim/templates/{id} change them; POST /sim/groups
  GET    /sim/settings, /sim/chaos     PATCH changes them: rules of the platform, and what goes wrong
  GET    /sim/faults                   POST {code, manner?, to?, times?}, DELETE /{id}
  POST   /sim/time                     {advance_ms} or {now}; POST /sim/windows ends a window
  GET    /shop?channel=                the page of a shop that shows a web chat; open it in a browser
  POST   /receiver                     takes webhooks as your server would, and checks them; open it in a browser
  GET    /sim/stream                   server-sent events of all this
  DELETE /sim/state                    forget everything, cancel what waits

  GET    /health/live, /health/ready

Recipients by their last four digits:
  1026   accepted, then fails with 131026 (undeliverable)
  1047   accepted, then fails with 131047 (24 hours have passed)
  0429   refused with 130429 (too fast for the number)
  1056   refused with 131056 (too fast for the recipient)
  1000   refused twice with 131000 (HTTP 500), then accepted
and every other error by its code: …9990 and six digits, as in +91 99901 31049 for 131049.
`
}
