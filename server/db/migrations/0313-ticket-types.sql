-- Types, custom fields, followers and links of tickets.
create table ticket_types (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id)
);
-- In this order, so that it is no better for the look-ups of foreign keys than the primary key.
create unique index ticket_types_name on ticket_types (lower(name), workspace_id);

alter table custom_fields add column applies_to text not null default 'contact' check (applies_to in ('contact', 'ticket'));
drop index custom_fields_key;
drop index custom_fields_label;
alter table custom_fields add constraint custom_fields_key unique (workspace_id, applies_to, key);
comment on column custom_fields.applies_to is 'only the values of contacts are in contact_field_values';

alter table tickets
  add column type_id uuid,
  add column fields jsonb not null default '{}',
  add constraint tickets_workspace_id_type_id_fkey
    foreign key (workspace_id, type_id) references ticket_types (workspace_id, id) on delete set null (type_id) deferrable not valid;

create table ticket_followers (
  workspace_id uuid not null,
  ticket_id uuid not null,
  membership_id uuid not null,
  created_at timestamptz not null,
  primary key (workspace_id, ticket_id, membership_id),
  foreign key (workspace_id, ticket_id) references tickets (workspace_id, id) on delete cascade deferrable
);
create index ticket_followers_member on ticket_followers (workspace_id, membership_id, ticket_id);
alter table ticket_followers alter column workspace_id set (n_distinct = 100);

create table ticket_links (
  workspace_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  other_id uuid not null,
  kind text not null check (kind in ('relates_to', 'blocks', 'duplicate_of')),
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, ticket_id) references tickets (workspace_id, id) on delete cascade deferrable,
  foreign key (workspace_id, other_id) references tickets (workspace_id, id) on delete cascade deferrable,
  check (ticket_id <> other_id)
);
create unique index ticket_links_pair on ticket_links (workspace_id, least(ticket_id, other_id), greatest(ticket_id, other_id));
create index ticket_links_ticket on ticket_links (workspace_id, ticket_id);
create index ticket_links_other on ticket_links (workspace_id, other_id);
comment on column ticket_links.kind is 'what ticket_id is to other_id; two tickets have at most one link';
alter table ticket_links alter column workspace_id set (n_distinct = 100);
