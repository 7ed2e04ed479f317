-- Work that one process of many does at a time: who does it, and until when, unless the lease is renewed.
create table duties (
  name text not null primary key,
  holder uuid not null,
  held_until timestamptz not null
);
