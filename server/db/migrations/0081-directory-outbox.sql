-- The directory and the tenants may lie in different databases, so no foreign key leads from one to the other. A member's
-- row is never deleted, and a push for a device that is gone is deleted when it is due.
alter table chats drop constraint chats_workspace_id_assignee_id_fkey;
alter table tickets drop constraint tickets_workspace_id_assignee_id_fkey;
alter table notifications drop constraint notifications_workspace_id_membership_id_fkey;
alter table notification_pushes drop constraint notification_pushes_device_id_fkey;

create table directory_outbox (
  id uuid primary key,
  workspace_id uuid not null,
  kind text not null,
  body text not null,
  created_at timestamptz not null,
  due_at timestamptz not null
);
create index directory_outbox_due on directory_outbox (due_at);
create index directory_outbox_workspace on directory_outbox (workspace_id);
comment on table directory_outbox is 'changes of tenants'' rows that follow a committed change of the directory';
comment on column directory_outbox.body is 'JSON: the actor, and the body of its kind';

create table applied_effects (
  workspace_id uuid not null,
  id uuid not null,
  applied_at timestamptz not null,
  primary key (workspace_id, id)
);
create index applied_effects_age on applied_effects (applied_at);
comment on table applied_effects is 'rows of the outbox that were applied, so that none is applied twice';
