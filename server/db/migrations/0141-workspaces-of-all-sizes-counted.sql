-- Counts the workspaces anew. Not those of empty tables: once it has counted one, PostgreSQL takes it for a small table, which is best
-- read whole, until it counts again.
do $$
declare
  tenants text;
  has_rows boolean;
begin
  foreach tenants in array array['chats', 'chat_activity', 'events', 'idempotency_keys', 'identities', 'inbound_payloads',
    'messages', 'notes', 'notifications', 'people', 'tickets', 'timeline_entries', 'webhook_deliveries']
  loop
    execute format('select exists (select from %I)', tenants) into has_rows;
    if has_rows then
      execute format('analyze %I', tenants);
    end if;
  end loop;
end $$;
