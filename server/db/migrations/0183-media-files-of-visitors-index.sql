-- The files of visitors are added up once a minute while some arrive; the others are many more.
create index concurrently media_files_of_visitors on media_files (workspace_id) include (size_bytes) where of_visitor;
