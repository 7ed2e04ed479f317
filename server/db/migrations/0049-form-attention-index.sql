create index concurrently inbound_payloads_attention on inbound_payloads (workspace_id, id desc)
  where labels @> array['attention:open'];
