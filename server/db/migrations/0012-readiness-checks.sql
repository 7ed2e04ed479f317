-- Every readiness check writes rows here and deletes them in the same transaction, so the table is always empty.
create table readiness_checks (
  filler text not null
);

comment on column readiness_checks.filler is 'so large that the rows of one check fill a page of the table''s file';
