-- What the platform reported to be charged: for each message one row per country of its recipients. It holds no
-- personal data and outlives the message, so that reports of the past stay what they were.
create table message_charges (
  workspace_id uuid not null,
  message_id uuid not null,
  country text not null,
  channel_id uuid not null,
  template text,
  category text not null,
  price_category text,
  type text,
  is_free boolean not null,
  quantity integer not null check (quantity >= 0),
  author_type text not null check (author_type in ('api_key', 'member', 'person', 'system')),
  author_id uuid,
  created_at timestamptz not null,
  primary key (workspace_id, message_id, country)
);
comment on column message_charges.country is 'ISO 3166-1 alpha-2; empty: unknown';
comment on column message_charges.price_category is 'the category in price lists; null: not priced per message';
comment on column message_charges.quantity is 'recipients that the message was delivered to; 0: not delivered yet';
comment on column message_charges.created_at is 'when the message was written';

-- Prices of a workspace. A list is valid from its date until the next one.
create table price_lists (
  workspace_id uuid not null,
  id uuid not null,
  valid_from timestamptz not null,
  currency text not null,
  filename text not null,
  actor_type text not null check (actor_type in ('api_key', 'member', 'person', 'system')),
  actor_id uuid,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, valid_from)
);
create table prices (
  workspace_id uuid not null,
  list_id uuid not null,
  country text not null,
  category text not null,
  market text not null,
  price numeric not null check (price >= 0),
  primary key (workspace_id, list_id, country, category),
  foreign key (workspace_id, list_id) references price_lists on delete cascade
);
comment on column prices.market is 'the country or region as the uploaded file names it';
