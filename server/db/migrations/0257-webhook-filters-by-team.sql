comment on column webhook_endpoints.filters is 'channel_ids, team_ids, tag_ids, assignee_ids, directions; null: no filter';

-- The name of the first filter that excludes an event, or null. A filter does not apply to an event without its property.
create or replace function excluding_webhook_filter(workspace uuid, filters jsonb, event_type text, body text)
returns text language plpgsql stable as $$
declare
  data json := body::json -> 'data';
  ticket uuid := (data ->> 'ticket_id')::uuid;
  conversation uuid := case when event_type like 'conversation.%' then data ->> 'id' else data ->> 'conversation_id' end;
  -- Conversations and tickets carry their own assignee and tags.
  is_own boolean := event_type like 'conversation.%' or event_type like 'ticket.%';
  value text;
  is_known boolean;
  carried text[];
begin
  value := data ->> 'direction';
  if filters ? 'directions' and not filters -> 'directions' ? value then
    return 'directions';
  end if;
  if filters ? 'channel_ids' then
    value := coalesce(data #>> '{channel,id}',
      (select channel_id from chats where workspace_id = workspace and id = conversation)::text);
    if not filters -> 'channel_ids' ? value then
      return 'channel_ids';
    end if;
  end if;
  if filters ? 'assignee_ids' then
    is_known := is_own;
    value := data ->> 'assignee_id';
    if ticket is not null then
      select true, assignee_id into is_known, value from tickets where workspace_id = workspace and id = ticket;
    elsif not is_own then
      select true, assignee_id into is_known, value from chats where workspace_id = workspace and id = conversation;
    end if;
    if is_known and not filters -> 'assignee_ids' ? coalesce(value, 'none') then
      return 'assignee_ids';
    end if;
  end if;
  if filters ? 'team_ids' then
    -- An event of before there were teams does not say which one it has.
    is_known := is_own and data -> 'team_id' is not null;
    value := data ->> 'team_id';
    if ticket is not null then
      select true, team_id into is_known, value from tickets where workspace_id = workspace and id = ticket;
    elsif not is_own then
      select true, team_id into is_known, value from chats where workspace_id = workspace and id = conversation;
    end if;
    if is_known and not filters -> 'team_ids' ? coalesce(value, 'none') then
      return 'team_ids';
    end if;
  end if;
  if filters ? 'tag_ids' and (is_own or ticket is not null or conversation is not null) then
    carried := case
      when is_own then array(select tag ->> 'id' from json_array_elements(data -> 'tags') as tag)
      when ticket is not null then
        array(select tag_id::text from ticket_tags where workspace_id = workspace and ticket_id = ticket)
      else array(select tag_id::text from chat_tags where workspace_id = workspace and chat_id = conversation)
    end;
    if not filters -> 'tag_ids' ?| carried then
      return 'tag_ids';
    end if;
  end if;
  return null;
end
$$;
