-- What belongs to a ticket: its tags, internal comments, attachments and history.
create table ticket_tags (
  workspace_id uuid not null,
  ticket_id uuid not null,
  tag_id uuid not null,
  created_at timestamptz not null,
  primary key (workspace_id, ticket_id, tag_id),
  foreign key (workspace_id, ticket_id) references tickets on delete cascade,
  foreign key (workspace_id, tag_id) references tags on delete cascade
);
create index ticket_tags_tag on ticket_tags (workspace_id, tag_id, ticket_id);

create table ticket_comments (
  workspace_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  author_type text not null check (author_type in ('api_key', 'member')),
  author_id uuid,
  text text not null,
  mentions uuid[] not null default '{}',
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, ticket_id) references tickets on delete cascade
);
create index ticket_comments_ticket on ticket_comments (workspace_id, ticket_id, created_at desc, id desc);
comment on table ticket_comments is 'internal: no customer and no platform ever gets one';
comment on column ticket_comments.mentions is 'memberships';

create table ticket_attachments (
  workspace_id uuid not null,
  ticket_id uuid not null,
  upload_id uuid not null,
  actor_type text not null check (actor_type in ('api_key', 'member', 'person', 'system')),
  actor_id uuid,
  created_at timestamptz not null,
  primary key (workspace_id, ticket_id, upload_id),
  foreign key (workspace_id, ticket_id) references tickets on delete cascade,
  foreign key (workspace_id, upload_id) references media_uploads
);
create index ticket_attachments_upload on ticket_attachments (workspace_id, upload_id);

create table ticket_changes (
  workspace_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  kind text not null check (kind in (
    'created', 'title', 'description', 'status', 'priority', 'assigned', 'due', 'tagged', 'untagged',
    'attached', 'detached', 'comment_edited', 'comment_deleted', 'contact'
  )),
  actor_type text not null check (actor_type in ('api_key', 'member', 'person', 'system')),
  actor_id uuid,
  data jsonb not null default '{}',
  occurred_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, ticket_id) references tickets on delete cascade
);
create index ticket_changes_ticket on ticket_changes (workspace_id, ticket_id, occurred_at desc, id desc);
