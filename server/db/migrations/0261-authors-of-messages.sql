-- Kinds of authors are checked by the types of the program alone (shared/actors.ts), so that a new one needs no change of tables.
alter table messages drop constraint if exists messages_author_type_check;
