-- With the order of conversations, so that a list in the order of due times is one scan of an index.
alter table chat_activity add column sla_due_at timestamptz, add column sla_warning_at timestamptz, add column sla_metric text;
comment on column chat_activity.sla_due_at is 'when the first of its targets is or was due that is not met yet; null: none runs';
