-- Conversations that another app already held when `hold_ends_at` was added got it only with their next message, so
-- nothing recorded the end of their hold. An end of more than a week ago stays unrecorded: its conversation would be
-- unread again long after. The rows are few and are found by `chats_held_by_others`, so that no batches are needed.
update chats
set hold_ends_at = coalesce(customer_wrote_at, holder_at) + interval '24 hours'
where holder = 'other' and hold_ends_at is null
  and coalesce(customer_wrote_at, holder_at) > now() - interval '8 days'
  and not exists (
    select from chat_changes
    where chat_changes.workspace_id = chats.workspace_id and chat_changes.chat_id = chats.id
      and chat_changes.kind = 'handed_over' and chat_changes.data ->> 'cause' = 'timeout'
      and chat_changes.occurred_at >= coalesce(customer_wrote_at, holder_at)
  );
